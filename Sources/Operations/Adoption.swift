internal import Catalog
internal import Postgres

/// Writes a first catalog for a schema that nobody has prepared.
///
/// It reads the system catalogs, the planner's statistics and, to try guessed references, at most 10,000
/// values of each; it writes nothing.
package struct Adoption: Sendable {
  let share: Share
  let session: any Session

  /// What was made of a schema.
  package struct Result: Sendable {
    /// The catalog, YAML.
    package let text: String
    /// What the operator should know, a line each; may quote names from outside.
    package let notes: [String]
  }

  /// Guesses the catalog of a schema, and checks it as `catalog check` would.
  ///
  /// - Parameters:
  ///   - schema: The schema's name.
  ///   - app: The app's name; nil makes one of the schema's, or the database's for `public`.
  ///   - enforcement: What makes bans bite; nil leaves it to what the schema has.
  /// - Returns: The catalog's text, and what the operator should know.
  /// - Throws: `OperationError` where there is nothing to adopt, or this login may not act for the
  ///   tables' owner; `PostgresError`.
  func write(
    schema: String,
    app: String?,
    enforcement: AdoptionDraft.Enforcement?
  ) async throws -> Result {
    try await CatalogLoader(session: session).requireReeve()
    let tables = try await tables(of: schema)
    let fitting = tables.filter { $0.problem == nil }
    guard let owner = fitting.first?.owner else {
      throw OperationError(
        tables.isEmpty
          ? "schema “\(schema)” has no table" : "no table of “\(schema)” can be adopted",
        status: .notFound,
        details: tables.map(Self.told)
      )
    }
    try await requireOwner(owner, of: schema)
    let app = try await name(app, schema: schema)
    var draft = AdoptionDraft(tables: fitting, app: app)
    try await settle(&draft, as: owner)
    let text = AdoptionText(
      draft: draft,
      app: app,
      schema: schema,
      owner: owner,
      enforcement: enforcement,
      leftOut: tables.filter { $0.problem != nil }
    ).text()
    let manifest = try Manifest(
      catalog: ManifestFile(name: "catalog.yaml", bytes: Array(text.utf8))
    )
    let findings = try await CatalogLoader(session: session).check(manifest)
    return Result(
      text: text,
      notes: tables.filter { $0.problem != nil }.map(Self.told)
        + summary(draft, enforcement) + findings.map { "to mend: \($0)" }
    )
  }

  // MARK: facts

  private func tables(of schema: String) async throws -> [AdoptionTable] {
    var tables = try await session.query(share.query("operations/adopt_tables.sql"), [schema])
      .map(AdoptionTable.init(row:))
    let places = Dictionary(
      uniqueKeysWithValues: tables.indices.map { (tables[$0].relation, $0) }
    )
    let relations = tables.filter { $0.problem == nil }.map(\.relation)
    for row in try await session.query(share.query("operations/adopt_columns.sql"), [relations]) {
      guard let place = try places[row.get("relation")] else { continue }
      tables[place].columns.append(try AdoptionColumn(row: row))
    }
    for row in try await session.query(share.query("operations/adopt_references.sql"), [relations])
    {
      let reference = try AdoptionReference(row: row)
      if let place = places[reference.relation] { tables[place].references.append(reference) }
    }
    for place in tables.indices {
      let secrets = tables[place].columns.filter {
        tables[place].key.contains($0.name) && AdoptionWords.isSecret($0.words, ofPeople: false)
      }
      if let secret = secrets.first {
        tables[place].problem = "its key \(secret.name) looks like a secret, and keys are shown"
      }
    }
    return tables
  }

  private func settle(_ draft: inout AdoptionDraft, as owner: String) async throws {
    let guesses = draft.guesses
    let statements = try await session.query(
      share.query("operations/adopt_guesses.sql"),
      [
        guesses.map { draft.collections[$0.child].table.relation }, guesses.map(\.column),
        guesses.map { draft.collections[$0.parent].table.relation },
        guesses.map { draft.collections[$0.parent].table.key[0] },
      ]
    )
    for (guess, statement) in zip(guesses, statements) {
      // As the tables' owner: what an operator of the app does is not to be done as who adopts.
      let row = try await session.query(
        """
        SELECT (a.counts ->> 0)::bigint, (a.counts ->> 1)::bigint
        FROM reeve.role_read($1, $2) a(counts)
        """,
        [owner, try statement.get(0, as: String.self)]
      )[0]
      draft.settle(guess, values: try row.get(0), missing: try row.get(1))
    }
  }

  // MARK: rights and names

  private func requireOwner(_ owner: String, of schema: String) async throws {
    let row = try await session.query(
      """
      SELECT pg_has_role($1, 'MEMBER'), format('GRANT %I TO %I;', $1::text, current_user),
        has_schema_privilege('reeve_hand', $2, 'USAGE')
          OR has_schema_privilege($1, $2, 'USAGE WITH GRANT OPTION'),
        format('GRANT USAGE ON SCHEMA %I TO reeve_hand;', $2::text)
      """,
      [owner, schema]
    )[0]
    if try !row.get(0, as: Bool.self) {
      throw OperationError(
        "the tables belong to \(owner), for whom this login may not act",
        status: .refused,
        details: [try row.get(1)],
        hint: "Have a database administrator run the statement above, then try again."
      )
    }
    if try !row.get(2, as: Bool.self) {
      throw OperationError(
        "\(owner) may not let Reeve into schema \(schema)",
        status: .refused,
        details: [try row.get(3)],
        hint: "Have the schema's owner run the statement above, then try again."
      )
    }
  }

  private func name(_ app: String?, schema: String) async throws -> String {
    let source: String
    if let app {
      source = app
    } else if schema == "public" {
      source = try await session.query("SELECT current_database()::text")[0].get(0)
    } else {
      source = schema
    }
    let folded: String = try await session.query("SELECT reeve.text_fold($1)", [source])[0].get(0)
    let words = folded.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    let name = String(words.prefix(30))
    if let app, app != name {
      throw OperationError(
        "“\(app)” cannot name an app",
        status: .usage,
        hint: "Lower-case letters, digits and -, first a letter, at most 30."
      )
    }
    return name.first?.isLetter == true ? name : "app"
  }

  // MARK: notes

  private static func told(_ table: AdoptionTable) -> String {
    "left out: \(table.sql): \(table.problem ?? "")" + (table.remedy.map { "; \($0)" } ?? "")
  }

  private func summary(
    _ draft: AdoptionDraft,
    _ enforcement: AdoptionDraft.Enforcement?
  ) -> [String] {
    let searched = draft.collections.filter(\.isSearched).map(\.name)
    var notes = ["\(draft.collections.count) collections"]
    if let people = draft.people, let first = draft.collections.first {
      let guards = enforcement.map { !draft.guards(of: first, by: $0).isEmpty } ?? false
      notes.append(
        "bans are of \(people): "
          + (guards
            ? "enforced by \(enforcement?.rawValue ?? "")"
            : first.visible.map { "they hold if the app heeds \($0)" }
              ?? "recorded, NOT enforced; --enforce guard would have triggers refuse writes")
      )
      if enforcement != nil, !guards {
        notes.append("nothing to enforce by: no table says which \(people) wrote its rows")
      }
    } else {
      notes.append("no table looks like that of people: there is no ban, only hide")
    }
    if !searched.isEmpty {
      let more = searched.count > 8 ? " and \(searched.count - 8) more" : ""
      notes.append(
        "search covers \(searched.prefix(8).joined(separator: ", "))\(more):"
          + " apply puts change triggers on them"
      )
    }
    return notes
  }
}

extension Installer {
  /// Writes a first catalog for a schema; see `Adoption`.
  ///
  /// - Parameters:
  ///   - schema: The schema's name.
  ///   - app: The app's name, nil for one made of the schema's.
  ///   - enforce: `guard` or `policy`, nil for what the schema has.
  ///   - file: Where to write it; nil gives the text back only.
  ///   - replace: Whether a file that is there may be overwritten.
  /// - Returns: The catalog's text, and what the operator should know.
  /// - Throws: `OperationError` also for a file that is there; `PostgresError`.
  package func adopt(
    schema: String,
    app: String?,
    enforce: String?,
    file: String?,
    replace: Bool
  ) async throws -> Adoption.Result {
    if let file, !replace, Disk.status(file) != nil {
      throw OperationError(
        "\(file) is there already",
        status: .refused,
        hint: "--replace writes it anew, without what was changed in it by hand."
      )
    }
    let result = try await withConnection { connection in
      try await connection.withTransaction { transaction in
        try await Adoption(share: share, session: transaction).write(
          schema: schema,
          app: app,
          enforcement: enforce.flatMap(AdoptionDraft.Enforcement.init)
        )
      }
    }
    if let file { try Disk.write(result.text, to: file, mode: 0o644) }
    return result
  }
}
