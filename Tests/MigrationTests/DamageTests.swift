import Foundation
import Host
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Damage of one record is damage of one record; a file that is cut short leaves nothing behind.
@Suite(.freshDatabase, .blocking)
struct DamageTests {
  /// A source in which one or more records are damaged.
  struct Damaged: Sendable, CustomStringConvertible {
    let format: String
    let content: [UInt8]
    /// Records that arrive.
    let whole: Int
    /// Codes of those that do not.
    let codes: [String]
    /// The table that takes them.
    var table = "in"

    init(
      _ format: String,
      _ parts: [Part],
      _ whole: Int,
      _ codes: [String],
      in table: String = "in"
    ) {
      (self.format, self.whole, self.codes, self.table) = (format, whole, codes, table)
      content = parts.flatMap(\.bytes)
    }

    var description: String { "\(format) \(codes.joined(separator: " "))" }

    enum Part: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
      case text(String)
      case byte(UInt8)

      init(stringLiteral text: String) { self = .text(text) }
      init(integerLiteral byte: UInt8) { self = .byte(byte) }

      var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .byte(let byte): [byte]
        }
      }
    }
  }

  private static let account = #"{"localId":"1","createdAt":"1500000000123","displayName":"Anna"}"#
  private static let row =
    ",a@b.c,false,,,Anna" + String(repeating: ",", count: 18) + "1500000000000,,,false,\n"

  /// 1 MiB of arrays in arrays.
  private static let nested =
    String(repeating: "[", count: 1 << 19) + String(repeating: "]", count: 1 << 19)

  static let damaged: [Damaged] = [
    Damaged(
      "rtdb",
      [
        "{\"users\":{\"u1\":{\"n\":1,\"m\":1},\"u2\":{\"n\":", .text(nested),
        "},\"u3\":{\"n\":1,\"m\":1},\"u4\":{\"n\":1,\"m\":1}}}",
      ],
      3,
      ["1 syntax"],
      in: "users"
    ),
    Damaged("ndjson", ["{\"id\":1,\"n\":", .text(nested), "}\n{\"id\":2}\n"], 1, ["1 syntax"]),
    Damaged("csv", ["id,name\n1,Anna\n2\n3,Bo\n4,Cy,7\n"], 2, ["3 syntax", "5 syntax"]),
    Damaged("csv", ["id,name\n1,Zo", 0xEB, "\n2,Bo\n"], 1, ["2 encoding"]),
    Damaged("csv", ["id,name\n1,A", 0, "\n2,Bo\n"], 1, ["2 type"]),
    Damaged("csv", ["id,name\n1,\"open\n2,Bo\n3,\"Cy\"x\n4,Di\n"], 2, ["2 syntax", "4 syntax"]),
    Damaged(
      "ndjson",
      [
        "{\"id\":1,\"n\":\"\\ud83d\"}\n{\"id\":2,\"n\":\"b\"}\n{\"id\":3,\"id\":4,\"n\":\"c\"}\n{\"id\":5,\"n\":\"",
        0xFF, "\"}\n{\"id\":6,\"n\":}\n{\"id\":7,\"n\":\"\\u0000\"}\nx\n",
      ],
      1,
      ["1 syntax", "3 syntax", "4 encoding", "5 syntax", "6 type", "7 syntax"]
    ),
    Damaged("ndjson", ["{\"id\":1,\"n\":1}\n{\"id\":2,\"n\\u0000\":1}\n"], 1, ["2 field"]),
    Damaged(
      "json",
      [
        "[{\"id\":1,\"n\":\"\\ud83d\"},\n{\"id\":2,\"n\":\"b\"},\n{\"id\":3,\"id\":4},\n{\"id\":5,\"n\":\"",
        0xFF,
        "\"},\n7,\n{\"id\":6,\"n\":\"d\"}]",
      ],
      2,
      ["1 syntax", "3 syntax", "4 encoding", "5 type"]
    ),
    Damaged(
      "json",
      [
        "[\n  {\"id\":1,\"n\":\"a},\n  {\"id\":2,\"n\":[},\n  {\"id\":3,\"n\":\"b\"},\n  {\"id\":4,\"n\":\"c\"}\n]\n"
      ],
      2,
      ["2 syntax", "3 syntax"]
    ),
    Damaged(
      "mongodb",
      [
        "{\"_id\":\"a\",\"n\":1}\n{\"_id\":{\"$oid\":\"5bfef0a706598d55ece776fe\"},\"n\":1,\"n\":2}\n",
        "{\"_id\":\"b\",\"at\":{\"$date\":\"never\"}}\n{\"_id\":\"c\",\"at\":{\"$date\":\"2020-01-01T00:00:00Z\"}}\n",
      ],
      2,
      ["2 syntax", "3 type"]
    ),
    Damaged(
      "rtdb",
      [
        #"{"users":{"u1":{"name":"Anna","age":1},"u2":{"name":"\ud83d","age":2},"#,
        #""u\ud83d3":{"name":"Bo","age":3},"u4":{"name":"Cy","name":"Di","age":4},"u5":{"name":"E"#,
        0xFF, #"","age":5},"u"#, 0xFE, #"6":{"name":"Fy","age":6},"u7":{"na"#, 0xFF,
        #"me":"Gil","age":7},"u8":{"name":"Hal","age":8}}}"#,
      ],
      2,
      ["1 syntax", "1 syntax", "1 syntax", "1 encoding", "1 encoding", "1 encoding"],
      in: "users"
    ),
    Damaged(
      "firestore-json",
      [
        #"{"__collections__":{"users":{"u1":{"name":"Anna","__collections__":{"orders":{"o\udc00":"#,
        #"{"n":1},"o2":{"n":2}}}},"u\ud83d2":{"name":"Bo","__collections__":{"orders":{"o3":{"n":3}}}},"#,
        #""u3":{"name":"Cy","at":{"__datatype__":"timestamp","value":7}},"u4":{"name":"Di"}}}}"#,
      ],
      2,
      ["1 syntax", "1 type", "1 syntax", "1 syntax"],
      in: "users"
    ),
    Damaged(
      "firebase-auth",
      [
        "{\"users\":[\n{\"localId\":\"0\",\"customAttributes\":\"\"},\n", .text(account),
        ",\n{\"localId\":\"2\",\"localId\":\"3\"},\n{\"localId\":\"4\",\"displayName\":\"", 0xFF,
        "\"},\n{\"localId\":\"5\",\"displayName\":\"\\udc00\"}]}",
      ],
      1,
      ["1 type", "1 syntax", "1 encoding", "1 syntax"]
    ),
    Damaged(
      "firebase-auth-csv",
      [.text("1" + row), "2,a@b.c,false\n", .text("3" + row), "4,", 0xFF, .text(row.dropping(1))],
      2,
      ["2 syntax", "4 encoding"]
    ),
  ]

  @Test(arguments: damaged)
  func `what one record has is that record's, and all others arrive`(_ damaged: Damaged)
    async throws
  {
    let fixture = try await ImportFixture()
    try fixture.write(damaged.content)
    let inspection = try Inspection(fixture.file, report: { _ in })
    #expect(inspection.format == damaged.format)
    #expect(inspection.damage == [])
    let run = try await ImportFixture.reeve("import", fixture.file, "--app", "notes", "--yes")
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("quarantine"), "\(run.output)")
    #expect(try await fixture.quarantine().sorted() == damaged.codes.sorted(), "\(run.output)")
    let count = try await fixture.number("SELECT count(*) FROM \"My Notes\".\"\(damaged.table)\"")
    #expect(count == damaged.whole, "\(run.output)")
    // With its place, and byte for byte.
    #expect(
      try await fixture.number(
        """
        SELECT count(*) FROM reeve.quarantine q JOIN reeve.import i USING (import_id)
        WHERE q.byte_offset >= 0 AND (q.original <> '' OR i.mapping ->> 'format' LIKE 'firebase%')
        """
      ) == damaged.codes.count
    )
    await fixture.end()
  }

  /// Sources that end too early, by format.
  static let cut: [(format: String, content: String)] = [
    ("csv", "id,name\n1,Anna\n2"), ("csv", "id,name\n1,Anna\n2,\"B"),
    ("ndjson", "{\"id\":1,\"n\":\"a\"}\n{\"id\":2,\"n\":\"b"),
    ("json", "[{\"id\":1,\"n\":\"a\"},\n{\"id\":2,"), ("json", "[{\"id\":1,\"n\":\"a\"}"),
    ("mongodb", "{\"_id\":{\"$oid\":\"5bfef0a706598d55ece776fe\"}}\n{\"_id\":{\"$oid\":\"5bfef0"),
    (
      "rtdb",
      #"{"users":{"u1":{"n":"a","m":1},"u2":{"n":"b","m":1},"u3":{"n":"c","m":1},"u4":{"n":"d"#
    ),
    ("firestore-json", #"{"__collections__":{"users":{"u1":{"name":"Anna"},"u2":{"na"#),
    ("firebase-auth", "{\"users\":[\n\(account),\n{\"localId\":\"2\""),
    ("firebase-auth-csv", "1" + row + "2,a@b.c,fal"),
  ]

  @Test(arguments: cut)
  func `a file that is cut short is refused before a table is made`(
    format: String,
    content: String
  ) async throws {
    let fixture = try await ImportFixture()
    try fixture.write(content)
    #expect(try Inspection(fixture.file, report: { _ in }).format == format)
    let tables = try await fixture.number("SELECT count(*) FROM pg_class WHERE relkind = 'r'")
    let run = try await ImportFixture.reeve("import", fixture.file, "--app", "notes", "--yes")
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("incomplete or damaged"), "\(run.output)")
    #expect(
      try await fixture.number("SELECT count(*) FROM pg_class WHERE relkind = 'r'") == tables
    )
    #expect(try await fixture.number("SELECT count(*) FROM reeve.import") == 0)
    await fixture.end()
  }

  @Test func `a refusal after the plan leaves neither app nor schema nor role nor table`()
    async throws
  {
    let fixture = try await ImportFixture()
    try fixture.write("id,name\n1,Anna\n")
    let app = "left\(UInt32.random(in: 0..<1_000_000))"
    // The type of a column is refused when the table is made.
    try await fixture.database.executeScript(
      """
      CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
        IF tg_tag = 'CREATE TABLE' AND current_setting('role') LIKE 'left%' THEN
          RAISE EXCEPTION 'no tables today'; END IF; END $$;
      CREATE EVENT TRIGGER refuse ON ddl_command_start EXECUTE FUNCTION public.refuse();
      """
    )
    let run = try await ImportFixture.reeve("import", fixture.file, "--app", app, "--yes")
    #expect(run.status != 0)
    #expect(run.output.contains("no tables today"), "\(run.output)")
    for left in [
      "SELECT count(*) FROM pg_namespace WHERE nspname = '\(app)'",
      "SELECT count(*) FROM reeve.app WHERE app = '\(app)'",
      "SELECT count(*) FROM pg_roles WHERE rolname LIKE '%\(app)%'",
    ] { #expect(try await fixture.number(left) == 0, "\(left)") }
    await fixture.end()
  }
}

extension String {
  /// The text without its first characters.
  fileprivate func dropping(_ count: Int) -> String { String(dropFirst(count)) }
}
