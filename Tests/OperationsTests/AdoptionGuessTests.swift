import Catalog
import Postgres
import TestSupport
import Testing

@testable import Operations

/// A reference that only names and values speak for is shown; nothing acts by it.
@Suite(.freshDatabase)
struct AdoptionGuessTests {
  /// A wiki whose blocks name people by a foreign key, by a guess, and not at all.
  private static let wiki = """
    CREATE TABLE wiki.users(id int PRIMARY KEY, name text NOT NULL, email text);
    CREATE TABLE wiki.block(id int PRIMARY KEY, user_id int NOT NULL REFERENCES wiki.users,
      address text, create_account smallint DEFAULT 1, block_user smallint DEFAULT 1);
    CREATE TABLE wiki.note(id int PRIMARY KEY, author_id int, email text, body text NOT NULL,
      hidden_at timestamptz);
    CREATE TABLE wiki.badge(id int PRIMARY KEY, owner_id int, owner_type text, email text);
    CREATE TABLE wiki.visit(id int PRIMARY KEY, member int, ip inet);
    CREATE TABLE wiki.vote(id int PRIMARY KEY, user_id int DEFAULT 0, email text);
    INSERT INTO wiki.users SELECT i, 'Name ' || i, i || '@example.org' FROM generate_series(0, 500) i;
    INSERT INTO wiki.block SELECT i, 2 + i, i || ' High Street' FROM generate_series(1, 400) i;
    INSERT INTO wiki.note SELECT i, i, i || '@example.org', 'Words' FROM generate_series(1, 90) i;
    INSERT INTO wiki.badge SELECT i, i, 'Team', i || '@example.org' FROM generate_series(1, 90) i;
    INSERT INTO wiki.visit SELECT i, 1 + i % 2, '10.0.0.1' FROM generate_series(1, 90) i;
    INSERT INTO wiki.vote SELECT i, i, i || '@example.org' FROM generate_series(1, 90) i;
    """

  @Test(arguments: [
    ("users", "user"), ("stories", "story"), ("classes", "class"), ("taxes", "tax"),
    ("statuses", "status"), ("atlases", "atlas"), ("aliases", "alias"), ("viruses", "virus"),
    ("houses", "house"), ("causes", "cause"), ("releases", "release"), ("databases", "database"),
    ("phrases", "phrase"), ("status", "status"),
  ])
  func `a table's name gives the singular of its collection`(plural: String, singular: String) {
    #expect(AdoptionWords.singular(plural) == singular)
  }

  @Test func `what is guessed is shown and erases, bans and guards nothing`() async throws {
    let draft = try await adopted("wiki", Self.wiki)
    let text = draft.text
    #expect(draft.isSound, "\(draft.notes)")
    #expect(
      text.contains("of: [user_id]")
        && text.contains("user: {collection: user, columns: [user_id]}")
    )
    for column in ["create_account", "block_user", "author_id", "owner_id", "member"] {
      #expect(!text.contains("of: [\(column)]"), "\(column)\n\(text)")
      #expect(!text.contains("\n      - {table: note, actor: [\(column)]"), "\(column)\n\(text)")
    }
    #expect(!text.contains("collection: note, via: author"), "\(text)")
    #expect(text.contains("author: {collection: user, columns: [author_id], guessed: true}"))
    // It says how a person confirms it.
    #expect(text.contains("references: {note: [author_id]}"), "\(text)")
    for absent in ["columns: [create_account]", "columns: [block_user]", "columns: [owner_id]"] {
      #expect(!text.contains(absent), "\(absent)\n\(text)")
    }
    for doubted in ["# member: {", "# user: {collection: user, columns: [user_id]"] {
      #expect(text.contains(doubted), "\(doubted)\n\(text)")
    }
  }

  @Test func `who wrote a row is found beside the table of logins that it refers to`() async throws
  {
    let draft = try await adopted(
      "club",
      """
      CREATE TABLE public.logins(id int PRIMARY KEY);
      INSERT INTO public.logins SELECT generate_series(1, 40);
      CREATE TABLE club.settings(login_id int PRIMARY KEY REFERENCES public.logins, theme text,
        font text, size int, colour text, beep boolean);
      CREATE TABLE club.profiles(id int PRIMARY KEY REFERENCES public.logins, full_name text);
      CREATE TABLE club.posts(id int PRIMARY KEY, title text NOT NULL, body text,
        user_id int NOT NULL REFERENCES public.logins, hidden_at timestamptz);
      CREATE TABLE club.invites(id int PRIMARY KEY, code text,
        settled_by int UNIQUE REFERENCES public.logins);
      INSERT INTO club.profiles SELECT i, 'Person ' || i FROM generate_series(1, 40) i;
      INSERT INTO club.posts SELECT i, 'Post ' || i, 'Words', i FROM generate_series(1, 40) i;
      """
    )
    #expect(draft.isSound, "\(draft.notes)")
    for line in [
      "user: {collection: profile, columns: [user_id]}",
      "login: {collection: profile, columns: [login_id]}",
      "collection: post, via: user, hide: true}",
      "{table: posts, actor: [user_id], writes: [insert]}",
    ] { #expect(draft.text.contains(line), "\(line)\n\(draft.text)") }
    #expect(!draft.text.contains("collection: setting, columns"), "\(draft.text)")
  }

  @Test func `what a person confirms by name acts`() async throws {
    var answers = AdoptionAnswers()
    answers.references = ["note": ["author_id"]]
    answers.enforcement = "guard"
    let draft = try await adopted("wiki", Self.wiki, answers)
    #expect(draft.isSound, "\(draft.notes)")
    for line in [
      "author: {collection: user, columns: [author_id], guessed: false}",
      "- table: note\n          of: [author_id]", "- {table: note, actor: [author_id]",
      "collection: note, via: author, hide: true}",
    ] { #expect(draft.text.contains(line), "\(line)\n\(draft.text)") }
  }
}

/// Adopts a schema made for it.
func adopted(
  _ schema: String,
  _ script: String,
  _ answers: AdoptionAnswers = AdoptionAnswers()
) async throws -> Adoption.Result {
  try await connected { connection in
    try await connection.executeScript("CREATE SCHEMA \(schema);\n\(script)")
    return try await connection.withTransaction { transaction in
      let adoption = Adoption(share: try Share.find(), session: transaction)
      return try await adoption.write(adoption.survey(schema: schema, app: schema), answers)
    }
  }
}
