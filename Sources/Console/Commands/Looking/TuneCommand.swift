import Answers
import Display
import Prompt

/// `tune`: the rules of search.
struct TuneCommand: ConsoleCommand {
  let name = "tune"
  let summary: SafeText = "list the rules of search: synonyms, stop words, pins, hides"
  let flags: [any CommandFlag] = Flags.format
  let examples: [SafeText] = ["tune"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.searchRules(app: context.options.app),
      none: "search has no rules; `tune pin product:7 \"silk bag\"` adds one"
    )
  }
}

/// `tune proposals`: synonyms that people's searches suggest.
struct TuneProposalsCommand: ConsoleCommand {
  let name = "tune proposals"
  let summary: SafeText =
    "list synonyms that people's searches suggest; `tune distinct` refuses one"
  let flags: [any CommandFlag] = Flags.format
  let examples: [SafeText] = ["tune proposals"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.searchProposals(app: context.options.app),
      none: "searches suggest no synonyms"
    )
  }
}

/// `tune synonym product sneaker trainer`, `tune distinct product boot shoe`, `tune stop product the`.
struct TuneWordsCommand: ConsoleCommand {
  /// The effect of the rule, by its name in the database.
  enum Kind: String {
    case synonym
    case distinct
    case stop
  }

  private static let oneWay = Flag("one-way", "only the first finds the second")

  let kind: Kind
  let changesData = true
  var name: String { "tune \(kind.rawValue)" }
  var summary: SafeText {
    switch kind {
    case .synonym: "let words find each other in searches of a collection"
    case .distinct: "say that words are no synonyms: they are proposed no more"
    case .stop: "pass over a word in searches of a collection"
    }
  }
  var arguments: Arguments {
    kind == .stop
      ? Arguments("COLLECTION WORD", [.collection, .text])
      : Arguments("COLLECTION WORDS WORDS", [.collection, .text, .text])
  }
  var flags: [any CommandFlag] { kind == .synonym ? [Self.oneWay] : [] }
  var examples: [SafeText] {
    switch kind {
    case .synonym:
      [
        "tune synonym product sneaker trainer",
        "tune synonym product lv \"louis vuitton\" --one-way",
      ]
    case .distinct: ["tune distinct product boot shoe"]
    case .stop: ["tune stop product the"]
    }
  }

  func run(_ context: CommandContext) async throws {
    let collection = try await context.collection(named: context.arguments[0])
    let words = context.arguments[1]
    let value = kind == .stop ? "" : context.arguments[2]
    var pairs = [(words, value)]
    if kind == .synonym, !context.has(Self.oneWay) { pairs.append((value, words)) }
    for (words, value) in pairs {
      try await context.addRule(kind.rawValue, of: collection, words: words, value: value)
    }
  }
}

/// `tune pin product:7 "silk bag"`, `tune hide product:7`.
struct TuneRowCommand: ConsoleCommand {
  /// The effect of the rule, by its name in the database.
  enum Kind: String {
    case pin
    case hide
  }

  let kind: Kind
  let changesData = true
  var name: String { "tune \(kind.rawValue)" }
  var summary: SafeText {
    kind == .pin
      ? "put a row first in the results of a query"
      : "leave a row out of the results of a query, or of all"
  }
  var arguments: Arguments {
    kind == .pin
      ? Arguments("product:7 QUERY", [.subject, .text])
      : Arguments("product:7 [QUERY]", [.subject, .text], required: 1)
  }
  var examples: [SafeText] {
    kind == .pin
      ? ["tune pin product:7 \"silk bag\""]
      : ["tune hide product:7 \"silk bag\"", "tune hide product:7"]
  }

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.addRule(
      kind.rawValue,
      of: subject.collection,
      words: context.invocation.text(from: 1),
      value: subject.key
    )
  }
}

/// `tune remove 3`.
struct TuneRemoveCommand: ConsoleCommand {
  let name = "tune remove"
  let summary: SafeText = "remove a rule of search"
  let arguments = Arguments("NUMBER", [.text])
  let changesData = true
  let examples: [SafeText] = ["tune remove 3"]

  func run(_ context: CommandContext) async throws {
    guard let number = Int64(context.arguments[0]) else {
      throw context.command.misuse("a rule has a number; `tune` lists them")
    }
    try await context.done(ConsoleFunctions.searchRuleRemove(ruleID: number))
    try await context.emitText("\("done", .green)  rule \(number) is removed")
  }
}

extension CommandContext {
  /// Adds a rule of search, and says how it is removed.
  fileprivate func addRule(
    _ kind: String,
    of collection: CatalogCollection,
    words: String,
    value: String
  ) async throws {
    let outcome = try await done(
      ConsoleFunctions.searchRuleAdd(
        app: collection.app,
        collection: collection.name,
        kind: kind,
        words: words,
        value: value
      )
    )
    let rule = try outcome.detail(as: AddedRule.self)
    var text: SafeText = "\("done", .green)  \(kind) \(rule.words)"
    if kind == "synonym" { text += " finds \(rule.value)" }
    if kind == "distinct" { text += " and \(rule.value)" }
    try await emitText(text)
    io.note("  \(SafeText("to undo: `tune remove \(rule.rule_id)`"), .dim)")
  }
}

private struct AddedRule: Decodable {
  let rule_id: Int64
  let words: String
  let value: String
}
