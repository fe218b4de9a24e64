import Foundation
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// A draft fits the file that it was made of.
@Suite(.freshDatabase, .blocking)
struct ImportDraftTests {
  @Test func `blank and doubled headers have names of their own, which are told`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write("id;name;;name;;name_2\n1;Anna;x;Bo;;Cy\n2;Di;;Ed;y;Fy\n")
    let run = try await ImportFixture.reeve("import", fixture.file, "--app", "notes", "--yes")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("field 3 of the header has no name: it is called “column_3”"))
    #expect(run.output.contains("“name” twice: field 4 is called “name_3”"), "\(run.output)")
    let rows = try await fixture.database.query(
      """
      SELECT concat_ws('/', id, name, column_3, name_3, column_5, name_2) FROM "My Notes"."in"
      ORDER BY id
      """
    ).map { try $0.get(0, as: String.self) }
    #expect(rows == ["1/Anna/x/Bo//Cy", "2/Di//Ed/y/Fy"])
    await fixture.end()
  }

  @Test func `a CSV with more columns than a table takes arrives whole`() async throws {
    let fixture = try await ImportFixture()
    let names: [String] = (1...2000).map { "f\($0)" }
    var lines = ["id," + names.joined(separator: ",")]
    for row in 1...3 {
      lines.append("\(row)," + names.map { "\($0)-\(row)" }.joined(separator: ","))
    }
    try fixture.write(lines.joined(separator: "\n") + "\n")
    let run = try await ImportFixture.reeve("import", fixture.file, "--app", "notes", "--yes")
    #expect(run.status == 0, "\(run.output)")
    #expect(
      try await fixture.number(
        """
        SELECT count(*) FROM "My Notes"."in" t CROSS JOIN LATERAL jsonb_each_text(to_jsonb(t) - 'id'
          - 'rest' || t.rest) e WHERE e.value = e.key || '-' || t.id
        """
      ) == 6000
    )
    await fixture.end()
  }

  @Test func `a guessed key is told with its reason`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write("name,mail\nAnna,a@b.c\nAnna,d@e.f\n")
    let plan = try await ImportFixture.reeve("import", "plan", fixture.file, "--app", "notes")
    #expect(
      plan.output.contains("key: [mail]  # guessed: each of 2 records has one of its own"),
      "\(plan.output)"
    )
    let whole = try await ImportFixture.reeve("import", fixture.file, "--app", "notes")
    #expect(whole.output.contains("key mail: guessed"), "\(whole.output)")
    await fixture.end()
  }

  @Test func `an empty entity of Core Data has its table, a to-one relationship its reference`()
    async throws
  {
    let fixture = try await ImportFixture()
    let store = try SQLiteWriter()
    defer { store.remove() }
    try CoreDataTests.write(store)
    try store.run(
      "UPDATE ZPERSON SET ZSCHOOL = NULL, ZFACE = NULL; DELETE FROM ZSCHOOL; DELETE FROM Z_3SCHOOLS"
    )
    func plan() async throws -> ImportPlan {
      try await ImportPlan(
        Inspection(store.path, report: { _ in }),
        app: "notes",
        schema: nil,
        table: nil,
        connection: fixture.database
      )
    }
    let empty = try await plan()
    // A table of the parent would have the rows of none.
    #expect(empty.tables.map(\.name) == ["school", "student", "teacher"])
    #expect(empty.statements.contains("CREATE TABLE \"My Notes\".school(\n  id bigint NOT NULL,"))
    #expect(
      empty.statements.contains("FOREIGN KEY (school) REFERENCES \"My Notes\".school(id)"),
      "\(empty.statements)"
    )
    try store.run("INSERT INTO ZSCHOOL VALUES (1, 4, 1, 'First'); UPDATE ZPERSON SET ZSCHOOL = 1")
    let run = try await ImportFixture.reeve("import", store.path, "--app", "notes", "--yes")
    #expect(run.status == 0, "\(run.output)")
    #expect(
      try await fixture.number(
        """
        SELECT count(*) FROM "My Notes".student s JOIN "My Notes".school c ON c.id = s.school
        WHERE EXISTS (SELECT FROM pg_constraint k WHERE k.contype = 'f'
          AND k.conrelid = '"My Notes".student'::regclass)
        """
      ) == 1
    )
    await fixture.end()
  }
}
