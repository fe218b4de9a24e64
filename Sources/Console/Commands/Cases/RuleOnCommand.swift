import Display
import Prompt

/// `rule on NAME`.
struct RuleOnCommand: ConsoleCommand {
  let name = "rule on"
  let summary: SafeText = "switch a rule on, after a trial on the past; for seniors"
  let arguments = Arguments("NAME", [.rule], needed: "a rule")
  let flags: [any CommandFlag] = [RuleTestCommand.days] + Flags.decision
  let changesData = true
  let examples: [SafeText] = ["rule on no-shows", "rule on no-shows --why \"tried on 90 days\""]

  func run(_ context: CommandContext) async throws {
    let trial = try await RuleTrial(context, maxRows: 1)
    let isDecided = try await context.decide(
      orRefuse: "`rule on` changes data, and there is no terminal to ask at",
      Question("Go ahead? [y/N] ")
    ) {
      for line in trial.lines { try await context.emitText(line) }
    }
    guard isDecided else { return }
    let rule = context.invocation.text(from: 0)
    try await context.done(
      ConsoleFunctions.flagRulePerform(
        verb: "on",
        app: context.options.app,
        name: rule,
        why: context[Flags.why]
      )
    )
    try await context.emitText("the rule \(rule) is on; it opens cases, and never acts")
    context.io.note("  \("to undo: `rule off \(rule)`", .dim)")
  }
}
