/// One row that can be looked at or acted on.
struct Subject: Sendable, Hashable {
  let collection: CatalogCollection
  /// The key as Reeve stores it: text.
  let key: String
  /// What it is called, where that is known.
  var label = ""
}

/// Who is at the console, from `reeve.session_info()`.
struct SessionInfo: Sendable {
  let actor: String
  let rank: String?
  let database: String
  let apps: [String]
  let version: Int
  let chainSequence: Int64
  let chainHash: String
  /// `copy` or `parked`; nil where this is the live database as far as is known.
  let standing: String?
}

/// A clause that an action cites.
struct Policy: Sendable {
  let name: String
  let title: String
  let clause: String
  /// How grave a breach is, where the action does not say.
  let severity: String
  /// What a breach counts against its author.
  let strikes: Int
  /// How long a suspension for it lasts, where the action does not say.
  let duration: String?
}

/// A verb that an app brings along: a function that returns rows about one subject.
struct Report: Sendable {
  let app: String
  let name: String
  let collection: String
  let arguments: [String]
  let columns: [String]
  /// Of each column, as `format_type` names it.
  let types: [String]
  let help: String

  /// The verb, its arguments as flags.
  var verb: Verb {
    Verb(
      name,
      .report,
      "\(help)",
      arguments: "\(collection):7",
      values: [.subject],
      required: 1,
      flags: arguments.map { Flag($0, $0 == "day" ? .day : .text, "what the report asks for") }
        + Verb.output.filter { !arguments.contains($0.name) },
      examples: [
        "\(name) \(collection):7"
          + (arguments.contains("day") ? " --day 2026-11-21" : "")
      ]
    )
  }
}
