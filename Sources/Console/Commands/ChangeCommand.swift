import Answers
import Display
import Moderation
import Outcome
import Postgres
import Prompt

/// A command that changes one thing by one call, and reports the result.
struct ChangeCommand: ConsoleCommand {
  /// A line about the change, and the command that reverses it; nil if none does.
  typealias Told = (text: SafeText, undo: SafeText?)

  let name: String
  let summary: SafeText
  let arguments: Arguments
  let flags: [any CommandFlag]
  let examples: [SafeText]
  let changesData = true
  private let change: @Sendable (CommandContext) async throws -> Told

  /// Declares a change.
  init(
    _ name: String,
    _ summary: SafeText,
    _ arguments: Arguments,
    flags: [any CommandFlag] = [],
    examples: [SafeText],
    _ change: @escaping @Sendable (CommandContext) async throws -> Told
  ) {
    (self.name, self.summary, self.arguments) = (name, summary, arguments)
    (self.flags, self.examples, self.change) = (flags + [Flags.why], examples, change)
  }

  func run(_ context: CommandContext) async throws {
    let told = try await change(context)
    try await context.emitText(told.text)
    if let undo = told.undo { context.io.note("  \("to undo: `\(undo)`", .dim)") }
  }
}

/// The commands of this kind.
extension ChangeCommand {
  static let claim = ofCase(
    "claim",
    "work on a case; it stays yours for 10 minutes after each command on it"
  ) { "C\($0.caseID) is yours for 10 minutes after each command on it" }
  static let release = ofCase("release", "return a case to the queue") {
    "C\($0.caseID) is back in the queue"
  }
  static let steal = ofCase("steal", "take a case over from the colleague who works on it") {
    "C\($0.caseID) is yours; it was \($0.holder ?? "")'s"
  }
  static let reopen = ofCase(
    "reopen",
    "reopen a closed case; notices not sent yet are withdrawn"
  ) { change in
    let text: SafeText =
      "C\(change.caseID) is open again and yours; its outcome was \(change.outcome ?? "")"
    guard let count = change.notices, count > 0 else { return text }
    return text + " · \(plural(count, "notice", "notices")) withdrawn"
  }

  static let reject = ofProposal(
    "reject",
    "reject what somebody else proposed",
    " --why \"a warning will do\""
  ) { "\($0) is rejected" }
  static let withdraw = ofProposal("withdraw", "withdraw your own proposal") {
    "\($0) is withdrawn"
  }

  static let resend = ChangeCommand(
    "resend",
    "send a notice again that could not be sent or came back",
    Arguments("NOTICE", [.text], needed: "a notice, such as N15"),
    examples: ["resend N15", "resend N15 --why \"the address was corrected\""]
  ) { context in
    let number = try Numbered.notice.number(context.arguments[0])
    let call = ConsoleFunctions.noticeResend(notice: number, why: context[Flags.why])
    return ("\(try await context.done(call).message)", nil)
  }

  static let ruleOff = ChangeCommand(
    "rule off",
    "switch a rule off: it opens no more cases; for seniors",
    Arguments("NAME", [.rule], needed: "a rule"),
    examples: ["rule off no-shows", "rule off no-shows --why \"mostly dismissed\""]
  ) { context in
    let rule = context.invocation.text(from: 0)
    try await context.done(
      ConsoleFunctions.flagRulePerform(
        verb: "off",
        app: context.options.app,
        name: rule,
        why: context[Flags.why]
      )
    )
    return ("the rule \(rule) is off; its open cases stay", "rule on \(rule)")
  }

  static let remindOfTerms = ChangeCommand(
    "terms remind",
    "remind whoever has not accepted the terms in force, once per version; for seniors",
    Arguments("[KIND]", [.text], required: 0),
    examples: ["terms remind use", "terms remind use --why \"a week before the limit\""]
  ) { context in
    let call = ConsoleFunctions.termRemind(
      onlyApp: context.options.app,
      kind: context.arguments.first,
      why: context[Flags.why]
    )
    return ("\(try await context.done(call).message)", nil)
  }

  static let retryOutside = ChangeCommand(
    "outside retry",
    "send again what failed outside the database, or at once what waits",
    Arguments("EFFECT", [.text], needed: "an effect, such as O3"),
    examples: ["outside retry O3", "outside retry O3 --why \"the key was renewed\""]
  ) { context in
    let number = try Numbered.outside.number(context.arguments[0])
    let call = ConsoleFunctions.outsideRetry(outside: number, why: context[Flags.why])
    return ("\(try await context.done(call).message)", nil)
  }

  static let addToTeam = ofLogin(
    "team add",
    "team.add",
    "add a login to the team, or change its rank, with a second senior",
    rank: rank,
    examples: [
      "team add anna --rank moderator", "team add anna --rank senior --why \"leads now\"",
    ],
    ConsoleFunctions.teamPerform
  )
  static let removeFromTeam = ofLogin(
    "team remove",
    "team.remove",
    "remove a login from the team, with a second senior",
    examples: ["team remove anna"],
    ConsoleFunctions.teamPerform
  )

  static let nameForEmergencies = ofLogin(
    "break-glass name",
    "glass.name",
    "let a member take a rank alone in an emergency, with a second senior",
    rank: emergencyRank,
    examples: ["break-glass name anna --rank senior --why \"on call in December\""],
    ConsoleFunctions.glassPerform
  )
  static let dropFromEmergencies = ofLogin(
    "break-glass drop",
    "glass.drop",
    "let a member no longer take a rank in an emergency, with a second senior",
    examples: ["break-glass drop anna"],
    ConsoleFunctions.glassPerform
  )
  static let breakGlass = ChangeCommand(
    "break-glass take",
    "take the rank that you are named for, for a short time; everybody learns of it",
    Arguments("", []),
    flags: [length],
    examples: ["break-glass take --why \"a wave of scams, and no senior answers\" --for 1h"]
  ) { context in
    let outcome = try await context.done(
      ConsoleFunctions.glassBreak(lasts: context[length], why: context[Flags.why])
    )
    let taken = try outcome.detail(as: GlassDetail.self)
    let until = readableTime(taken.until)
    return (
      "\("G\(taken.glass)", .red)  you act as \(taken.rank) until \(until); all that you do is marked",
      "break-glass end G\(taken.glass)"
    )
  }
  static let endGlass = ofEmergency(
    "end",
    "end an emergency rank early; your own, or as a senior anybody's"
  ) { "\($0) has ended" }
  static let reviewGlass = ofEmergency(
    "review",
    "say what you found of an emergency after it; for another senior",
    " --why \"right, and needed\""
  ) { "\($0) is reviewed" }

  static let setVersion = ChangeCommand(
    "versions set",
    "decide the oldest version of an app allowed on a platform, with a second senior",
    Arguments("PLATFORM VERSION", [.text, .text], needed: "a platform and a version"),
    examples: ["versions set ios 2.4.0 --why \"2.3 sends wrong prices\"", "versions set ios 0"]
  ) { context in
    let outcome = try await context.perform(
      ConsoleFunctions.versionPerform(
        app: context.options.app,
        platform: context.arguments[0],
        oldest: context.arguments[1],
        why: context[Flags.why]
      )
    )
    if outcome.kind == .proposed,
      let reach = try await context.reach(
        ofVersion: context.arguments[1],
        on: context.arguments[0],
        of: context.options.app
      )
    {
      try await context.emitText("  \(reach)")
    }
    throw try context.waits(outcome)
  }

  static let pauseQueue = ofQueue(
    "pause",
    "start no more jobs of a queue; running jobs continue",
    " --why \"database under repair\""
  ) { ("queue \($0) is paused; running jobs continue", "queues resume \($0)") }
  static let resumeQueue = ofQueue("resume", "resume a paused queue") {
    ("queue \($0) is active again", nil)
  }

  static let runSchedule = ofSchedule("run", "run a schedule now", "verify") {
    ("\($0) runs as job \($1)", nil)
  }
  static let pauseSchedule = ofSchedule(
    "pause",
    "pause a schedule until it is resumed",
    "randevoo/expire --why \"database under repair\""
  ) { schedule, _ in ("\(schedule) is paused", "cron resume \(schedule)") }
  static let resumeSchedule = ofSchedule("resume", "resume a paused schedule", "expire") {
    ("\($0) is active again; next at \($1)", nil)
  }

  private static let rank = Flag(
    "rank",
    oneOf: ["viewer", "moderator", "senior", "auditor"],
    "the rank to give"
  )

  private static func ofCase(
    _ verb: String,
    _ summary: SafeText,
    _ tell: @escaping @Sendable (CaseChange) -> SafeText
  ) -> ChangeCommand {
    ChangeCommand(
      verb,
      summary,
      Arguments("CASE", [.caseNumber]),
      examples: ["\(verb) C12"]
    ) { context in
      let number = try Numbered.case.number(context.arguments[0])
      let arguments = ConsoleFunctions.CaseArgs(why: context[Flags.why])
      return (tell(try await context.changeCase(number, verb, arguments)), nil)
    }
  }

  private static func ofProposal(
    _ verb: String,
    _ summary: SafeText,
    _ example: SafeText = "",
    _ tell: @escaping @Sendable (String) -> SafeText
  ) -> ChangeCommand {
    let proposal = Arguments("PROPOSAL", [.approval])
    return ChangeCommand(verb, summary, proposal, examples: ["\(verb) P17\(example)"]) {
      (tell("P\(try await $0.end(proposal: $0.arguments[0], by: verb))"), nil)
    }
  }

  /// A change that two seniors decide of a login: `call` proposes `verb`, with a rank if there is a
  /// flag for one.
  private static func ofLogin(
    _ name: String,
    _ verb: String,
    _ summary: SafeText,
    rank: Flag<String>? = nil,
    examples: [SafeText],
    _ call: @escaping @Sendable (String?, String?, String?, String?) -> FunctionCall<Outcome>
  ) -> ChangeCommand {
    ChangeCommand(
      name,
      summary,
      rank == nil
        ? Arguments("LOGIN", [.login], needed: "a login")
        : Arguments("LOGIN --rank RANK", [.login], needed: "a login and `--rank`"),
      flags: rank.map { [$0] } ?? [],
      examples: examples
    ) { context in
      guard rank.map({ context.has($0) }) ?? true else { throw context.misuse }
      let outcome = try await context.perform(
        call(verb, context.arguments[0], rank.flatMap { context[$0] }, context[Flags.why])
      )
      throw try context.waits(outcome)
    }
  }

  private static let emergencyRank = Flag(
    "rank",
    oneOf: ["moderator", "senior"],
    "the rank to take"
  )
  private static let length = Flag(duration: "for", "how long: 5m to 4h; 1h by default")

  private struct GlassDetail: Decodable {
    let glass: Int64
    let rank: String
    let until: String
  }

  private static func ofEmergency(
    _ verb: String,
    _ summary: SafeText,
    _ example: SafeText = "",
    _ tell: @escaping @Sendable (String) -> SafeText
  ) -> ChangeCommand {
    ChangeCommand(
      "break-glass \(verb)",
      summary,
      Arguments("EMERGENCY", [.text], needed: "an emergency, such as G3"),
      examples: ["break-glass \(verb) G3\(example)"]
    ) { context in
      let number = try Numbered.glass.number(context.arguments[0])
      try await context.done(
        ConsoleFunctions.glassSettle(verb: verb, glass: number, why: context[Flags.why])
      )
      return (tell("G\(number)"), nil)
    }
  }

  private static func ofQueue(
    _ verb: String,
    _ summary: SafeText,
    _ example: SafeText = "",
    _ tell: @escaping @Sendable (String) -> Told
  ) -> ChangeCommand {
    ChangeCommand(
      "queues \(verb)",
      summary,
      Arguments("NAME", [.queue], needed: "a queue"),
      examples: ["queues \(verb) default\(example)"]
    ) { tell(try await $0.changeQueue(verb).queue) }
  }

  private static func ofSchedule(
    _ verb: String,
    _ summary: SafeText,
    _ example: SafeText,
    _ tell: @escaping @Sendable (_ schedule: String, _ message: String) -> Told
  ) -> ChangeCommand {
    ChangeCommand(
      "cron \(verb)",
      summary,
      Arguments("NAME", [.text], needed: "a schedule"),
      examples: ["cron \(verb) \(example)"]
    ) { context in
      let schedule = context.invocation.text(from: 0)
      let outcome = try await context.done(
        ConsoleFunctions.cronPerform(
          verb: verb,
          app: context.options.app,
          wanted: schedule,
          why: context[Flags.why]
        )
      )
      return tell(schedule, outcome.message)
    }
  }
}

extension CommandContext {
  /// Why a change of the office is not made yet: it waits for a second senior, or was refused.
  fileprivate func waits(_ outcome: Outcome) throws -> Failure {
    outcome.kind == .proposed ? try proposed(outcome, nil) : Failure(outcome)
  }

  /// Ends a proposal without doing it; returns its number.
  func end(proposal word: String, by verb: String) async throws -> Int64 {
    let number = try Numbered.proposal.number(word)
    try await done(
      ConsoleFunctions.approvalPerform(
        verb: verb,
        approvalID: number,
        why: self[Flags.why],
        expected: nil
      )
    )
    return number
  }
}
