internal import Catalog

/// The questions that `adopt` asks about a schema, in order; each builds on the answers before it.
///
/// It asks only where names, types and rows leave two readings, and nothing that is answered.
struct AdoptionInterview {
  /// The most columns that one question lists.
  private static let limitColumns = 20
  /// The most tables, besides that of people, of which it asks what hides a row.
  private static let limitHidings = 5

  /// Facts read from the database.
  let survey: Adoption.Survey
  /// Guesses again, with the answers so far.
  let redraft: (AdoptionAnswers) async throws -> AdoptionDraft
  /// Looks at columns.
  let count: ([(table: AdoptionTable, column: String)]) async throws -> [Adoption.Count]
  /// Asks somebody.
  let ask: AdoptionAsk
  /// The tables of which the catalog in force names a column that is gone; `people` for theirs.
  let gone: Set<String>
  /// The answers so far.
  private(set) var answers: AdoptionAnswers

  /// Asks everything.
  mutating func run() async throws {
    try put(people())
    var draft = try await redraft(answers)
    if let people = draft.people, let first = draft.collections.first(where: { $0.name == people })
    {
      try put(try await hiding(first, isPeople: true))
    }
    draft = try await redraft(answers)
    try put(references(draft))
    draft = try await redraft(answers)
    if draft.people != nil {
      try put(enforcement(draft))
      try put(authors(draft))
    }
    try put(secrets(draft))
    let unclear = draft.collections.filter {
      $0.name != draft.people && !$0.isMinor && $0.hidings.count > 1
        && !gone.contains($0.table.name)
    }
    let orphaned = draft.collections.filter {
      $0.name != draft.people && gone.contains($0.table.name)
    }
    for collection in orphaned + unclear.prefix(Self.limitHidings) {
      try put(try await hiding(collection, isPeople: false))
    }
  }

  private mutating func put(_ question: AdoptionQuestion?) throws {
    guard let question else { return }
    question.note(&answers, try ask(question))
  }

  // MARK: people

  private func people() -> AdoptionQuestion? {
    guard answers.people == nil, !survey.lacksPeople else { return nil }
    let tables = survey.fitting
    func references(_ table: AdoptionTable) -> Int {
      tables.count { $0.references.contains { $0.target == table.relation } }
    }
    let likely =
      tables.map { (table: $0, weight: AdoptionDraft.likeness($0, among: tables)) }
      .filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }
    // A clear favourite needs no question.
    if !gone.contains("people"), let best = likely.first, best.weight >= 4,
      best.weight >= (likely.dropFirst().first?.weight ?? 0) + 4
    {
      return nil
    }
    let shown =
      likely.isEmpty
      ? tables.map { (table: $0, weight: references($0)) }.filter { $0.weight > 0 }
        .sorted { $0.weight > $1.weight } : likely
    guard !shown.isEmpty else { return nil }
    let choices = shown.prefix(6).map { table, _ in
      var evidence = table.rows > 0 ? ["about \(table.rows) rows"] : []
      let refer = references(table)
      if refer > 0 {
        evidence.append(refer == 1 ? "1 table refers to it" : "\(refer) tables refer to it")
      }
      let columns = table.columns.filter { !AdoptionWords.telling.isDisjoint(with: $0.words) }.map(
        \.name
      )
      if !columns.isEmpty { evidence.append(columns.prefix(4).joined(separator: ", ")) }
      return (
        value: table.name,
        choice: AdoptionQuestion.Choice(
          name: table.name,
          evidence: evidence.joined(separator: "; ")
        )
      )
    }
    let best = (likely.first?.weight ?? 0) >= 4 ? likely.first?.table.name ?? "" : ""
    return .one(
      "Which table holds the people who use the app?",
      help:
        "Its rows can be banned; the rows of other tables can be hidden. Everything that refers to it"
        + " counts as a person's.",
      among: choices + [
        ("", .init(name: "none of them", evidence: "nobody is banned, things are hidden"))
      ],
      proposed: best,
      note: { $0.people = $1 }
    )
  }

  // MARK: hiding

  private func hiding(
    _ collection: AdoptionDraft.Collection,
    isPeople: Bool
  ) async throws -> AdoptionQuestion? {
    let table = collection.table
    guard answers.hidden[table.name] == nil,
      collection.hidings.count > (gone.contains(table.name) ? 0 : 1)
    else { return nil }
    let ways = Array(collection.hidings.prefix(8))
    let counts = try await count(ways.map { (table, $0.column) })
    let choices = zip(ways, counts).map { way, count in
      (
        value: way.column,
        choice: AdoptionQuestion.Choice(
          name: way.column,
          evidence: count.evidence(of: way)
        )
      )
    }
    return .one(
      isPeople
        ? "Which of these means that a row of “\(table.name)” is banned?"
        : "Which of these hides a row of “\(table.name)”?",
      help:
        "\(isPeople ? "A ban" : "To hide a row") writes this column, and an undo restores it. Choose the one"
        + " that the app's own code checks.",
      among: choices + [("", .init(name: "none of them"))],
      proposed: collection.visible ?? "",
      note: { $0.hidden[table.name] = $1 }
    )
  }

  // MARK: enforcement

  private func enforcement(_ draft: AdoptionDraft) -> AdoptionQuestion? {
    guard answers.enforcement == nil,
      let people = draft.collections.first(where: { $0.name == draft.people })
    else { return nil }
    let tables = draft.guards(of: people, by: .guard).map(\.table)
    let policed = draft.guards(of: people, by: .policy).map(\.table)
    guard people.visible != nil || !tables.isEmpty else { return nil }
    var choices: [(value: String, choice: AdoptionQuestion.Choice)] = []
    if let column = people.visible {
      let uses = people.table[column: column]?.heeded ?? 0
      choices.append(
        (
          "column",
          .init(
            name: "The app checks \(column) itself",
            evidence: uses == 0
              ? "" : uses == 1 ? "1 view or function uses it" : "\(uses) views and functions use it"
          )
        )
      )
    }
    func listed(_ tables: [String]) -> String {
      let names = Set(tables).sorted()
      return names.prefix(3).joined(separator: ", ")
        + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }
    if !tables.isEmpty {
      choices.append(
        (
          "guard",
          .init(name: "Triggers refuse what the banned write", evidence: "on \(listed(tables))")
        )
      )
    }
    if !policed.isEmpty {
      choices.append(
        (
          "policy",
          .init(
            name: "Row security refuses it",
            evidence: "on \(listed(policed)); not to the tables' owner"
          )
        )
      )
    }
    if people.visible == nil {
      choices.append(
        (
          "none",
          .init(name: "Nothing does: bans are only recorded", evidence: "each needs --record-only")
        )
      )
    }
    return .one(
      "What makes a ban hold?",
      help:
        "If the app does not check for bans, the database can: whoever wrote a row is refused, never"
        + " somebody whom the row mentions.",
      among: choices,
      // Triggers in tables of the app come only where somebody wants them.
      proposed: people.visible == nil ? "none" : "column",
      note: { $0.enforcement = $1 }
    )
  }

  private func authors(_ draft: AdoptionDraft) -> AdoptionQuestion? {
    guard ["guard", "policy"].contains(answers.enforcement) else { return nil }
    let unclear = draft.unguarded.filter { $0.actor.count == 1 }.prefix(Self.limitColumns)
    guard !unclear.isEmpty else { return nil }
    let rows = Dictionary(survey.fitting.map { ($0.name, $0.rows) }, uniquingKeysWith: max)
    return .many(
      "Which of these columns name who wrote the row?",
      help:
        "Somebody who is banned cannot insert rows of which a chosen column names them. Do not choose a"
        + " column that names whom a row is about, such as the one who was reported.",
      among: unclear.map { one in
        let rows = rows[one.table] ?? 0
        return (one.table, one.actor[0], rows > 0 ? "about \(rows) rows" : "")
      },
      note: { answers, column, isAuthor in
        if isAuthor {
          answers.authors[column.table, default: []].append(column.name)
        } else {
          answers.others[column.table, default: []].append(column.name)
        }
      }
    )
  }

  // MARK: references

  private func references(_ draft: AdoptionDraft) -> AdoptionQuestion? {
    let guesses = draft.collections.flatMap { collection in
      collection.parents.filter { !$0.isDoubted && !$0.isFirm }.map { parent in
        (
          collection.table.name, parent.columns[0],
          "to \(parent.collection)? \(parent.guess ?? "")"
        )
      }
    }.prefix(Self.limitColumns)
    guard !guesses.isEmpty else { return nil }
    return .many(
      "Which of these columns do refer to the rows that their names suggest?",
      help:
        "No foreign key says so. What is chosen is banned, hidden and erased with those rows; the rest is"
        + " only shown.",
      among: Array(guesses),
      note: { answers, column, isReference in
        if isReference { answers.references[column.table, default: []].append(column.name) }
      }
    )
  }

  // MARK: secrets

  private func secrets(_ draft: AdoptionDraft) -> AdoptionQuestion? {
    let columns = draft.collections.filter { !$0.isMinor }.flatMap { collection in
      collection.doubts.map { (collection.table.name, $0.column, $0.why) }
    }.prefix(Self.limitColumns)
    guard !columns.isEmpty else { return nil }
    return .many(
      "Which of these columns may admins see?",
      help:
        "They may hold secrets: passwords, tokens, keys. What is not chosen is not shown, found, or searched.",
      among: Array(columns),
      note: { answers, column, isShown in
        if isShown {
          answers.shown[column.table, default: []].append(column.name)
        } else {
          answers.secret[column.table, default: []].append(column.name)
        }
      }
    )
  }
}

extension Adoption {
  /// How often a table's first rows hold each value of a column.
  struct Count: Sendable {
    /// How many rows are looked at, at most.
    static let limitRows: Int64 = 100_000

    /// Rows looked at.
    var rows: Int64 = 0
    /// Values among them that are not NULL.
    var set: Int64 = 0
    /// The most frequent values and how often they are there, where such values are evidence.
    var values: [(value: String, count: Int64)] = []

    /// Returns the evidence for a way to hide rows, in one line.
    func evidence(of way: AdoptionWords.Hiding) -> String {
      let of = rows < Self.limitRows ? "of \(rows)" : "of the first \(rows)"
      guard !values.isEmpty else { return "\(set) \(of) rows set" }
      if let value = way.value, ["true", "false"].contains(value) {
        let hidden = values.first { $0.value == value }?.count ?? 0
        return "\(hidden) \(of) rows \(value)"
      }
      let list = values.map { "\($0.count) × \($0.value)" }.joined(separator: ", ")
      return list + (way.value.map { "; a ban sets \($0)" } ?? "")
    }
  }
}

extension Adoption.Count: Decodable {
  /// Reads what `adopt_counts.sql` counts.
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    rows = try list.decode(Int64.self)
    set = try list.decode(Int64.self)
    values = try list.decodeIfPresent([Value].self)?.map { ($0.text, $0.count) } ?? []
  }

  private struct Value: Decodable {
    let text: String
    let count: Int64

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      text = try list.decode(String.self)
      count = try list.decode(Int64.self)
    }
  }
}
