import Catalog
import Glibc
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// From a source nobody has seen to rows that are verified: inspect, plan, create, run, verify.
@Suite(.freshDatabase, .blocking)
struct ImportPlanTests {
  /// Names that SQL, YAML, JSON pointers and mappings stumble over.
  static let names = [
    "id", "Select", "a b", "a.b", "/slash", "~tilde", "$id", "$path", "{id}", "quote\"s", "it's",
    "back\\slash", "null", "true", "12", "ctid", "line\nbreak", "émile", "漢字", "😀", "created_at",
    "createdAt", "key: value", "# comment", "- item", "", "\u{202E}bidi",
    String(repeating: "long", count: 30), String(repeating: "long", count: 30) + "er",
  ]

  @Test func `an export with every type and every odd name`() async throws {
    let odd = Self.names.map { ($0, ExportWriter.Field.string("value of \($0)")) }
    let every: [(String, ExportWriter.Field)] = [
      ("text", .string("é\\ \t\n\"'")), ("flag", .bool(true)), ("low", .int(.min)),
      ("high", .int(.max)), ("number", .double(0.1)), ("nan", .double(.nan)),
      ("infinite", .double(-.infinity)), ("zero", .double(-0.0)),
      ("tiny", .double(.leastNonzeroMagnitude)),
      ("bytes", .bytes([0, 92, 255])), ("year1", .timestamp(-62_135_596_800_000_000)),
      ("before", .timestamp(-62_135_596_800_000_001)), ("point", .point(-90, 179.5)),
      ("here", .reference(project: "dev~demo", database: "", path: ["a", "b"])),
      ("there", .reference(project: "s~other", database: "x", path: ["a", "b", "c", "d"])),
      ("map", .map([("nan", .double(.nan)), ("high", .int(.max)), ("list", .array([.map([])]))])),
      ("tagged", .map([("$ts", .null)])), ("vector", .vector([0.5, -1])),
      ("texts", .array([.string("{\"a\\b\""), .null, .string("NULL")])),
      ("ints", .array([.int(1)])),
      ("times", .array([.timestamp(5), .timestamp(-5)])),
      ("mixed", .array([.int(1), .string("1")])),
      ("references", .array([.reference(project: "dev~demo", database: "", path: ["a", "b"])])),
      ("doubles", .array([.double(0.1), .double(.nan)])), ("empty", .array([])),
      ("nothing", .null), ("either", .int(1)), ("numbers", .int(.max)),
    ]
    let records = [
      ExportWriter.document(["Every Type", "1"], every, field: 14),
      ExportWriter.document(
        ["Every Type", "-1"],
        [("either", .string("1")), ("numbers", .double(0.5))]
      ),
      ExportWriter.document(["Every Type", "bare"], []),
      ExportWriter.document(
        ["users", "u/1".replacing("/", with: "ü"), "id", "1", "a.b", "x y"],
        odd
      ),
    ]
    let log = ExportWriter.log(records, padded: true)
    let folder = try ExportWriter.write([[], log, []], count: 4)
    defer { ExportWriter.remove(folder) }
    let app = try await PlannedApp(folder)
    #expect(app.inspection.problems.isEmpty)
    let counts = try await app.run(again: true)
    #expect(counts == [3, 1])
    try app.compare()
    await app.end()
  }

  @Test(arguments: [
    ("odd.ndjson", true), ("odd.json", true), ("odd.csv", false),
  ])
  func `a file of records with every odd name`(name: String, isJSON: Bool) async throws {
    var template = Array("/tmp/reeve-plan-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(
      decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
    let path = "\(folder)/\(name)"
    defer {
      unlink(path)
      rmdir(folder)
    }
    let rows = (1...40).map { row in
      Self.names.enumerated().map { index, name in
        index == 0 ? "\(row)" : "\(name), \"\(row % 3)"
      }
    }
    if isJSON {
      let lines = rows.map { row in
        let members = zip(Self.names, row).map { name, text in
          Value.Member(key: Array(name.utf8)[...], value: .string(Array(text.utf8)[...]))
        }
        var line: [UInt8] = []
        Value.map(members).appendJSON(to: &line)
        return String(decoding: line, as: UTF8.self)
      }
      let isArray = name == "odd.json"
      let text = lines.joined(separator: isArray ? ",\n" : "\n")
      try ExportWriter.write(Array((isArray ? "[\(text)]" : text).utf8), to: path)
    } else {
      let lines = ([Self.names] + rows).map { row in
        row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ";")
      }
      try ExportWriter.write(Array(lines.joined(separator: "\r\n").utf8), to: path)
    }
    let app = try await PlannedApp(path)
    #expect(app.inspection.problems.isEmpty)
    #expect(try await app.run(again: true) == [40])
    await app.end()
  }

  @Test func `what texts look like, and what they only seem to`() {
    let looks: [(String, TextLook)] = [
      ("", .empty), ("0", .integer), ("-7", .integer), ("007", .text), ("-0", .text), ("+1", .text),
      ("9223372036854775807", .integer), ("9223372036854775808", .text), ("1.50", .decimal),
      ("-0.0", .text), ("1.", .text), ("1e5", .text), ("true", .boolean), ("True", .text),
      ("2024-02-29", .date), ("2023-02-29", .text), ("2024-02-29T12:00", .timestamp),
      ("2024-02-29 12:00:00.123456Z", .instant), ("2024-02-29 12:00:00.1234567Z", .finer),
      ("2024-02-29T12:00:00+05:30", .instant), ("0000-01-01", .text), ("12:00", .text),
      ("2024-02-29T12:00:00-0330", .instant), ("2024-02-29T12:00:00+05", .instant),
      ("2024-02-29T12:00:00+053", .text), ("2024-02-29T12:00:00+05:3", .text),
      ("2024-02-29T12:00:00+0560", .text), ("2024-02-29T12:00:00+15", .text),
    ]
    for (text, look) in looks { #expect(TextLook(Array(text.utf8)[...]) == look, "\(text)") }
  }

  /// The samples beside the checkout, where they are.
  static let data: String? = {
    let parts = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }
    let path = parts.joined() + "/shared/data"
    if access(path, R_OK) == 0 { return path }
    print("not tested: ../shared/data is absent")
    return nil
  }()

  @Test(
    .enabled(if: data != nil, "../shared/data is absent"),
    arguments: [
      ("firestore/okr-tracker", [246, 1, 7, 38, 10, 6, 702, 29, 3, 21, 7, 17, 7]),
      ("firestore/swift-guide", [5, 2, 5, 4]), ("firestore/algolia", [1, 1]),
      ("rtdb/tasks.json", [10, 2]), ("rtdb/plants.json", [5]), ("rtdb/mongo-extended.ndjson", [2]),
      ("rtdb/node-firestore-dialect.json", [1, 1, 7, 6]),
    ]
  )
  func `a real export arrives value for value`(sample: String, counts: [Int]) async throws {
    let app = try await PlannedApp(#require(Self.data) + "/" + sample)
    #expect(app.inspection.problems.isEmpty)
    #expect(app.inspection.declared.map { $0 == app.inspection.read } ?? true)
    #expect(app.inspection.read == counts.reduce(0, +))
    #expect(try await app.run() == counts)
    try app.compare()
    await app.end()
  }

  @Test func `arrays of maps become child tables, and rare fields one column, that run takes`()
    async throws
  {
    let fixture = try await ImportFixture()
    let wide = (0..<1700).map { #""f\#($0)":\#($0)"# }.joined(separator: ",")
    try fixture.write(
      #"{"id":1,"fooBar":1,"foo_bar":2,"items":[{"sku":"a"},{"sku":"b"}],\#(wide)}"# + "\n"
        + #"{"id":2,"fooBar":3,"foo_bar":4,"items":null}"# + "\n"
    )
    for isAgain in [false, true] {
      let plan = try await ImportPlan(
        Inspection(fixture.file) { _ in },
        app: "notes",
        schema: nil,
        table: "wide",
        connection: fixture.database
      )
      #expect(plan.missing == (isAgain ? 0 : 2))
      try await plan.makeTables(of: "notes", on: fixture.database)
      let mappings = try MappingFile(
        file: ManifestFile(name: "plan", bytes: Array(plan.mapping.utf8))
      )
      let source = Import(
        connection: fixture.database,
        staging: fixture.staging,
        mappings: mappings,
        path: fixture.file,
        report: { _ in }
      )
      let progress = try await source.open().importers[0].run()
      #expect(progress.quarantined == 0)
      #expect(progress.same == (isAgain ? 2 : 0))
    }
    let found = try await fixture.database.query(
      """
      SELECT foo_bar + foo_bar_2 || ' ' || f0 || ' ' || (SELECT count(*) FROM jsonb_object_keys(rest))
        || ' ' || (SELECT string_agg(i.sku, ',' ORDER BY i.position) FROM "My Notes".wide_items i)
      FROM "My Notes".wide WHERE id = 1
      """
    )[0].get(0, as: String.self)
    // Of 1,704 fields 300 have a column, and one a table.
    #expect(found == "3 0 1404 a,b")
    await fixture.end()
  }
}

/// An app whose tables are planned from a source.
struct PlannedApp {
  let inspection: Inspection
  private let plan: ImportPlan
  private let database: Connection
  private let staging: Connection

  /// Inspects and plans, creates the tables, and tells the catalog of the app.
  init(_ path: String) async throws {
    database = try await TestDatabase.current.connect()
    staging = try await TestDatabase.current.connect()
    inspection = try Inspection(path, report: { _ in })
    plan = try await ImportPlan(
      inspection,
      app: "planned",
      schema: "Planned \"S\"",
      table: nil,
      connection: database
    )
    let owner = try await TestDatabase.current.login("owner")
    try await database.executeScript(
      """
      GRANT CREATE ON DATABASE "\(TestDatabase.current.name)" TO "\(owner)";
      SET ROLE "\(owner)";
      """
    )
    try await database.executeScript(plan.statements)
    try await database.execute("RESET ROLE")
    try await database.execute(
      """
      SELECT * FROM reeve.catalog_apply(jsonb_build_object('app', 'planned', 'schema',
        'Planned "S"', 'owner', $1::text, 'title', 'Planned', 'collections', '{}'::jsonb))
      """,
      [owner]
    )
    let again = try await ImportPlan(
      inspection,
      app: "planned",
      schema: nil,
      table: nil,
      connection: database
    )
    #expect(again.missing == 0)
    #expect(again.appliedSchema == again.schema)
    #expect(again.mapping == plan.mapping)
  }

  /// Imports by the mapping as it is, again if asked, and verifies.
  ///
  /// - Returns: How many rows each collection became.
  func run(again: Bool = false) async throws -> [Int] {
    let manifest = ManifestFile(name: "plan.yaml", bytes: Array(plan.mapping.utf8))
    let mappings = try MappingFile(file: manifest)
    let whole = Import(
      connection: database,
      staging: staging,
      mappings: mappings,
      path: inspection.path,
      report: { _ in }
    )
    let opened = try await whole.open()
    #expect(opened.survey?.unmatched.isEmpty ?? true)
    var counts: [Int] = []
    for importer in opened.importers {
      let progress = try await importer.run()
      #expect(progress.quarantined == 0)
      #expect(try await importer.verify().differing == 0)
      if again { #expect(try await importer.run().same == progress.inserted) }
      counts.append(progress.inserted)
    }
    return counts
  }

  /// Compares the rows with what another decoder reads in the export.
  func compare() throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let words = [
      "python3", "\(root)/scripts/export-compare.py", inspection.path, "planned",
      try TestDatabase.current.conninfo(),
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var pid: pid_t = 0
    try #require(posix_spawnp(&pid, "python3", nil, nil, arguments, environ) == 0)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    #expect(status == 0, "what differs is on standard output")
  }

  /// Closes the connection.
  func end() async {
    await staging.close()
    await database.close()
  }
}
