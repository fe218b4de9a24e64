import Catalog
import Postgres
import TestSupport
import Testing

@testable import Operations

/// What people write to each other is masked and never searched, however it is kept.
@Suite(.freshDatabase)
struct AdoptionLetterTests {
  /// Tables of a schema `talk`, and the columns that hold the words.
  static let letters: [(tables: String, table: String, columns: [String])] = [
    // Matrix: events, and what they hold by the event's name alone.
    (
      """
      CREATE TABLE talk.events(stream_ordering bigint PRIMARY KEY, event_id text NOT NULL UNIQUE,
        room_id text NOT NULL, sender text NOT NULL, type text NOT NULL);
      CREATE TABLE talk.event_json(event_id text PRIMARY KEY, room_id text NOT NULL,
        internal_metadata text NOT NULL, json jsonb NOT NULL, format_version int);
      """, "event_json", ["json"]
    ),
    (
      """
      CREATE TABLE talk.event_json(event_id text PRIMARY KEY, room_id text NOT NULL,
        json text NOT NULL);
      """, "event_json", ["json"]
    ),
    (
      """
      CREATE TABLE talk.lines(line_id int PRIMARY KEY, conversation_id int NOT NULL,
        author_id int NOT NULL);
      CREATE TABLE talk.line_contents(line_id int PRIMARY KEY, parts text[], raw bytea, markup xml);
      """, "line_contents", ["parts", "raw", "markup"]
    ),
    (
      """
      CREATE TYPE talk.part AS (kind text, words text);
      CREATE TABLE talk.direct_messages(id int PRIMARY KEY, parts talk.part[], first talk.part,
        payload json);
      """, "direct_messages", ["parts", "first", "payload"]
    ),
    (
      """
      CREATE TABLE talk.mails(id int PRIMARY KEY, from_address text, to_address text, subject text,
        html text);
      """, "mails", ["subject", "html"]
    ),
    (
      """
      CREATE TABLE talk.nachrichten(id int PRIMARY KEY, absender_id int, inhalt text, anhang jsonb);
      """, "nachrichten", ["inhalt", "anhang"]
    ),
    ("CREATE TABLE talk.mensajes(id int PRIMARY KEY, contenido text);", "mensajes", ["contenido"]),
    ("CREATE TABLE talk.chatmessages(id int PRIMARY KEY, data jsonb);", "chatmessages", ["data"]),
    (
      "CREATE TABLE talk.\"сообщения\"(id int PRIMARY KEY, \"текст\" text);", "сообщения", ["текст"]
    ),
    ("CREATE TABLE talk.\"メッセージ\"(id int PRIMARY KEY, body text);", "メッセージ", ["body"]),
    (
      """
      CREATE TABLE talk.messages(id int PRIMARY KEY, sender_id int, body text);
      CREATE TABLE talk.translations(id int PRIMARY KEY,
        message_id int NOT NULL REFERENCES talk.messages, text text);
      """, "translations", ["text"]
    ),
  ]

  @Test(arguments: letters.indices)
  func `a message is masked and not searched`(index: Int) async throws {
    let (tables, table, columns) = Self.letters[index]
    let draft = try await draft(tables)
    let collection = try #require(
      draft.collections.first { $0.table.name == table },
      "\(draft.collections.map(\.table.name))"
    )
    #expect(collection.search.isEmpty && collection.filters.isEmpty, "\(collection.search)")
    for column in columns {
      #expect(!collection.isOpen(try #require(collection.table[column: column])), "\(column)")
      #expect(!collection.labelColumns.contains(column))
    }
  }

  @Test(arguments: [
    "CREATE TABLE talk.posts(id int PRIMARY KEY, thread_id int, author_id int, body text)",
    "CREATE TABLE talk.flights(id int PRIMARY KEY, from_city text, to_city text, description text)",
    "CREATE TABLE talk.bookings(id int PRIMARY KEY, room_id int, guest_id int, title text)",
    "CREATE TABLE talk.videos(id int PRIMARY KEY, channel_id int, uploader_id int, title text)",
    "CREATE TABLE talk.articles(id int PRIMARY KEY, author_id int, title text, body text)",
  ])
  func `what everybody reads is searched`(table: String) async throws {
    let draft = try await draft(table + ";")
    #expect(draft.collections[0].search.isEmpty == false, "\(draft.collections[0])")
  }

  /// Returns what is drafted of tables.
  private func draft(_ tables: String) async throws -> AdoptionDraft {
    try await connected { connection in
      try await connection.executeScript("CREATE SCHEMA talk; \(tables)")
      return try await connection.withTransaction { transaction in
        let adoption = Adoption(share: try Share.find(), session: transaction)
        return try await adoption.draft(
          of: adoption.survey(schema: "talk", app: "talk"),
          AdoptionAnswers()
        )
      }
    }
  }
}
