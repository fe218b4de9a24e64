import Catalog
import Glibc
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Randevoo's chats from an export: one document is many rows, and nothing comes in that is alone.
@Suite(.freshDatabase, .blocking)
struct ChatImportTests {
  private typealias Field = ExportWriter.Field

  private static func group(
    _ id: String,
    _ customer: String,
    _ store: String,
    last: String,
    at: Int64
  ) -> [UInt8] {
    ExportWriter.document(
      ["groups", id],
      [
        ("customerId", .string(customer)), ("storeId", .string(store)),
        ("lastMessage", .string(last)), ("lastMessageTime", .timestamp(at * 1_000_000)),
      ]
    )
  }

  private static func conversation(_ id: String, _ lines: [(String, String, Int64)]) -> [UInt8] {
    ExportWriter.document(
      ["messages", id],
      [
        (
          "messages",
          .array(
            lines.map { sender, text, at in
              .map([
                ("senderId", .string(sender)), ("text", .string(text)),
                ("time", .timestamp(at * 1_000_000)),
              ])
            }
          )
        )
      ]
    )
  }

  @Test func `conversations become rows, orphans on either side are quarantined`() async throws {
    let database = try await TestDatabase.current.connect()
    let staging = try await TestDatabase.current.connect()
    try await database.executeScript(
      """
      INSERT INTO randevoo.users (legacy_id, first_name, provider)
      VALUES ('ann', 'Ann', 'google'), ('bob', 'Bob', 'google'), ('owner', 'Olga', 'google');
      INSERT INTO randevoo.stores (legacy_id, owner_id, name, city, time_zone)
      SELECT 'shop', id, 'Shop', 'Rome', 'Europe/Rome' FROM randevoo.users
      WHERE legacy_id = 'owner';
      """
    )
    let records = [
      Self.group("g1", "ann", "shop", last: "Yes \u{202E}\u{1B}[31m", at: 60),
      Self.group("g2", "bob", "shop", last: "not that one", at: 50),
      Self.group("twice", "ann", "shop", last: "x", at: 1),
      Self.group("nobodys", "nobody", "shop", last: "x", at: 1),
      Self.group("silent", "owner", "shop", last: "x", at: 1),
      Self.conversation(
        "g1",
        [("ann", "Is it blue?", 0), ("owner", "Yes \u{202E}\u{1B}[31m", 60)]
      ),
      Self.conversation("g2", [("bob", "Hello?", 40), ("owner", "Hello.", 50)]),
      Self.conversation("lost", [("ann", "to nobody", 0)]),
      Self.conversation("twice", [("ann", "again", 0)]),
      Self.conversation("nobodys", [("ann", "x", 0)]),
    ]
    let folder = try ExportWriter.write([ExportWriter.log(records)], count: records.count)
    defer { ExportWriter.remove(folder) }
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    func load(_ name: String) async throws -> [(inserted: Int, same: Int, quarantined: Int)] {
      let path = "\(root)/sql/apps/randevoo/sources/\(name).yaml"
      let file = ManifestFile(name: name, bytes: try #require(Self.contents(of: path)))
      let mappings = try MappingFile(file: file)
      let opened = try await Import(
        connection: database,
        staging: staging,
        mappings: mappings,
        path: folder,
        report: { _ in }
      ).open()
      #expect(opened.survey?.unmatched.isEmpty == true)
      var counts: [(Int, Int, Int)] = []
      for importer in opened.importers {
        let progress = try await importer.run()
        counts.append((progress.inserted, progress.same, progress.quarantined))
      }
      return counts
    }
    #expect(try await load("chat-documents").map(\.inserted) == [5])
    let counts = try await load("chats")
    #expect(counts.map(\.inserted) == [2, 0])
    #expect(counts.map(\.quarantined) == [3, 3])
    let messages = try await database.query(
      """
      SELECT string_agg(concat_ws(' ', g.legacy_id, m.place, u.legacy_id, m.sent_at, m.body), '|'
        ORDER BY g.legacy_id, m.place)
      FROM randevoo.messages m JOIN randevoo.groups g ON g.id = m.group_id
      JOIN randevoo.users u ON u.id = m.author_id
      """
    )
    #expect(
      try messages[0].get(0)
        == "g1 0 ann 1970-01-01 00:00:00+00 Is it blue?|"
        + "g1 1 owner 1970-01-01 00:01:00+00 Yes \u{202E}\u{1B}[31m|"
        + "g2 0 bob 1970-01-01 00:00:40+00 Hello?|g2 1 owner 1970-01-01 00:00:50+00 Hello."
    )
    let alone = try await database.query(
      """
      SELECT string_agg(q.code || ' ' || i.source, ', ' ORDER BY i.source, q.code)
      FROM reeve.quarantine q JOIN reeve.import i USING (import_id)
      """
    )
    #expect(
      try alone[0].get(0)
        == "23502 chats:groups/{id}, 23503 chats:groups/{id}, key chats:groups/{id}, "
        + "23502 chats:messages/{id}, 23502 chats:messages/{id}, 23502 chats:messages/{id}"
    )
    let faults = try await database.query("SELECT legacy_id, fault FROM randevoo.chat_faults()")
    #expect(faults.count == 1)
    #expect(try faults[0].get(0) == "g2")
    #expect(try await load("chats").map(\.inserted) == [0, 0])
    let again = try await database.query("SELECT count(*) FROM randevoo.messages")
    #expect(try again[0].get(0) == 4)
    await staging.close()
    await database.close()
  }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}
