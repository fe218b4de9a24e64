package import Catalog
internal import Postgres

extension Installer {
  /// Asks of columns that look like secrets whether everybody on the team may see them.
  ///
  /// - Parameter manifests: Manifests that fit the database.
  /// - Returns: A question for each such column in a `show`, at its place in the manifest.
  /// - Throws: `Failure`, `PostgresError`.
  package func shownSecrets(of manifests: [Manifest]) async throws -> [Finding] {
    try await withConnection { connection in
      var findings: [Finding] = []
      for manifest in manifests {
        let shown = try await connection.query(
          share.query("operations/shown_columns.sql"),
          [JSONB(manifest.json)]
        )
        let relations = try shown.map { try $0.get("relation", as: Int64.self) }
        let columns = try await connection.query(
          share.query("operations/adopt_columns.sql"),
          [Array(Set(relations))]
        ).map {
          (relation: try $0.get("relation", as: Int64.self), it: try AdoptionColumn(row: $0))
        }
        for (row, relation) in zip(shown, relations) {
          let name: String = try row.get("shown")
          let table: [String] = try row.get("words")
          guard
            let column = columns.first(where: { $0.relation == relation && $0.it.name == name })?
              .it,
            AdoptionSecrets.judge(column, of: table, isPeople: false) == .secret
          else { continue }
          let place: String = try row.get("path")
          findings.append(
            Finding(
              manifest.position(of: place),
              "is \(name) of \(try row.get("name", as: String.self)) a secret? The whole team sees it;"
                + " leave it out of show, or list it under personal"
            )
          )
        }
      }
      return findings
    }
  }
}
