import Answers
import Catalog
import Display
import Moderation
import Outcome
import Postgres
import Prompt

/// A command that performs an action of the catalog: `ban`, or an app's own `revoke`.
struct ActionCommand: ConsoleCommand {
  private static let policy = Flag(
    "policy",
    .policy,
    "the policy that was broken; see `help policies`"
  )
  private static let severity = Flag(
    "severity",
    oneOf: ["low", "medium", "high", "critical"],
    "by default the policy's"
  )
  private static let publicReason = Flag(
    "public",
    .reply,
    "the reason given in notices, instead of the policy's clause; @NAME is one of `replies`"
  )
  static let close = Flag(
    "close",
    oneOf: ["upheld", "dismissed"],
    "with --case: close it, too, with this outcome"
  )
  private static let forever = Flag("forever", "with no end")
  private static let protect = Flag(
    "protect",
    "actions on the subject need a second person; for seniors"
  )

  static let all = Flag("all", "with --dry-run: each row that it would change")

  let name: String
  let summary: SafeText
  let arguments: Arguments
  let flags: [any CommandFlag]
  let examples: [SafeText]
  let changesData = true
  private let kind: ActionKind

  /// Makes the command of an action.
  ///
  /// - Parameters:
  ///   - name: The word.
  ///   - kind: What kind of action it is, as `reeve.action_kind` names it; the word itself if left
  ///     out.
  ///   - help: The catalog's description; if empty, that of the kind.
  ///   - subject: An example of a subject.
  init(_ name: String, like kind: String? = nil, help: String = "", on subject: String) {
    let kind = ActionKind.named(kind ?? name)
    self.name = name
    self.kind = kind
    summary = "\(help.isEmpty ? kind.help.replacing("{verb}", with: name) : help)"
    arguments = Self.arguments(kind, subject)
    flags = Self.flags(kind)
    examples = Self.examples(name, kind, subject)
  }

  private static func arguments(_ kind: ActionKind, _ subject: String) -> Arguments {
    let policy: SafeText = kind.needsPolicy ? " --policy POLICY" : ""
    let span: SafeText =
      switch kind.ends {
      case .say: " --for 7d|--forever"
      case .must: " [--for 7d]"
      case .never, .always, .may: ""
      }
    return Arguments(
      "\(subject)\(kind.argument?.form.usage ?? "")\(policy)\(span)",
      [.targets] + (kind.argument.map { [$0.form.kind] } ?? []),
      // At the prompt the subject may be that of the case on the screen.
      required: kind.argument == nil ? 0 : 2
    )
  }

  private static func flags(_ kind: ActionKind) -> [any CommandFlag] {
    var flags: [any CommandFlag] = kind.needsPolicy ? [policy, severity, publicReason] : []
    let lasts = [.may, .must, .say].contains(kind.ends)
    if lasts { flags.append(Flags.duration) }
    if kind.needsPolicy, lasts, kind.ends != .must { flags.append(forever) }
    if kind.name == "tag" { flags.append(protect) }
    if kind.hides { flags.append(Flags.recordOnly) }
    flags += [Flags.case, close]
    if kind.argument != .text { flags.append(Flags.why) }
    return flags + [Flags.dryRun, all, Flags.yes] + Flags.format
  }

  private static func examples(
    _ name: String,
    _ kind: ActionKind,
    _ subject: String
  ) -> [SafeText] {
    func line(_ subject: String) -> String {
      "\(name) \(subject)\(kind.argument?.form.example ?? "")\(kind.needsPolicy ? " --policy fraud" : "")"
    }
    let span = [.say, .must].contains(kind.ends) ? " --for 7d" : ""
    var examples: [SafeText] = ["\(line(subject))\(span)"]
    if kind.name == "ban" {
      examples += [
        "\(name) 1-3 --policy counterfeit --forever --why \"same seller, third time\"",
        "\(line(subject)) --for 7d --public \"Your offers were copies.\"",
      ]
    } else if kind.name == "tag" {
      examples += ["\(line(subject)) --for 30d", "\(line(subject)) --protect"]
    }
    return examples + ["\(line("@wave"))\(span)", "\(line(subject))\(span) --dry-run"]
  }

  func accepts(_ collection: CatalogCollection) -> Bool { collection.verbs.contains(name) }

  func run(_ context: CommandContext) async throws {
    if context.arguments.first?.hasPrefix("@") == true {
      guard !context.has(Flags.case) else {
        throw Failure(.usage, "`--case` goes with subjects, not with a selection")
      }
      let arguments = try await arguments(context, policy: context[Self.policy])
      return try await context.carryOut([
        try context.act(name, onSelection: context.arguments[0], arguments)
      ])
    }
    let subjects = try await subjects(context)
    for subject in subjects where !accepts(subject.collection) {
      let able = try await context.catalog().filter(accepts).map(\.name)
      throw Failure(
        .usage,
        "`\(name)` is not declared for \(subject.collection.name)",
        hint: "It acts on: \(able.joined(separator: ", "))."
      )
    }
    let matter = await matter(of: subjects, context)
    let about = matter.caseNumber
    let arguments = try await arguments(context, policy: matter.policy)
    if context.has(Self.all) { return try await list(subjects, arguments, context) }
    guard about != nil || !context.has(Self.close) else {
      throw Failure(.usage, "`--close` needs `--case`")
    }
    let closing = try context[Self.close].map {
      try self.closing(outcome: $0, matter.policy, context)
    }
    try await context.carryOut(
      subjects.map { context.act(name, on: $0, arguments, about: about, closing: closing) }
    )
  }

  /// The subjects that the line names; at the prompt, where it names none, that of the case shown.
  private func subjects(_ context: CommandContext) async throws -> [Subject] {
    // After the subjects comes the name of a tag or a limit, or the text of a note.
    guard context.arguments.isEmpty else {
      return try await context.subjects(
        kind.argument == nil ? context.arguments : [context.arguments[0]]
      )
    }
    guard context.isInteractive, let shown = try? await context.session.seen.latest(),
      shown.count == 1, let number = shown[0].matter?.caseNumber,
      context.session.state.now.claims.numbers(at: .now).contains(number)
    else { throw context.misuse }
    return shown
  }

  /// The case and the policy of an act: as typed, or at the prompt as the screen shows them, and
  /// then the line is repeated with them.
  private func matter(of subjects: [Subject], _ context: CommandContext) async -> Matter {
    let typed = Matter(caseNumber: context[Flags.case], policy: context[Self.policy])
    let shown = Set(subjects.map(\.matter))
    guard context.isInteractive, kind.argument == nil, shown.count == 1,
      let known = subjects[0].matter
    else { return typed }
    let held = context.session.state.now.claims.numbers(at: .now)
    let matter = Matter(
      caseNumber: typed.caseNumber ?? known.caseNumber.flatMap { held.contains($0) ? $0 : nil },
      policy: typed.policy ?? (kind.needsPolicy ? known.policy : nil)
    )
    guard matter != typed else { return matter }
    var line = "\(name) \(subjects.map(context.name(of:)).joined(separator: " "))"
    if typed.policy == nil, let policy = matter.policy { line += " --policy \(policy)" }
    if typed.caseNumber == nil, let number = matter.caseNumber { line += " --case C\(number)" }
    context.io.note("\(SafeText("\(line)"), .dim)")
    return matter
  }

  /// The arguments of the closing of the case that the action is about.
  private func closing(
    outcome: String,
    _ policy: String?,
    _ context: CommandContext
  ) throws -> JSONB {
    let reason =
      context[Flags.why] ?? [name, policy].compactMap { $0 }.joined(separator: ", ")
    return try JSONB(encoding: ConsoleFunctions.CaseArgs(why: reason, outcome: outcome))
  }

  /// Lists each row that the action would change.
  func list(
    _ subjects: [Subject],
    _ arguments: JSONB,
    _ context: CommandContext
  ) async throws {
    guard context.has(Flags.dryRun), subjects.count == 1, let subject = subjects.first else {
      throw Failure(.usage, "`--all` goes with `--dry-run` and one subject")
    }
    try await context.listOfApps(
      [CellColumn("label"), CellColumn("effect"), CellColumn("change")],
      cells: ["label", "effect", "change"],
      names: ("app_name", "related", "related_key"),
      limit: nil,
      none: "it would change no rows"
    ) { limit in
      ConsoleFunctions.planRows(verb: name, subject: subject.id, args: arguments, maxRows: limit)
    }
  }

  /// The arguments of the action as the JSON that SQL takes.
  private func arguments(_ context: CommandContext, policy: String?) async throws -> JSONB {
    guard !(context.has(Flags.duration) && context.has(Self.forever)) else {
      throw Failure(.usage, "give `--for` or `--forever`, not both")
    }
    let text = kind.argument == nil ? nil : context.invocation.text(from: 1)
    return try JSONB(
      encoding: ConsoleFunctions.ActionArgs(
        policy: policy,
        severity: context[Self.severity],
        public: await context.reply(context[Self.publicReason]),
        why: kind.argument == .text ? text : context[Flags.why],
        name: kind.argument == .text ? nil : text,
        for: context[Flags.duration],
        forever: context.has(Self.forever),
        protect: context.has(Self.protect),
        recordOnly: context.has(Flags.recordOnly)
      )
    )
  }
}

extension ActionKind {
  /// The kind of this name; `hide` for one that is not known.
  fileprivate static func named(_ name: String) -> ActionKind {
    all.first { $0.name == name } ?? all.first { $0.name == "hide" } ?? all[0]
  }
}

extension ActionKind.Argument {
  /// The argument after the subject in a usage line and in an example, each with a leading blank,
  /// and the kind of value that TAB completes for it.
  var form: (usage: SafeText, kind: ValueKind, example: String) {
    switch self {
    case .text: (" \"…\"", .text, " \"asked for a refund twice\"")
    case .tag: (" TAG", .tag, " vip")
    case .limit: (" LIMIT", .limit, " bookings")
    case .account: (" into user:4", .subject, " into user:4")
    }
  }
}

extension CommandContext {
  /// An action on one subject.
  ///
  /// - Parameters:
  ///   - verb: The action.
  ///   - subject: The subject.
  ///   - arguments: The arguments of the action as JSON.
  ///   - about: The case it is about.
  ///   - closing: The arguments with which the last action closes that case; nil to leave it open.
  /// - Returns: The planned action.
  func act(
    _ verb: String,
    on subject: Subject,
    _ arguments: JSONB,
    about: Int64? = nil,
    closing: JSONB? = nil
  ) -> Act {
    @Sendable func call(_ plan: JSONB, _ closing: JSONB?) -> FunctionCall<Outcome> {
      ConsoleFunctions.caseAct(
        caseID: about,
        verb: verb,
        subject: subject.id,
        args: arguments,
        expected: plan,
        closing: closing
      )
    }
    var act = Act(plan: { try await plan(verb, on: subject, arguments) }) { call($0, nil) }
    act.conclude = { call($0, closing) }
    act.about = about
    act.recordRefusal = ConsoleFunctions.attemptRecord(
      verb: verb,
      subject: subject.id,
      args: arguments
    )
    act.needsEnforcement = !has(Flags.recordOnly)
    act.mayBeNeutral = command is ActionCommand
    return act
  }

  /// Asks the server for the plan of an action on one subject.
  func plan(
    _ verb: String,
    on subject: Subject,
    _ arguments: JSONB
  ) async throws -> PlannedAct {
    try PlannedAct(
      await one(ConsoleFunctions.actionPlan(verb: verb, subject: subject.id, args: arguments)),
      self
    ) { _ in subject }
  }

  /// An action on a selection, `@wave`.
  func act(_ verb: String, onSelection word: String, _ arguments: JSONB) throws -> Act {
    let name = try selection(word)
    var act = Act(plan: { try await plan(verb, onSelection: name, arguments) }) { plan in
      ConsoleFunctions.batchPerform(
        verb: verb,
        selection: name,
        args: arguments,
        expected: plan
      )
    }
    act.needsEnforcement = !has(Flags.recordOnly)
    return act
  }

  /// Asks the server for the plan of an action on a selection.
  func plan(
    _ verb: String,
    onSelection name: String,
    _ arguments: JSONB,
    shown: String? = nil
  ) async throws -> PlannedAct {
    try PlannedAct(
      await one(ConsoleFunctions.batchPlan(verb: verb, selection: name, args: arguments)),
      many: "@\(shown ?? name)"
    )
  }
}
