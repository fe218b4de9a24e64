import Foundation
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// The rights that an import leaves behind.
@Suite(.freshDatabase, .blocking)
struct ImportRightsTests {
  @Test func `an import leaves the rights to read that somebody else gave`() async throws {
    let fixture = try await ImportFixture()
    try await fixture.database.executeScript(
      """
      GRANT SELECT ON "My Notes"."Note" TO reeve_writer_notes;
      GRANT SELECT (word) ON "My Notes"."Part" TO reeve_writer_notes;
      GRANT SELECT ON "My Notes"."Label" TO reeve_writer_notes;
      """
    )
    try fixture.write(#"{"id":1,"about":{"title":"a","parts":[{"w":"x"}]}}"# + "\n")
    _ = try await fixture.importer(ImportTests.children).run()
    for (right, has) in [
      (#"has_table_privilege('reeve_writer_notes', '"My Notes"."Note"', 'SELECT')"#, 1),
      (#"has_column_privilege('reeve_writer_notes', '"My Notes"."Part"', 'word', 'SELECT')"#, 1),
      (#"has_column_privilege('reeve_writer_notes', '"My Notes"."Part"', 'seen', 'SELECT')"#, 0),
      (#"has_table_privilege('reeve_writer_notes', '"My Notes"."Label"', 'SELECT')"#, 1),
      (#"has_any_column_privilege('reeve_writer_notes', '"My Notes"."Label"', 'INSERT')"#, 0),
      (
        #"has_any_column_privilege('reeve_writer_notes', '"My Notes"."Note"', 'INSERT, UPDATE')"#,
        0
      ),
    ] { #expect(try await fixture.number("SELECT (\(right))::int") == has, "\(right)") }
    await fixture.end()
  }
}
