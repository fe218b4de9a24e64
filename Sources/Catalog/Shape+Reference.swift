/// The reference of all manifests, in Markdown, made from the shapes that check them.
package enum ManifestReference {
  /// The whole page; ends with a line break.
  package static var text: String {
    let head = """
      # Catalog reference

      Every key of every manifest, as `make docs` writes it from the shapes that check the files. `NAME` stands for a
      name of your own, `[]` for each item of a list; bold keys are required. A time is written as `90s`, `5m`, `24h`, `30d`
      or `1h30m`. Expressions are SQL over the row `t`.

      `reeve catalog check` also compares a catalog with the database. [Writing a catalog](catalog.md) has examples.

      """
    return head + pages.map(section).joined()
  }

  private static let pages: [(title: String, intro: String, shape: Shape)] = [
    (
      "Catalog", "`sql/apps/<app>/catalog.yaml`, or any file that `reeve catalog apply` is given.",
      .catalog
    ),
    ("Policies", "`policies.yaml`, beside the catalog.", .policies),
    ("Terms", "`terms.yaml`, beside the catalog.", .terms),
    ("Schedules", "`jobs/<name>.yaml`: [Jobs](jobs.md#schedules).", .job),
    ("Import mappings", "Files of records: [Importing](importing.md).", .mapping),
    ("Import mappings of exports", "Exports with several collections.", .collectionsMapping),
    (
      "Plans of a move", "`sources/move.yaml`: [Importing](importing.md#moving-an-app).", .movePlan
    ),
    ("Copy mappings", "For `reeve migrate`: [Migrating](migrating.md).", .copyMapping),
    (
      "Answers", "`FILE.answers`, beside a catalog: [Your own database](your-own-database.md).",
      .answers
    ),
    ("Worker manifest", "For `reeve-worker --manifest`: [Jobs](jobs.md#programs).", .worker),
  ]

  /// One manifest: its plain keys in one table, then a table for each key that has keys of its own.
  private static func section(title: String, intro: String, shape: Shape) -> String {
    guard case .record(let fields) = shape else { return "" }
    var text = "\n## \(title)\n\n\(intro)\n\n" + table(fields.map { row($0, "") })
    for field in fields {
      guard let (_, suffix) = field.shape.record else { continue }
      text += "\n### \(title): `\(field.name)\(suffix)`\n\n" + table(rows(field.shape))
    }
    return text
  }

  private static func table(_ rows: [String]) -> String {
    "| key | value | meaning |\n|---|---|---|\n" + rows.joined()
  }

  private static func row(_ field: Shape.Field, _ path: String) -> String {
    let key = field.isRequired ? "**`\(path)\(field.name)`**" : "`\(path)\(field.name)`"
    return "| \(key) | \(field.shape.words) | \(field.help) |\n"
  }

  /// The rows of all keys below one.
  private static func rows(_ shape: Shape, _ path: String = "") -> [String] {
    (shape.record?.fields ?? []).flatMap { field in
      [row(field, path)]
        + rows(field.shape, "\(path)\(field.name)\(field.shape.record?.suffix ?? "").")
    }
  }
}

extension Shape {
  /// The fixed keys in it, and how to get from its own key to them.
  fileprivate var record: (fields: [Field], suffix: String)? {
    switch self {
    case .record(let fields), .textsOr(let fields): (fields, "")
    case .list(let item, _): item.record.map { ($0.fields, "[]\($0.suffix)") }
    case .map(let value, _): value.record.map { ($0.fields, ".NAME\($0.suffix)") }
    default: nil
    }
  }

  /// The kind of value, in words.
  fileprivate var words: String {
    switch self {
    case .text: "text"
    case .textOrNull: "text or null"
    case .textOrTexts: "text, or a list of texts"
    case .textsOr: "text, a list of texts, or a mapping"
    case .word: "a name"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .boolean: "true or false"
    case .integer(let minimum): "a whole number from \(minimum) on"
    case .duration: "a time"
    case .any: "anything"
    case .list(.record, _): "a list of mappings"
    case .list(let item, _): "a list: \(item.words)"
    case .map(.record, _): "mappings, by name"
    case .map(let value, _): "by name: \(value.words)"
    case .record: "a mapping"
    }
  }
}
