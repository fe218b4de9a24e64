internal import Catalog
internal import Outcome
internal import Postgres

/// Writes a first catalog for a schema that nobody has prepared.
///
/// It reads the system catalogs, the planner's statistics and, to try guessed references, at most
/// 10,000 values of each; it writes nothing.
package struct Adoption: Sendable {
  let share: Share
  let session: any Session

  /// The result of adopting a schema.
  package struct Result: Sendable {
    /// The app's name.
    package let app: String
    /// The catalog, YAML.
    package var text: String
    /// Notes for the operator, a line each; may quote names from outside.
    package var notes: [String]
    /// The decisions of the draft, a line each with the answer that changes it; may quote names
    /// from outside.
    package let decided: [String]
    /// Whether `catalog check` finds nothing wrong with it.
    package var isSound: Bool
    /// Whether it has collections with a search index.
    package let isSearched: Bool
    /// The tables that are described in full, where others have a line each.
    let first: [String]
    /// Where it was written; nil where it was not.
    package var file: String?
  }

  /// Facts read from a schema.
  struct Survey: Sendable {
    /// The schema.
    let schema: String
    /// The app's name.
    let app: String
    /// The role that owns its tables.
    let owner: String
    /// Every table and view.
    let tables: [AdoptionTable]

    /// The tables that can be collections.
    var fitting: [AdoptionTable] { tables.filter { $0.problem == nil } }
    /// Those that cannot, what looks like people first.
    var leftOut: [AdoptionTable] {
      let others = tables.filter { $0.problem != nil }
      return others.filter(isOverlooked) + others.filter { !isOverlooked($0) }
    }

    /// Whether a table that is left out looks like the people: more than any that is not, or with
    /// thousands of rows.
    func isOverlooked(_ table: AdoptionTable) -> Bool {
      guard table.problem != nil, table.isTable, !AdoptionWords.isFramework(table.name) else {
        return false
      }
      let likeness = AdoptionDraft.likeness(table, among: tables)
      return likeness >= 4
        && (table.rows >= 1000
          || fitting.allSatisfy { AdoptionDraft.likeness($0, among: tables) < likeness })
    }

    /// Whether a table that is left out looks more like the table of people than any other, so that
    /// no other one is taken for it.
    var lacksPeople: Bool {
      leftOut.contains { lost in
        isOverlooked(lost)
          && fitting.allSatisfy {
            AdoptionDraft.likeness($0, among: tables) < AdoptionDraft.likeness(lost, among: tables)
          }
      }
    }
  }

  /// Reads a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema's name.
  ///   - app: The app's name; nil makes one of the schema's, or the database's for `public`.
  /// - Returns: The facts.
  /// - Throws: `Failure` where there is nothing to adopt, or this login may not act for the
  ///   tables' owner; `PostgresError`.
  func survey(schema: String, app: String?) async throws -> Survey {
    try await CatalogLoader(session: session).requireReeve()
    try AdoptionLexicon.require()
    let tables = try await tables(of: schema)
    let isThere: Bool = try await session.query(
      "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)",
      [schema]
    )[0].get(0)
    guard isThere else {
      throw Failure(.notFound, "there is no schema “\(schema)”")
    }
    guard let owner = tables.first(where: { $0.problem == nil })?.owner else {
      throw Failure(
        .notFound,
        tables.isEmpty
          ? "schema “\(schema)” has no table" : "no table of “\(schema)” can be adopted",
        details: tables.map { Self.told($0, isOverlooked: false) }
      )
    }
    try await requireOwner(owner, of: schema)
    return Survey(
      schema: schema,
      app: try await name(app, schema: schema),
      owner: owner,
      tables: tables
    )
  }

  /// Guesses a catalog, and tries its guesses on the data.
  func draft(of survey: Survey, _ answers: AdoptionAnswers) async throws -> AdoptionDraft {
    var draft = AdoptionDraft(
      tables: survey.fitting,
      app: survey.app,
      answers: answers,
      lacksPeople: survey.lacksPeople
    )
    try await settle(&draft, as: survey.owner)
    draft.finish()
    return draft
  }

  /// Writes the catalog of a schema, and checks it as `catalog check` would.
  ///
  /// - Parameters:
  ///   - survey: The facts about the schema.
  ///   - answers: The operator's answers about it.
  ///   - tries: Whether to try each action on a row of each collection; all of it is rolled back.
  /// - Returns: The catalog's text, and what the operator should know.
  /// - Throws: `PostgresError`.
  func write(
    _ survey: Survey,
    _ answers: AdoptionAnswers = AdoptionAnswers(),
    tries: Bool = false
  ) async throws -> Result {
    var draft = try await draft(of: survey, answers)
    let enforcement = answers.enforcement.flatMap(AdoptionDraft.Enforcement.init)
    func text() -> String {
      AdoptionText(draft: draft, survey: survey, enforcement: enforcement).text()
    }
    let loader = CatalogLoader(session: session)
    var notes =
      survey.leftOut.map { Self.told($0, isOverlooked: survey.isOverlooked($0)) }
      + ["\(draft.collections.count) collections"]
    let manifest = try Self.manifest(text())
    let findings = try await loader.check(manifest)
    notes += findings.map { "to fix: \($0)" }
    if tries, findings.isEmpty {
      let attempts = try await loader.attempt(manifest)
      for attempt in attempts {
        let problems = attempt.verb == nil || attempt.problem == nil ? [] : [attempt.told]
        draft.note(attempt.collection, tried: problems, touched: [])
        for (collection, columns) in attempt.touched {
          draft.note(collection, tried: [], touched: columns)
        }
        notes += problems.map { "tried: \($0)" }
      }
      let untried = attempts.filter { $0.verb == nil }.map(\.collection)
      notes.append("tried: \(attempts.count - untried.count) actions, each on one row")
      if !untried.isEmpty {
        notes.append("not tried, because there is no row: \(untried.joined(separator: ", "))")
      }
    }
    return Result(
      app: survey.app,
      text: text(),
      notes: notes,
      decided: AdoptionSummary(draft: draft, survey: survey, enforcement: enforcement).lines,
      isSound: findings.isEmpty,
      isSearched: draft.collections.contains(where: \.isSearched),
      first: draft.collections.contains(where: \.isMinor)
        ? draft.collections.filter { !$0.isMinor }.map(\.table.name) : []
    )
  }

  /// Reads a catalog's text.
  static func manifest(_ text: String) throws(ManifestError) -> Manifest {
    try Manifest(catalog: ManifestFile(name: "catalog.yaml", bytes: Array(text.utf8)))
  }

  // MARK: facts

  private func tables(of schema: String) async throws -> [AdoptionTable] {
    var tables = try await session.query(share.query("operations/adopt_tables.sql"), [schema])
      .map(AdoptionTable.init(row:))
    let places = Dictionary(
      uniqueKeysWithValues: tables.indices.map { (tables[$0].relation, $0) }
    )
    let relations = tables.filter(\.isTable).map(\.relation)
    for row in try await session.query(share.query("operations/adopt_columns.sql"), [relations]) {
      guard let place = try places[row.get("relation")] else { continue }
      tables[place].columns.append(try AdoptionColumn(row: row))
    }
    for row in try await session.query(share.query("operations/adopt_references.sql"), [relations])
    {
      let reference = try AdoptionReference(row: row)
      if let place = places[reference.relation] { tables[place].references.append(reference) }
    }
    try await sample(&tables, places)
    for place in tables.indices where tables[place].problem == nil {
      // A key that says nothing of anybody is better than the primary one that does.
      var table = tables[place]
      let problem = problem(of: &table)
      for key in table.keys.dropFirst() where problem != nil {
        var other = table
        (other.key, other.hasPrimaryKey) = (key, false)
        guard self.problem(of: &other) == nil else { continue }
        tables[place] = other
        break
      }
      guard tables[place].key == table.key else { continue }
      tables[place].problem = problem
      tables[place].remedy = table.remedy
    }
    return tables
  }

  /// Why a table had better be left out, by its name and its key; nil for any other.
  private func problem(of table: inout AdoptionTable) -> String? {
    if AdoptionWords.isFramework(table.name) { return "it belongs to a framework" }
    let key = table.key.compactMap { table[column: $0] }
    for column in key {
      switch AdoptionSecrets.judge(column, of: table.words, isPeople: false) {
      case .secret: return "its key \(column.name) looks like a secret, and keys are shown"
      case .doubtful(let why) where column.base != "bytea":
        return "its key \(column.name) may be a secret, since \(why), and keys are shown"
      default: break
      }
    }
    if let column = key.first(where: Self.isPersonal) {
      table.remedy =
        "ALTER TABLE \(table.sql) ADD reeve_key bigint GENERATED ALWAYS AS IDENTITY UNIQUE;"
      return "its key \(column.name) is personal, and keys are shown"
    }
    let tags: Set<String> = ["k", "key", "tag", "name", "label", "v", "value"]
    let tag = key.first {
      $0.isText && $0.words.last != "id" && !tags.isDisjoint(with: $0.words)
    }
    if key.count > 1, let tag {
      return "its rows tag others: \(tag.name) is in its key"
    }
    return nil
  }

  /// Whether a column of a key says who somebody is.
  private static func isPersonal(_ column: AdoptionColumn) -> Bool {
    let addresses: Set<String> = ["inet", "cidr", "macaddr", "macaddr8"]
    return addresses.contains(column.base)
      || column.isText && AdoptionWords.isPersonal(column.spoken, ofPeople: false)
      || column.found?.isPersonal(ofPersons: false) == true
  }

  /// Samples values of the tables; one that cannot be read gives none.
  private func sample(_ tables: inout [AdoptionTable], _ places: [Int64: Int]) async throws {
    let fitting = tables.filter { $0.problem == nil && !AdoptionWords.isFramework($0.name) }
    guard let owner = fitting.first?.owner,
      try await session.query("SELECT pg_has_role($1, 'MEMBER')", [owner])[0].get(0, as: Bool.self)
    else { return }
    let relations = fitting.map(\.relation)
    let isInstalled = try await session.query("SELECT to_regclass('reeve.import') IS NOT NULL")[0]
      .get(0, as: Bool.self)
    let imported =
      try isInstalled
      ? await session.query(share.query("operations/adopt_imported.sql"), [relations])
        .map { try $0.get(0, as: Int64.self) } : []
    let statements = try await session.query(
      share.query("operations/adopt_samples.sql"),
      [relations, imported]
    ).map { row in try (row.get(0, as: Int64.self), row.get(1, as: String.self)) }
    let tries = try await session.call(
      OperationsFunctions.roleTries(roleName: owner, statements: statements.map(\.1))
    )
    for (statement, tried) in zip(statements, tries) {
      guard let place = places[statement.0], let answer = tried.answer else { continue }
      for sampled in try answer.decode(as: [SampledColumn]?.self) ?? [] {
        guard
          let column = tables[place].columns.firstIndex(where: { $0.name == sampled.name })
        else { continue }
        tables[place].columns[column].sample = sampled.sample
        tables[place].columns[column].found = AdoptionValues(
          sampled.seen,
          isDocument: tables[place].columns[column].isManifold
        )
      }
    }
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
    // As the tables' owner: an operator of the app must not run with the rights of the login that
    // adopts.
    let tries = try await session.call(
      OperationsFunctions.roleTries(
        roleName: owner,
        statements: try statements.map { try $0.get(0, as: String.self) }
      )
    )
    for (guess, tried) in zip(guesses, tries) {
      draft.settle(
        guess,
        try tried.answer?.decode(as: AdoptionDraft.Trial.self) ?? AdoptionDraft.Trial()
      )
    }
  }

  /// Looks at columns of tables, as the tables' owner; one that cannot be read has no rows.
  func counts(
    _ columns: [(table: AdoptionTable, column: String)],
    as owner: String
  ) async throws -> [Count] {
    let statements = try await session.query(
      share.query("operations/adopt_counts.sql"),
      [columns.map(\.table.relation), columns.map(\.column), Count.limitRows]
    ).map { try $0.get(0, as: String.self) }
    return try await session.call(
      OperationsFunctions.roleTries(roleName: owner, statements: statements)
    ).map { try $0.answer?.decode(as: Count.self) ?? Count() }
  }

  // MARK: rights and names

  private func requireOwner(_ owner: String, of schema: String) async throws {
    let row = try await session.query(
      """
      SELECT pg_has_role($1, 'MEMBER'), format('GRANT %I TO %I;', $1::text, current_user),
        has_schema_privilege('reeve_access', $2, 'USAGE')
          OR has_schema_privilege($1, $2, 'USAGE WITH GRANT OPTION'),
        format('GRANT USAGE ON SCHEMA %I TO reeve_access;', $2::text)
      """,
      [owner, schema]
    )[0]
    if try !row.get(0, as: Bool.self) {
      throw Failure(
        .refused,
        "the tables belong to \(owner), and this login may not act as that role",
        details: [try row.get(1)],
        hint: "Have a database administrator run the statement above, then try again."
      )
    }
    if try !row.get(2, as: Bool.self) {
      throw Failure(
        .refused,
        "\(owner) may not let Reeve into schema \(schema)",
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
    let folded = try await session.one(OperationsFunctions.textFold(input: source))
    let words = folded.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    let name = String(words.prefix(30))
    if let app, app != name {
      throw Failure(
        .usage,
        "“\(app)” cannot name an app",
        hint: "Lower-case letters, digits and -, first a letter, at most 30."
      )
    }
    return name.first?.isLetter == true ? name : "app"
  }

  // MARK: notes

  private static func told(_ table: AdoptionTable, isOverlooked: Bool) -> String {
    let like = isOverlooked ? ", though it looks like people (about \(table.rows) rows)" : ""
    return "left out\(like): \(table.sql): \(table.problem ?? "")"
      + (table.remedy.map { "; \($0)" } ?? "")
  }
}

extension AdoptionDraft.Trial: Decodable {
  /// Reads what a statement of `adopt_guesses.sql` counts.
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    values = try list.decode(Int64.self)
    missing = try list.decode(Int64.self)
    distinct = try list.decode(Int64.self)
    isDefaulted = try list.decode(Bool.self)
  }
}

/// One column of a table's answer to `adopt_samples.sql`: its name, counts and some values.
private struct SampledColumn: Decodable {
  let name: String
  let sample: AdoptionSample
  let seen: [String]

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    name = try list.decode(String.self)
    sample = AdoptionSample(
      total: try list.decode(Int.self),
      strong: try list.decode(Int.self),
      random: try list.decode(Int.self),
      named: try list.decode(Int.self),
      values: try list.decodeIfPresent([String].self) ?? [],
      distinct: try list.decode(Int.self),
      words: try list.decode(Int.self),
      stopWords: try list.decodeIfPresent([String: Int].self) ?? [:]
    )
    seen = try list.decodeIfPresent([String].self) ?? []
  }
}
