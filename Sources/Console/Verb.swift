/// What a flag or an argument may hold; TAB and the parser both go by it.
package enum ValueKind: Sendable, Hashable {
  /// A flag that stands alone.
  case none
  /// A collection of the catalog.
  case collection
  /// One subject: `user:42`, `randevoo/user:9`, or a row of the last listing.
  case subject
  /// Subjects, or rows of the last listing: `2`, `1-3`, `_`.
  case subjects
  /// An action's number: `A12`.
  case action
  /// A policy of the app.
  case policy
  /// A tag.
  case tag
  /// A limit of the subject's collection.
  case limit
  /// What waits for a second person: `P17`.
  case approval
  /// `30m`, `12h`, `7d`, `2w`.
  case duration
  /// A whole number from 1.
  case count
  /// `2026-11-21`.
  case day
  /// A job's number: `42`.
  case job
  /// A queue's name.
  case queue
  /// A login of the team.
  case login
  /// A frozen selection: `@wave`.
  case selection
  /// A batch's number: `B7`.
  case batch
  /// A case's number: `C12`.
  case caseNumber
  /// Personal fields of the catalog.
  case personal
  /// A local file.
  case file
  /// Names with commas; may be left out.
  case fields
  /// One of a few words.
  case choice([String])
  /// Words, to the end of the line where it is an argument.
  case text
}

/// A flag of a verb.
package struct Flag: Sendable {
  /// Without the dashes.
  let name: String
  /// What follows it.
  let kind: ValueKind
  /// One line of help.
  let help: SafeText

  init(_ name: String, _ kind: ValueKind, _ help: SafeText) {
    self.name = name
    self.kind = kind
    self.help = help
  }

  /// As it stands in a usage line.
  var usage: SafeText {
    switch kind {
    case .none: "--\(name)"
    case .policy: "--\(name) POLICY"
    case .duration: "--\(name) 7d"
    case .count: "--\(name) N"
    case .day: "--\(name) 2026-11-21"
    case .collection: "--\(name) COLLECTION"
    case .choice(let words): "--\(name) \(words.joined(separator: "|"))"
    case .text: "--\(name) \"…\""
    case .caseNumber: "--\(name) C12"
    case .fields: "--\(name) FIELDS"
    case .file, .subject, .subjects, .personal, .action, .tag, .limit, .approval, .job,
      .queue, .login, .selection, .batch:
      "--\(name) \(name.uppercased())"
    }
  }
}

/// A verb of the console: the one place that says what may be typed.
package struct Verb: Sendable {
  /// What runs it.
  enum Kind: Sendable, Hashable {
    case help, find, show, history, undo, redo, approvals, decide, staff, team, search, jobs, queues
    case queue, cron, audit, whoami, quit
    case export, next, caseShow, casePerform, mute, strikes, appeals, appeal, flags, links
    case reveal, chat, evidence, holds, select, batch
    /// An action of the catalog.
    case act
    /// Takes back the one action of a verb that is in force.
    case reverse(String)
    /// A report of the catalog.
    case report
  }

  let name: String
  let kind: Kind
  let summary: SafeText
  /// The arguments as a usage line shows them.
  let arguments: SafeText
  /// Their kinds, in order; `text`, `subjects` and the last `file` take what is left.
  let values: [ValueKind]
  /// Of what kind the arguments behind a first or second word are, where that says so.
  let following: [String: ValueKind]
  /// How many of them must be there.
  let required: Int
  let flags: [Flag]
  let examples: [SafeText]
  /// Flags that `arguments` shows already.
  private let shown: Set<String>

  init(
    _ name: String,
    _ kind: Kind,
    _ summary: SafeText,
    arguments: SafeText = "",
    values: [ValueKind] = [],
    following: [String: ValueKind] = [:],
    required: Int = 0,
    flags: [Flag] = [],
    examples: [SafeText] = [],
    shown: Set<String> = []
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.arguments = arguments
    self.values = values
    self.following = following
    self.required = required
    self.flags = flags
    self.examples = examples
    self.shown = shown
  }

  /// Second words with which a verb changes data that else only looks.
  static let actingWords: Set<String> = [
    "pause", "resume", "limit", "run", "cancel", "retry", "anchor",
  ]

  /// Whether it changes data with these words behind it.
  ///
  /// - Parameter words: Arguments and flags, as they were typed.
  /// - Returns: True also of a line that would be refused.
  func isActing(with words: [Word]) -> Bool {
    let word = words.first { $0.isQuoted || !$0.text.hasPrefix("--") }?.text ?? ""
    return switch kind {
    case .jobs: ["cancel", "retry"].contains(word)
    case .queue: words.contains { ["pause", "resume", "limit"].contains($0.text) }
    case .cron: ["run", "pause", "resume"].contains(word)
    case .staff: words.contains { $0.text.hasPrefix("--login") }
    case .audit: word == "anchor"
    default: isActing
    }
  }

  /// Whether it changes data, whatever stands behind it.
  var isActing: Bool {
    switch kind {
    case .act, .reverse, .undo, .redo, .decide, .team, .select: true
    case .next, .casePerform, .mute, .appeal: true
    default: false
    }
  }

  /// The whole usage line.
  var usage: SafeText {
    var text: SafeText = "\(name)"
    if !arguments.isEmpty { text += " \(arguments)" }
    for flag in flags where !shown.contains(flag.name) { text += " [\(flag.usage)]" }
    return text
  }

  /// The reason, and how to go ahead, of every verb that acts.
  static let decision = [
    Flag("why", .text, "the reason, for the record"),
    Flag("dry-run", .none, "show the plan and stop"),
    Flag("yes", .none, "do not ask"),
  ]

  /// How rows are written, for every verb that lists or shows.
  static let output = [
    Flag("output", .choice(OutputFormat.allCases.map(\.rawValue)), "how rows are written"),
    Flag("json", .fields, "objects with these fields; without FIELDS, what fields there are"),
  ]

  /// Why somebody looks at what is personal.
  static let grounds = [
    Flag("why", .text, "the reason, for the record"),
    Flag("case", .caseNumber, "the case it is about; see `queue`"),
  ]

  /// How many rows a list has.
  static let limit = Flag("limit", .count, "the most rows to list")

  /// What every console knows.
  static let all: [Verb] = looking + acting + cases + running
}
