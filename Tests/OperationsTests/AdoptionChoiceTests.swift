import Catalog
import Postgres
import TestSupport
import Testing

@testable import Operations

/// What `adopt` decides by itself is right, or said first.
@Suite(.freshDatabase)
struct AdoptionChoiceTests {
  @Test func `people that are left out are told first, and nobody is taken for them`() async throws
  {
    let draft = try await adopted(
      "matrix",
      """
      CREATE TABLE matrix.users(name text UNIQUE, password_hash text, admin smallint);
      CREATE TABLE matrix.account_validity(user_id text PRIMARY KEY, email_sent boolean NOT NULL,
        expires_at timestamptz);
      CREATE TABLE matrix.room(id int PRIMARY KEY, title text NOT NULL);
      INSERT INTO matrix.users SELECT 'user' || i FROM generate_series(1, 2000) i;
      ANALYZE matrix.users;
      """
    )
    let first = try #require(draft.notes.first)
    #expect(first.contains("matrix.users") && first.contains("looks like people"), "\(draft.notes)")
    #expect(first.contains("2000 rows") && first.contains("ALTER name SET NOT NULL"), "\(first)")
    #expect(!draft.text.contains("verb: ban"), "\(draft.text)")
    #expect(draft.decided.first?.hasPrefix("people = none, because") == true, "\(draft.decided)")
  }

  @Test func `beside what authors delete, what is removed is hidden`() async throws {
    let draft = try await adopted(
      "forum",
      """
      CREATE TABLE forum.person(id int PRIMARY KEY, name text NOT NULL, email text);
      CREATE TABLE forum.post(id int PRIMARY KEY, title text NOT NULL, body text,
        creator_id int NOT NULL REFERENCES forum.person, ap_id text NOT NULL UNIQUE,
        removed boolean NOT NULL DEFAULT false, deleted boolean NOT NULL DEFAULT false);
      CREATE TABLE forum.reply(id int PRIMARY KEY, body text NOT NULL,
        creator_id int NOT NULL REFERENCES forum.person, removed boolean NOT NULL DEFAULT false);
      CREATE TABLE forum.private_message(id int PRIMARY KEY, content text NOT NULL,
        creator_id int NOT NULL REFERENCES forum.person, ap_id text NOT NULL UNIQUE,
        recipient_id int NOT NULL REFERENCES forum.person);
      """
    )
    #expect(draft.isSound, "\(draft.notes)")
    let visible = draft.text.split(separator: "\n").filter { $0.hasPrefix("    visible: ") }
    #expect(visible == ["    visible: removed"], "\(draft.text)")
    // An identifier that each row has of its own makes no post a part of a message.
    let personal = draft.text.split(separator: "\n").filter { $0.hasPrefix("    personal: ") }
    #expect(personal.contains("    personal: [content]"), "\(draft.text)")
    #expect(!personal.contains { $0.contains("body") }, "\(draft.text)")
  }

  @Test func `what the app deletes, and its logs, are its own state and no ban`() async throws {
    let draft = try await adopted(
      "own",
      """
      CREATE TABLE own.customer(id int PRIMARY KEY, name text NOT NULL, email text,
        deleted_at timestamptz);
      CREATE TABLE own.post(id int PRIMARY KEY, title text NOT NULL,
        author_id int NOT NULL REFERENCES own.customer, hidden boolean NOT NULL DEFAULT false);
      CREATE TABLE own.edit_log(id int PRIMARY KEY, title text NOT NULL,
        user_id int NOT NULL REFERENCES own.customer, deleted boolean NOT NULL DEFAULT false);
      CREATE TABLE own.view_log(id int PRIMARY KEY, title text NOT NULL,
        user_id int NOT NULL REFERENCES own.customer, hidden boolean NOT NULL DEFAULT false);
      """
    )
    #expect(draft.isSound, "\(draft.notes)")
    let visible = draft.text.split(separator: "\n").filter { $0.hasPrefix("    visible: ") }
    #expect(visible == ["    visible: hidden"], "\(draft.text)")
    #expect(draft.text.contains("# visible: deleted_at, hidden: \"$at\""), "\(draft.text)")
    #expect(draft.text.contains("collection: post, via: author, hide: true"), "\(draft.text)")
    #expect(!draft.text.contains("collection: edit_log, via: user, hide"), "\(draft.text)")
    #expect(draft.decided.count <= 10)
    for told in [
      "people = customer, because", "ban = recorded, NOT enforced",
      "deleted_at is the app's own state",
      "hide = post by hidden", "searched = ", "masked = customer.email", "erased = name, email of",
      "the app must check = post.hidden",
    ] { #expect(draft.decided.contains { $0.contains(told) }, "\(told): \(draft.decided)") }
    for line in draft.decided.dropLast() where !line.hasPrefix("the app must") {
      #expect(line.contains("change ") || line.contains("--enforce"), "\(line)")
    }
    // Who knows the app may say otherwise.
    var answers = AdoptionAnswers()
    answers.hidden = ["customer": "deleted_at"]
    let told = try await connected { connection in
      try await connection.withTransaction { transaction in
        let adoption = Adoption(share: try Share.find(), session: transaction)
        return try await adoption.write(adoption.survey(schema: "own", app: "own"), answers)
      }
    }
    #expect(told.text.contains("    visible: deleted_at"), "\(told.text)")
  }
}
