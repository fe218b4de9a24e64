package import Catalog
package import Postgres

/// Columns that an app's own triggers keep: what Reeve writes changes them, and an undo does not
/// give them back.
package struct KeptColumns: Hashable, Sendable {
  /// The app.
  package let app: String
  /// The collection, and the columns of its table.
  package let collection: String
  package let columns: [String]

  /// Finds them by trying, on a few rows, in a transaction that is rolled back.
  ///
  /// - Parameters:
  ///   - manifest: Whose app; nothing is found of one that is not applied yet.
  ///   - session: A connection or a transaction of an installer.
  /// - Returns: Those of each collection, by name.
  /// - Throws: `PostgresError`.
  package static func find(of manifest: Manifest, on session: any Session) async throws -> [Self] {
    try await session.call(OperationsFunctions.catalogKept(app: manifest.app)).map { kept in
      Self(app: manifest.app, collection: kept.collection, columns: kept.columns)
    }
  }
}

extension Installer {
  /// Finds the columns that apps' own triggers keep; see ``KeptColumns``.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func keptColumns(of manifests: [Manifest]) async throws -> [KeptColumns] {
    try await withConnection { connection in
      var kept: [KeptColumns] = []
      for manifest in manifests { kept += try await KeptColumns.find(of: manifest, on: connection) }
      return kept
    }
  }
}
