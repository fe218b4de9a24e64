import Catalog
import Glibc
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Randevoo's chats from an export: messengers and messages become chats, and nothing comes in that
/// is alone.
@Suite(.freshDatabase, .blocking)
struct ChatImportTests {
  private typealias Field = ExportWriter.Field

  private static func time(_ second: Int) -> Field {
    .string("1970-01-01T00:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60).000Z")
  }

  private static func messenger(
    _ id: String,
    _ members: [String],
    last: String,
    at: Int
  ) -> [UInt8] {
    ExportWriter.document(
      ["messengers", id],
      [
        ("members", .array(members.map { .string($0) })), ("isEmpty", .bool(false)),
        ("recent", .map([("content", .string(last)), ("createdAt", time(at))])),
      ]
    )
  }

  private static func message(
    _ messenger: String,
    _ id: String,
    _ sender: String,
    _ text: String,
    _ at: Int
  ) -> [UInt8] {
    ExportWriter.document(
      ["messages", messenger, "contents", id],
      [("senderId", .string(sender)), ("content", .string(text)), ("createdAt", time(at))]
    )
  }

  @Test func `messengers become chats, messages of none are quarantined`() async throws {
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
      Self.messenger("g1", ["ann", "shop"], last: "Yes \u{202E}\u{1B}[31m", at: 60),
      Self.messenger("g2", ["shop", "bob"], last: "not that one", at: 50),
      Self.messenger("twice", ["ann", "shop"], last: "again", at: 30),
      Self.messenger("nobodys", ["nobody", "shop"], last: "x", at: 1),
      Self.messenger("silent", ["owner", "shop"], last: "x", at: 1),
      Self.message("g1", "m1", "ann", "Is it blue?", 0),
      Self.message("g1", "m2", "shop", "Yes \u{202E}\u{1B}[31m", 60),
      Self.message("g2", "m3", "bob", "Hello?", 40),
      Self.message("g2", "m4", "shop", "Hello.", 50),
      Self.message("lost", "m5", "ann", "to nobody", 0),
      Self.message("twice", "m6", "ann", "again", 30),
      Self.message("nobodys", "m7", "ann", "x", 0),
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
    let counts = try await load("firestore").suffix(3)
    #expect(counts.map(\.inserted) == [5, 5, 0])
    #expect(counts.map(\.quarantined) == [0, 2, 0])
    let messages = try await database.query(
      """
      SELECT string_agg(concat_ws(' ', g.legacy_id, u.legacy_id, m.sent_at, m.body), '|'
        ORDER BY g.legacy_id, m.sent_at)
      FROM randevoo.messages m JOIN randevoo.groups g ON g.id = m.group_id
      JOIN randevoo.users u ON u.id = m.author_id
      """
    )
    #expect(
      try messages[0].get(0)
        == "g1 ann 1970-01-01 00:00:00+00 Is it blue?|g1 ann 1970-01-01 00:00:30+00 again|"
        + "g1 owner 1970-01-01 00:01:00+00 Yes \u{202E}\u{1B}[31m|"
        + "g2 bob 1970-01-01 00:00:40+00 Hello?|g2 owner 1970-01-01 00:00:50+00 Hello."
    )
    let alone = try await database.query(
      """
      SELECT string_agg(q.code || ' ' || i.source, ', ' ORDER BY i.source, q.code)
      FROM reeve.quarantine q JOIN reeve.import i USING (import_id)
      """
    )
    let contents = "firestore:messages/{messenger}/contents/{id}"
    #expect(try alone[0].get(0) == "23502 \(contents), 23502 \(contents)")
    let faults = try await database.query(
      "SELECT string_agg(legacy_id, ' ' ORDER BY legacy_id) FROM randevoo.chat_faults()"
    )
    #expect(try faults[0].get(0) == "g2 silent")
    #expect(try await load("firestore").map(\.inserted).reduce(0, +) == 0)
    let again = try await database.query("SELECT count(*) FROM randevoo.messages")
    #expect(try again[0].get(0) == 5)
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
