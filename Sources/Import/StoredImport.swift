package import Catalog
import Outcome
package import Postgres

/// An import as the database keeps it.
package struct StoredImport: Sendable {
  /// The name by which the import knows its source.
  package let source: String
  package let file: String
  package let constants: [String: String]
  /// The mapping, as a file would hold it.
  package let manifest: ManifestFile
  private let id: Int

  /// Looks an import up.
  ///
  /// - Throws: `Failure` where there is none, `PostgresError`.
  package init(_ id: Int, _ connection: Connection) async throws {
    guard
      let row = try await connection.call(ImportFunctions.importManifest(importID: id)).first
    else { throw Failure(.notFound, "there is no import \(id)") }
    self.id = id
    source = row.source
    file = row.file
    manifest = ManifestFile(
      name: "the mapping of import \(id)",
      bytes: Array(row.manifest.text.utf8)
    )
    constants = try row.constants.decode(as: [String: String].self)
  }

  /// Returns notes on data that it left out or changed, a line each.
  package func told(_ connection: Connection) async throws -> [String] {
    try await connection.call(ImportFunctions.importTold(importID: id))
  }
}
