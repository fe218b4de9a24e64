import Catalog
import Display
import Outcome
import Prompt

/// `alias`, `alias mine find product --hidden`.
struct AliasCommand: ConsoleCommand {
  let name = "alias"
  let summary: SafeText = "list what words stand for, or give a command line a name"
  let arguments = Arguments("[NAME [COMMAND …]]", [.text, .text], required: 0, takesRest: true)
  let takesLine = true
  let examples: [SafeText] = [
    "alias hidden find product --hidden", "alias twice ban $1 --policy fraud --for $2",
  ]

  func run(_ context: CommandContext) async throws {
    try await context.define(context.settings.aliases, none: "no aliases") { settings, name, line in
      try settings.define(alias: name, line, besides: CommandRegistry.commands)
    }
  }
}

/// `reply`, `reply counterfeit-first "Your offer was a copy. …"`.
struct ReplyCommand: ConsoleCommand {
  let name = "reply"
  let summary: SafeText = "list the public reasons that `--public @NAME` takes, or name one"
  let arguments = Arguments("[NAME [TEXT]]", [.text, .text], required: 0, takesRest: true)
  let examples: [SafeText] = [
    "reply counterfeit-first \"Your offer was a copy. A second one closes your store.\""
  ]

  func run(_ context: CommandContext) async throws {
    try await context.define(context.settings.replies, none: "no replies") { settings, name, _ in
      try settings.define(reply: name, context.invocation.text(from: 1))
    }
  }
}

/// `save NAME`.
struct SaveCommand: ConsoleCommand {
  let name = "save"
  let summary: SafeText = "keep an alias, a reply or a setting for later sessions"
  let arguments = Arguments("NAME", [.text])
  let examples: [SafeText] = ["save hidden", "save counterfeit-first", "save pager"]

  func run(_ context: CommandContext) async throws {
    let name = context.arguments[0]
    var settings = context.settings
    let line: String
    if let alias = settings.aliases[name] {
      line = "alias \(name) \(alias)"
    } else if let reply = settings.replies[name] {
      line = "reply \(name) \(escapedWord(reply))"
    } else if let value = settings.values.first(where: { $0.name == name })?.value {
      line = "set \(name) \(escapedWord(value))"
    } else if let last = await context.session.lastLine {
      try settings.define(alias: name, last, besides: CommandRegistry.commands)
      context.session.state.update { [settings] in $0.settings = settings }
      line = "alias \(name) \(last)"
    } else {
      throw Failure(
        .usage,
        "there is no alias, reply or setting `\(name)`",
        hint: "Run a command first: `save \(name)` then gives it that name."
      )
    }
    let file = StartupFile()
    try file.keep(line)
    try await context.emitText("\("saved", .green)  \(line)")
    context.io.note("  \(SafeText("in \(file.path ?? "")"), .dim)")
  }
}

extension CommandContext {
  /// Lists definitions, or makes one of the words that follow.
  fileprivate func define(
    _ known: [String: String],
    none: SafeText,
    _ define: (inout ConsoleSettings, String, String) throws -> Void
  ) async throws {
    guard arguments.count < 2 else {
      var settings = settings
      try define(&settings, arguments[0], invocation.tail(from: 1))
      return session.state.update { [settings] in $0.settings = settings }
    }
    let shown = known.filter { arguments.isEmpty || $0.key == arguments[0] }.sorted { $0 < $1 }
    guard !shown.isEmpty else { return io.note(none) }
    let width = shown.map(\.key.count).max() ?? 0
    for (name, text) in shown {
      try await emitText("  \(SafeText("\(name)").padded(to: width), .bold)  \(text)")
    }
  }

  /// The text of a public reason: what was typed, or the reply that `@NAME` names; a name of the
  /// app's own replies stays, as the database knows their text.
  ///
  /// - Throws: ``Failure`` of kind usage for a name that there is not.
  func reply(_ text: String?) async throws -> String? {
    guard let text, text.hasPrefix("@"), !text.contains(" ") else { return text }
    let name = String(text.dropFirst())
    let saved = try await session.replyList().map(\.name)
    if saved.contains(name) { return text }
    var known = settings
    if known.replies[name] == nil {
      _ = StartupFile().read(into: &known, besides: CommandRegistry.commands)
    }
    if let reply = known.replies[name] { return reply }
    let near = nearest(to: name, among: saved + known.replies.keys.sorted())
    throw Failure(
      .usage,
      "there is no reply `\(text)`",
      hint: near.map { "Did you mean `@\($0)`?" }
        ?? "`replies` lists the app's own; `reply NAME \"…\"` makes one."
    )
  }
}
