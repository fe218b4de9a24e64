import Moderation

/// A command that performs an action of the catalog: `ban`, or an app's own `revoke`.
struct ActionCommand: ConsoleCommand {
  private static let policy = Flag(
    "policy",
    .policy,
    "the rule that was broken; see `help policies`"
  )
  private static let severity = Flag(
    "severity",
    oneOf: ["low", "medium", "high", "critical"],
    "if not the policy's"
  )
  private static let publicReason = Flag(
    "public",
    .text,
    "the reason that notices give, instead of the rule's text"
  )
  private static let forever = Flag("forever", "without end")
  private static let protect = Flag(
    "protect",
    "what is done against the subject needs a second person; for seniors"
  )

  let name: String
  let summary: SafeText
  let arguments: Arguments
  let flags: [any CommandFlag]
  let examples: [SafeText]
  let changesData = true
  private let traits: ActionTraits

  /// Makes the command of an action.
  ///
  /// - Parameters:
  ///   - name: The word.
  ///   - kind: What kind of action it is, as `reeve.action_kind` names it; the word itself if left out.
  ///   - subject: An example of what it acts on.
  init(_ name: String, like kind: String? = nil, on subject: String) {
    let kind = kind ?? name
    let traits = ActionTraits.of(kind)
    self.name = name
    self.traits = traits
    summary = traits.summary(name)
    arguments = Self.arguments(traits, subject)
    flags = Self.flags(traits, kind)
    examples = Self.examples(name, traits, kind, subject)
  }

  private static func arguments(_ traits: ActionTraits, _ subject: String) -> Arguments {
    let policy: SafeText = traits.needsPolicy ? " --policy POLICY" : ""
    let span: SafeText =
      switch traits.ending {
      case .say: " --for 7d|--forever"
      case .must: " [--for 7d]"
      case .never, .always, .may: ""
      }
    return Arguments(
      "\(subject)\(traits.object?.usage ?? "")\(policy)\(span)",
      [.targets] + (traits.object.map { [$0.kind] } ?? [])
    )
  }

  private static func flags(_ traits: ActionTraits, _ kind: String) -> [any CommandFlag] {
    var flags: [any CommandFlag] = traits.needsPolicy ? [policy, severity, publicReason] : []
    let lasts = [.may, .must, .say].contains(traits.ending)
    if lasts { flags.append(Flags.duration) }
    if traits.needsPolicy, lasts, traits.ending != .must { flags.append(forever) }
    if kind == "tag" { flags.append(protect) }
    if traits.mayBeRecordedOnly { flags.append(Flags.recordOnly) }
    flags.append(Flags.case)
    if traits.object?.kind != .text { flags.append(Flags.why) }
    return flags + [Flags.dryRun, Flags.yes]
  }

  private static func examples(
    _ name: String,
    _ traits: ActionTraits,
    _ kind: String,
    _ subject: String
  ) -> [SafeText] {
    let object = traits.object.map { $0.kind == .text ? " \"\($0.example)\"" : " \($0.example)" }
    func line(_ subject: String) -> String {
      "\(name) \(subject)\(object ?? "")\(traits.needsPolicy ? " --policy fraud" : "")"
    }
    let span = [.say, .must].contains(traits.ending) ? " --for 7d" : ""
    var examples: [SafeText] = ["\(line(subject))\(span)"]
    if kind == "ban" {
      examples += [
        "\(name) 1-3 --policy counterfeit --forever --why \"same seller, third time\"",
        "\(line(subject)) --for 7d --public \"Your offers were copies.\"",
      ]
    } else if kind == "tag" {
      examples += ["\(line(subject)) --for 30d", "\(line(subject)) --protect"]
    }
    return examples + ["\(line("@wave"))\(span)", "\(line(subject))\(span) --dry-run"]
  }

  func accepts(_ collection: CatalogCollection) -> Bool { collection.verbs.contains(name) }

  func run(_ context: CommandContext) async throws {
    let arguments = try arguments(context)
    if context.arguments[0].hasPrefix("@") {
      guard !context.has(Flags.case) else {
        throw CommandFailure(.usage, "`--case` goes with subjects, not with a selection")
      }
      return try await context.carryOut([
        try context.act(name, onSelection: context.arguments[0], arguments)
      ])
    }
    // After the subjects comes the name of a tag or a limit, or the text of a note.
    let subjects = try await context.subjects(
      traits.object == nil ? context.arguments : [context.arguments[0]]
    )
    for subject in subjects where !accepts(subject.collection) {
      let able = try await context.catalog().filter(accepts).map(\.name)
      throw CommandFailure(
        .usage,
        "`\(name)` is not declared for \(subject.collection.name)",
        hint: "It acts on: \(able.joined(separator: ", "))."
      )
    }
    let about = context[Flags.case]
    try await context.carryOut(
      subjects.map { context.act(name, on: $0, arguments, about: about) }
    ) {
      if let about { try await context.changeCase(about, "claim") }
    }
  }

  /// The arguments of the action as the JSON that SQL takes.
  private func arguments(_ context: CommandContext) throws -> String {
    guard !(context.has(Flags.duration) && context.has(Self.forever)) else {
      throw CommandFailure(.usage, "give `--for` or `--forever`, not both")
    }
    var fields: [(String, String?)] = [
      ("policy", context[Self.policy]), ("severity", context[Self.severity]),
      ("public", context[Self.publicReason]), ("why", context[Flags.why]),
    ]
    if let object = traits.object {
      fields.append((object.kind == .text ? "why" : "name", context.invocation.text(from: 1)))
    }
    fields.append(("for", context[Flags.duration]))
    return JSONRenderer.object(
      fields,
      flags: [
        ("record_only", context.has(Flags.recordOnly)), ("protect", context.has(Self.protect)),
        ("forever", context.has(Self.forever)),
      ]
    )
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
  /// - Returns: The deed.
  func act(_ verb: String, on subject: Subject, _ arguments: String, about: Int64? = nil) -> Deed {
    var deed = Deed(plan: { try await plan(verb, on: subject, arguments) }) { plan in
      try await write(
        """
        SELECT outcome, code, message, detail,
          reeve.case_link($7, (detail ->> 'action_id')::bigint)
        FROM reeve.action_perform($1, $2, $3, $4, $5::jsonb, $6::jsonb)
        """,
        [
          verb, subject.collection.app, subject.collection.name, subject.key, arguments, plan,
          about,
        ]
      )
    }
    deed.needsEnforcement = !has(Flags.recordOnly)
    deed.mayBeNeutral = command is ActionCommand
    return deed
  }

  /// Asks what an action on one subject would do.
  func plan(
    _ verb: String,
    on subject: Subject,
    _ arguments: String
  ) async throws -> PlannedDeed {
    try PlannedDeed(
      await query(
        "SELECT reeve.action_plan($1, $2, $3, $4, $5::jsonb)",
        [verb, subject.collection.app, subject.collection.name, subject.key, arguments]
      ),
      self
    ) { _ in subject }
  }

  /// An action on a selection, `@wave`.
  func act(_ verb: String, onSelection word: String, _ arguments: String) throws -> Deed {
    let name = try selection(word)
    var deed = Deed(plan: { try await plan(verb, onSelection: name, arguments) }) { plan in
      try await write(
        """
        SELECT outcome, code, message, detail
        FROM reeve.batch_perform($1, $2, $3::jsonb, $4::jsonb)
        """,
        [verb, name, arguments, plan]
      )
    }
    deed.needsEnforcement = !has(Flags.recordOnly)
    deed.recordsAttempts = false
    return deed
  }

  /// Asks what an action on a selection would do.
  func plan(
    _ verb: String,
    onSelection name: String,
    _ arguments: String,
    shown: String? = nil
  ) async throws -> PlannedDeed {
    try PlannedDeed(
      await query("SELECT reeve.batch_plan($1, $2, $3::jsonb)", [verb, name, arguments]),
      many: "@\(shown ?? name)"
    )
  }
}
