/// The answers that `reeve adopt` got about a schema: the file `FILE.answers` beside a catalog.
///
/// Tables and columns have the names of the database. Readers ignore names that do not exist.
package struct AdoptionAnswers: Hashable, Sendable {
  /// The table of the people who use the app; empty where there is none, nil where nobody said.
  package var people: String?
  /// The enforcement of a ban of them: `column`, `guard`, `policy` or `none`.
  package var enforcement: String?
  /// By table, the column that says that a row is banned or hidden; empty where none does.
  package var hidden: [String: String] = [:]
  /// By table, columns that name who wrote a row.
  package var authors: [String: [String]] = [:]
  /// By table, columns that name somebody whom a row is about.
  package var others: [String: [String]] = [:]
  /// By table, columns without a foreign key of which somebody said that they do refer to the rows
  /// that `adopt` guessed.
  package var references: [String: [String]] = [:]
  /// By table, columns that hold no secret though they look so.
  package var shown: [String: [String]] = [:]
  /// By table, columns that do.
  package var secret: [String: [String]] = [:]
  /// The tables that the catalog describes first and in full; empty for all.
  package var first: [String] = []
  /// The tables whose column in `hidden` is from the catalog in force; not in the file.
  package var kept: Set<String> = []

  /// Makes answers to nothing.
  package init() {}

  /// The ways in which a ban can hold.
  package static let enforcements = ["column", "guard", "policy", "none"]

  /// Reads the file; an invalid answer counts as not given.
  ///
  /// - Returns: The answers, and the problems of the others.
  package static func read(
    _ file: ManifestFile
  ) -> (answers: AdoptionAnswers, findings: [Finding]) {
    let (root, broken) = YAMLComposer.compose(file.bytes, file: file.name)
    var reader = ManifestReader()
    var answers = AdoptionAnswers()
    guard let root, !root.isNull, case .object(let found) = reader.read(root, as: .answers, at: "")
    else { return (answers, broken + reader.findings) }
    answers.people = found["people"]?.string
    answers.enforcement = found["enforcement"]?.string
    if case .object(let columns)? = found["hidden"] {
      answers.hidden = columns.compactMapValues(\.string)
    }
    func columns(_ name: String) -> [String: [String]] {
      guard case .object(let tables)? = found[name] else { return [:] }
      return tables.mapValues(\.strings).filter { !$0.value.isEmpty }
    }
    answers.authors = columns("authors")
    answers.others = columns("others")
    answers.references = columns("references")
    answers.shown = columns("shown")
    answers.secret = columns("secret")
    answers.first = found["first"]?.strings ?? []
    return (answers, broken + reader.findings)
  }

  /// The file's text.
  package var text: String {
    var lines = [
      "# What `reeve adopt` was told, or proposed and `--yes` took. It asks no more about these, and",
      "# keeps to them when the schema changes. Edit them, or delete a line to be asked again.",
    ]
    if let people { lines.append("people: \(YAMLText.scalar(people))") }
    if let enforcement { lines.append("enforcement: \(enforcement)") }
    func add(_ name: String, _ tables: [String: [String]]) {
      guard !tables.isEmpty else { return }
      lines.append("\(name):")
      lines += tables.sorted { $0.key < $1.key }.map { table, columns in
        "  \(YAMLText.scalar(table)): [\(columns.map(YAMLText.scalar).joined(separator: ", "))]"
      }
    }
    if !hidden.isEmpty {
      lines.append("hidden:")
      lines += hidden.sorted { $0.key < $1.key }.map { table, column in
        "  \(YAMLText.scalar(table)): \(YAMLText.scalar(column))"
      }
    }
    add("authors", authors)
    add("others", others)
    add("references", references)
    add("shown", shown)
    add("secret", secret)
    if !first.isEmpty { lines += ["first:"] + first.map { "  - \(YAMLText.scalar($0))" } }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension JSON {
  /// The text that it is; nil for anything else.
  fileprivate var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The texts of the list that it is; empty for anything else.
  fileprivate var strings: [String] {
    guard case .array(let items) = self else { return [] }
    return items.compactMap(\.string)
  }
}

extension Shape {
  /// The file of answers.
  static let answers = Shape.record([
    may("people", .text, "the table of the people who use the app; `\"\"` if there is none"),
    may("enforcement", .choice(AdoptionAnswers.enforcements), "what makes a ban of them hold"),
    may(
      "hidden",
      .map(.text, keys: .text),
      "by table, the column that says that a row is banned or hidden; `\"\"` if none does"
    ),
    may("authors", columns, "by table, columns that name who wrote a row: guards bar them"),
    may("others", columns, "by table, columns that name somebody whom a row is about"),
    may(
      "references",
      columns,
      "by table, columns that do refer to the rows that `adopt` guessed: bans and erasures may act "
        + "by them"
    ),
    may("shown", columns, "by table, columns that hold no secret though they look so"),
    may("secret", columns, "by table, columns that hold a secret"),
    may("first", .list(.text), "the tables that the catalog describes first and in full"),
  ])

  private static let columns = Shape.map(.list(.text), keys: .text)
}
