import Catalog
import Postgres

extension Installer {
  /// Asks of columns that look like secrets whether everybody on the team may see them.
  ///
  /// - Parameters:
  ///   - manifest: A manifest that fits the database.
  ///   - session: A connection of the installer.
  /// - Returns: A question for each such column in a `show`, at its position in the manifest.
  /// - Throws: `Failure`, `PostgresError`.
  func shownSecrets(of manifest: Manifest, on session: any Session) async throws -> [Finding] {
    try AdoptionLexicon.require()
    let shown = try await session.query(
      share.query("operations/shown_columns.sql"),
      [JSONB(manifest.json)]
    )
    let relations = try shown.map { try $0.get("relation", as: Int64.self) }
    let columns = try await session.query(
      share.query("operations/adopt_columns.sql"),
      [Array(Set(relations))]
    ).map { (relation: try $0.get("relation", as: Int64.self), it: try AdoptionColumn(row: $0)) }
    var questions: [Finding] = []
    for (row, relation) in zip(shown, relations) {
      let name: String = try row.get("shown")
      let words: [String] = try row.get("words")
      guard
        let column = columns.first(where: { $0.relation == relation && $0.it.name == name })?.it,
        AdoptionSecrets.judge(column, of: words, isPeople: false) == .secret
      else { continue }
      let table: String = try row.get("name")
      questions.append(
        Finding(
          manifest.position(of: try row.get("path")),
          "is \(name) of \(table) a secret? The whole team sees it; leave it out of show, or list it"
            + " under personal"
        )
      )
    }
    return questions
  }
}
