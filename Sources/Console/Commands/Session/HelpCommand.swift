import Catalog
import Display
import Prompt

/// `help`, `help COMMAND`, `help TOPIC`.
struct HelpCommand: ConsoleCommand {
  let name = "help"
  let aliases = ["?", "\\?", "\\h"]
  let summary: SafeText = "show this list, or one command in full"
  let arguments = Arguments("[VERB]", [.command], required: 0)
  let examples: [SafeText] = ["help ban", "help jobs cancel", "help exit-codes"]

  func run(_ context: CommandContext) async throws {
    guard let word = context.arguments.first else { return try await overview(context) }
    if word == "policies" { return try await policies(context) }
    if let topic = HelpTopics.all.first(where: { $0.name == word }) {
      for line in topic.text { try await context.emitText("  \(line)") }
      return
    }
    var commands = CommandRegistry.commands
    if !commands.verbs.contains(word) {
      _ = try await context.session.viewList()
      commands = context.vocabulary.commands
    }
    let words = context.arguments.map { Word(text: $0) }
    let found = try commands.find(words, isInteractive: context.isInteractive, forHelp: true)
    try await explain(found.command, context)
    guard found.command.name == found.command.verb else { return }
    let below = commands.below(found.command.verb)
    guard !below.isEmpty else { return }
    try await context.emitText("")
    try await list(below.map { ($0.usage(withFlags: false), $0.summary) }, context)
  }

  /// One command in full.
  private func explain(_ command: any ConsoleCommand, _ context: CommandContext) async throws {
    for example in command.examples { try await context.emitText("  \(example, .bold)") }
    if !command.examples.isEmpty { try await context.emitText("") }
    try await context.emitText("  \(command.summary)")
    try await context.emitText("  Usage: \(command.usage)")
    let width = command.flags.map(\.usage.width).max() ?? 0
    for flag in command.flags {
      try await context.emitText("    \(flag.usage.padded(to: width))  \(flag.help)")
    }
  }

  private func overview(_ context: CommandContext) async throws {
    let commands = context.vocabulary.commands
    let names = Set(commands.verbs)
    let listed = Set(CommandRegistry.sections.flatMap { $0.commands.map(\.verb) })
    let sections =
      CommandRegistry.sections.map { ($0.title, $0.commands.map(\.verb)) }
      + [("of the apps", commands.verbs.filter { !listed.contains($0) })]
    func label(_ verb: String) -> SafeText {
      names.contains("un\(verb)") ? "\(verb), un…" : "\(verb)"
    }
    let width = commands.verbs.map { label($0).width }.max() ?? 0
    for (title, verbs) in sections {
      // A verb's reverse, such as `unban`, is listed beside the verb.
      let shown = verbs.filter { !$0.hasPrefix("un") || !names.contains(String($0.dropFirst(2))) }
      if shown.isEmpty { continue }
      try await context.emitText("\(title, .dim)")
      var last = ""
      for verb in shown where verb != last {
        last = verb
        guard let command = commands[verb] else { continue }
        let text: SafeText = "  \(label(verb).padded(to: width), .bold)  \(command.summary)"
        try await context.emitText(text)
      }
    }
    try await context.emitText("")
    let topics = HelpTopics.all.map { "\($0.name)" as SafeText } + ["policies"]
    try await context.emitText(
      "  `help VERB` has examples. More: help \(topics.joined(", help "))"
    )
  }

  private func list(
    _ rows: [(SafeText, SafeText)],
    _ context: CommandContext
  ) async throws {
    let width = rows.map(\.0.width).max() ?? 0
    for (name, summary) in rows {
      try await context.emitText("  \(name.padded(to: width), .bold)  \(summary)")
    }
  }

  private func policies(_ context: CommandContext) async throws {
    let policies = try await context.session.policyList()
    let width = policies.map { Untrusted($0.name).width }.max() ?? 0
    for policy in policies {
      let name: SafeText = "\(policy.name)"
      try await context.emitText("  \(name.padded(to: width), .bold)  \(policy.title)")
      try await context.emitText("  \(SafeText().padded(to: width))  \(policy.clause, .dim)")
      var weight: SafeText = "\(policy.severity), \(plural(policy.strikes, "strike", "strikes"))"
      if let duration = policy.duration { weight += ", suspends for \(duration)" }
      try await context.emitText("  \(SafeText().padded(to: width))  \(weight)")
    }
    if policies.isEmpty { context.io.note("no policies are declared") }
  }
}
