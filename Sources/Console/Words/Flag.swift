import Catalog
import Display
import Outcome

/// A flag of a command, whatever the type of its value.
protocol CommandFlag: Sendable {
  /// The name without the dashes.
  var name: String { get }
  /// The kind of its value.
  var kind: ValueKind { get }
  /// One line of help.
  var help: SafeText { get }
  /// Whether a command that only reads changes data when this flag is given.
  var changesData: Bool { get }
  /// Reads the text that follows the flag.
  ///
  /// - Throws: ``Failure`` of kind usage.
  func value(of text: String) throws(Failure) -> any Sendable
  /// Joins the values of a flag that is given twice; nil where it may be given once.
  func joined(_ first: any Sendable, _ second: any Sendable) -> (any Sendable)?
}

extension CommandFlag {
  /// The flag as a usage line shows it.
  var usage: SafeText {
    switch kind {
    case .none: "--\(name)"
    case .policy: "--\(name) POLICY"
    case .duration: "--\(name) 7d"
    case .count: "--\(name) N"
    case .distance: "--\(name) 2km"
    case .day: "--\(name) 2026-11-21"
    case .collection: "--\(name) COLLECTION"
    case .choice(let words): "--\(name) \(words.joined(separator: "|"))"
    case .text, .reply: "--\(name) \"…\""
    case .caseNumber: "--\(name) C12"
    case .condition: "--\(name) FIELD=VALUE"
    case .field: "--\(name) FIELD"
    case .fields: "--\(name) FIELDS"
    case .identifiers: "--\(name) email,phone"
    case .file, .subject, .subjects, .targets, .personal, .action, .tag, .limit, .approval, .job,
      .subjectOrCollection,
      .queue, .rule, .login, .selection, .batch, .command:
      "--\(name) \(name.uppercased())"
    }
  }
}

/// A flag whose value is of a type: `invocation[Flags.limit]` is an `Int?`.
struct Flag<Value: Sendable>: CommandFlag {
  let name: String
  let kind: ValueKind
  let help: SafeText
  let changesData: Bool
  private let read: @Sendable (String) throws(Failure) -> Value
  private let join: (@Sendable (Value, Value) -> Value)?

  /// Declares a flag.
  ///
  /// - Parameters:
  ///   - name: Its name without the dashes.
  ///   - kind: The kind of its value.
  ///   - help: One line of help.
  ///   - changesData: Whether a command that only reads changes data when it is given.
  ///   - join: Joins the values where it is given several times; nil where it may be given once.
  ///   - read: Reads its value.
  init(
    _ name: String,
    _ kind: ValueKind,
    _ help: SafeText,
    changesData: Bool = false,
    join: (@Sendable (Value, Value) -> Value)? = nil,
    read: @escaping @Sendable (String) throws(Failure) -> Value
  ) {
    (self.name, self.kind, self.help) = (name, kind, help)
    (self.changesData, self.join, self.read) = (changesData, join, read)
  }

  func value(of text: String) throws(Failure) -> any Sendable { try read(text) }

  func joined(_ first: any Sendable, _ second: any Sendable) -> (any Sendable)? {
    guard let join, let first = first as? Value, let second = second as? Value else { return nil }
    return join(first, second)
  }
}

extension Flag<Bool> {
  /// Declares a flag that stands alone.
  init(_ name: String, _ help: SafeText) {
    self.init(name, .none, help) { (_: String) throws(Failure) in true }
  }
}

extension Flag<Int> {
  /// Declares a flag that takes a count.
  init(count name: String, _ help: SafeText) {
    self.init(name, .count, help) { (text: String) throws(Failure) in
      guard let number = Int(text), number >= 1, number <= 1_000_000 else {
        throw Failure(
          .usage,
          "`--\(name) \(text)` is not a number",
          hint: "Give a number from 1 to 1000000."
        )
      }
      return number
    }
  }
}

extension Flag<Int64> {
  /// Declares a flag that takes the number of a case.
  init(case name: String, _ help: SafeText) {
    self.init(name, .caseNumber, help) { (text: String) throws(Failure) in
      try Numbered.case.number(text)
    }
  }
}

extension Flag<String> {
  /// Declares a flag whose value is taken as it is typed.
  init(_ name: String, _ kind: ValueKind, _ help: SafeText, changesData: Bool = false) {
    self.init(name, kind, help, changesData: changesData) {
      (text: String) throws(Failure) in text
    }
  }

  /// Declares a flag that takes a duration; its value is an interval as PostgreSQL reads it.
  init(duration name: String, _ help: SafeText) {
    self.init(name, .duration, help) { (text: String) throws(Failure) in
      try interval(text)
    }
  }

  /// Declares a flag that takes one of a few words.
  init(_ name: String, oneOf words: [String], _ help: SafeText) {
    self.init(name, .choice(words), help) { (text: String) throws(Failure) in
      guard words.contains(text) else {
        throw Failure(
          .usage,
          "`--\(name) \(text)` is unknown",
          hint: "One of: \(words.joined(separator: ", "))."
        )
      }
      return text
    }
  }
}

/// The flags that several commands share.
enum Flags {
  /// The reason of an act.
  static let why = Flag("why", .text, "the reason, for the record")
  /// Only the plan.
  static let dryRun = Flag("dry-run", "show the plan and stop")
  /// No question.
  static let yes = Flag("yes", "do not ask")
  /// The reason, and how to go ahead, of every command that plans first.
  static let decision: [any CommandFlag] = [why, dryRun, yes]

  /// The format of rows.
  static let output = Flag(
    "output",
    oneOf: OutputFormat.allCases.map(\.rawValue),
    "how rows are written"
  )
  /// The fields of objects.
  static let json = Flag(
    "json",
    .fields,
    "objects with these fields; without FIELDS, list the fields"
  ) { (text: String) throws(Failure) in
    let names = text.split { $0 == "," || $0 == " " }.map { String($0) }
    guard Set(names).count == names.count else {
      throw Failure(.usage, "`--json \(text)` names a field twice")
    }
    return names
  }
  /// How rows are written, for every command that lists or shows.
  static let format: [any CommandFlag] = [output, json]

  /// How often a live view looks again.
  static let every = Flag("every", .duration, "how often to look: 2s, 1m") {
    (text: String) throws(Failure) in
    guard let seconds = manifestSeconds(text), (1...86400).contains(seconds) else {
      throw Failure(.usage, "`--every \(text)` is not a duration", hint: "Write 2s, 1m or 1h.")
    }
    return Duration.seconds(seconds)
  }
  /// How many rows a list has.
  static let limit = Flag(count: "limit", "the most rows to list")
  /// The case that an act or a look is about.
  static let `case` = Flag(case: "case", "the case that it is about; see `queue`")
  /// The reason for a look at personal data.
  static let grounds: [any CommandFlag] = [why, `case`]
  /// A record without enforcement.
  static let recordOnly = Flag("record-only", "record it although nothing in the app enforces it")
  /// How long an act lasts.
  static let duration = Flag(duration: "for", "how long: 30m, 12h, 7d, 2w")

  /// Cases about one collection.
  static let collection = Flag("in", .collection, "only this collection")
  /// Cases about one policy.
  static let policy = Flag("policy", .policy, "only this policy")
}
