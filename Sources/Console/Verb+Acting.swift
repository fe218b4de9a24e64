extension Verb {
  /// What is done to subjects, taken back, and decided by two; and who may.
  static let acting: [Verb] = [
    act("warn", on: "user:42"),
    act("note", on: "user:42"),
    act("tag", on: "user:42"),
    reverse("tag", on: "user:42"),
    act("verify", on: "store:3"),
    reverse("verify", on: "store:3"),
    act("hide", on: "product:7"),
    reverse("hide", on: "product:7"),
    act("limit", on: "user:42"),
    reverse("limit", on: "user:42"),
    act("suspend", on: "user:42"),
    reverse("suspend", on: "user:42"),
    act("ban", on: "user:42"),
    reverse("ban", on: "user:42"),
    act("delete", on: "product:7"),
    reverse("delete", on: "product:7"),
    act("erase", on: "user:42"),
    act("hold", on: "user:42"),
    reverse("hold", on: "user:42"),
    Verb(
      "holds",
      .holds,
      "legal holds in force, whose they are, and what they keep from being erased",
      flags: [limit] + output,
      examples: ["holds", "holds --json subject,reason"]
    ),
    Verb(
      "undo",
      .undo,
      "take back one action, or one batch, exactly",
      arguments: "ACTION|BATCH",
      values: [.action],
      required: 1,
      flags: decision,
      examples: ["undo A12", "undo A12 --why \"wrong account\"", "undo B7 --dry-run"]
    ),
    Verb(
      "select",
      .select,
      "freeze a list of subjects under a name, to act on all of them: `hide @wave …`",
      arguments: "[@NAME [find COLLECTION [TEXT] | SUBJECTS | --from FILE --in COLLECTION]]",
      values: [.selection, .subjects],
      following: ["find": .collection],
      flags: [
        Flag("hidden", .none, "with find: only those restricted now"),
        Flag("from", .file, "keys, one a line; - is standard input"),
        Flag("in", .collection, "the collection that these keys are of"),
        Flag("drop", .none, "forget it; what was done to it stands"), limit,
      ] + output,
      examples: [
        "select @wave find product \"silk bag\"", "select @wave 1-300",
        "select @wave --from keys.txt --in product", "select @wave",
        "select @wave --drop",
      ],
      shown: ["from", "in"]
    ),
    Verb(
      "batch",
      .batch,
      "what was done to selections, how far it is, what was left and why",
      arguments: "[BATCH]",
      values: [.batch],
      flags: [limit] + output,
      examples: ["batch", "batch B7", "batch B7 --limit 500 --output csv"]
    ),
    Verb(
      "redo",
      .redo,
      "do an action again that was taken back or has ended, as a new one",
      arguments: "ACTION",
      values: [.action],
      required: 1,
      flags: [Flag("record-only", .none, "record what nothing in the app enforces")] + decision,
      examples: ["redo A12", "redo A12 --why \"the appeal was a mistake\""]
    ),
    Verb(
      "approvals",
      .approvals,
      "what waits for a second person",
      flags: [
        Flag(
          "state",
          .choice(["proposed", "executed", "rejected", "withdrawn", "lapsed", "all"]),
          "proposed if left out"
        ), limit,
      ] + output,
      examples: ["approvals", "approvals --state all --limit 50"]
    ),
    Verb(
      "approve",
      .decide,
      "be the second person: do what somebody proposed, after showing what that means now",
      arguments: "PROPOSAL",
      values: [.approval],
      required: 1,
      flags: decision,
      examples: ["approve P17", "approve P17 --dry-run"]
    ),
    Verb(
      "reject",
      .decide,
      "refuse what somebody else proposed",
      arguments: "PROPOSAL",
      values: [.approval],
      required: 1,
      flags: [decision[0]],
      examples: ["reject P17 --why \"a warning will do\""]
    ),
    Verb(
      "withdraw",
      .decide,
      "take your own proposal back",
      arguments: "PROPOSAL",
      values: [.approval],
      required: 1,
      flags: [decision[0]],
      examples: ["withdraw P17"]
    ),
    Verb(
      "staff",
      .staff,
      "who of the team is whom in the apps, so that nobody acts on themselves, peers or above",
      arguments: "[SUBJECT --login LOGIN]",
      values: [.subject],
      flags: [
        Flag("login", .login, "the login that the subject is; for seniors"),
        Flag("remove", .none, "it is not"),
      ] + output,
      examples: ["staff", "staff user:42 --login anna", "staff user:42 --login anna --remove"],
      shown: ["login"]
    ),
    Verb(
      "team",
      .team,
      "who belongs to the team; add a login, give it another rank, or remove it, with a second senior",
      arguments: "[add LOGIN --rank RANK | remove LOGIN]",
      values: [.choice(["list", "add", "remove"]), .login],
      flags: [
        Flag("rank", .choice(["viewer", "moderator", "senior", "auditor"]), "to add: which one"),
        Flag("why", .text, "the reason, for the record"),
      ] + output,
      examples: [
        "team", "team add anna --rank moderator", "team add anna --rank senior --why \"leads now\"",
        "team remove anna",
      ],
      shown: ["rank"]
    ),
  ]

  /// A verb that performs an action of the catalog.
  ///
  /// - Parameters:
  ///   - name: The verb.
  ///   - kind: What kind of action it is, as `reeve.action_kind` names it; the verb itself if left out.
  ///   - subject: An example of what it acts on.
  /// - Returns: The verb with the arguments and flags of its kind.
  static func act(_ name: String, like kind: String? = nil, on subject: String) -> Verb {
    let kind = kind ?? name
    let isForBreach = !["note", "tag", "verify", "hold", "erase"].contains(kind)
    let lasts = ["tag", "verify", "hide", "limit", "suspend", "ban", "hold"].contains(kind)
    let hides = ["hide", "suspend", "ban", "delete"].contains(kind)
    let object: (usage: SafeText, value: ValueKind?, example: String) =
      switch kind {
      case "note": (" \"…\"", .text, " \"asked for a refund twice\"")
      case "tag": (" TAG", .tag, " vip")
      case "limit": (" LIMIT", .limit, " bookings")
      default: ("", nil, "")
      }
    let span: SafeText =
      switch kind {
      case "ban", "limit": " --for 7d|--forever"
      case "suspend": " [--for 7d]"
      default: ""
      }
    let policy: SafeText = isForBreach ? " --policy POLICY" : ""
    var flags: [Flag] = []
    if isForBreach {
      flags = [
        Flag("policy", .policy, "the rule that was broken; see `help policies`"),
        Flag("severity", .choice(["low", "medium", "high", "critical"]), "if not the policy's"),
        Flag("public", .text, "the reason that notices give, instead of the rule's text"),
      ]
    }
    if lasts { flags.append(Flag("for", .duration, "how long: 30m, 12h, 7d, 2w")) }
    if ["hide", "limit", "ban"].contains(kind) {
      flags.append(Flag("forever", .none, "without end"))
    }
    if kind == "tag" {
      flags.append(
        Flag(
          "protect",
          .none,
          "what is done against the subject needs a second person; for seniors"
        )
      )
    }
    if hides { flags.append(Flag("record-only", .none, "record what nothing in the app enforces")) }
    flags.append(Flag("case", .caseNumber, "the case it is about; see `queue`"))
    let head = "\(name) \(subject)\(object.example)\(isForBreach ? " --policy fraud" : "")"
    let length = ["ban", "limit", "suspend"].contains(kind) ? " --for 7d" : ""
    return Verb(
      name,
      .act,
      summary(kind, name),
      arguments: "\(subject)\(object.usage)\(policy)\(span)",
      values: [.subjects] + (object.value.map { [$0] } ?? []),
      required: object.value == nil ? 1 : 2,
      flags: flags + (kind == "note" ? Array(decision.dropFirst()) : decision),
      examples: ["\(head)\(length)"]
        + (kind == "ban"
          ? [
            "\(name) 1-3 --policy counterfeit --forever --why \"same seller, third time\"",
            "\(head) --for 7d --public \"Your offers were copies.\"",
          ]
          : kind == "tag" ? ["\(head) --for 30d", "\(head) --protect"] : [])
        + [
          "\(head.replacing(subject, with: "@wave"))\(length)" as SafeText,
          "\(head)\(length) --dry-run",
        ],
      shown: kind == "suspend" ? ["for"] : []
    )
  }

  private static func summary(_ kind: String, _ name: String) -> SafeText {
    switch kind {
    case "warn": "tell a subject which rule it broke, and record it"
    case "note": "write down something about a subject, for colleagues"
    case "tag": "put a tag on a subject; it may end, and may protect the subject"
    case "verify": "record that a subject was checked"
    case "limit": "deny a subject one thing, such as new listings"
    case "suspend": "\(name) a subject for a time, after showing what that means"
    case "hold": "keep a subject and what hangs on it from erasure: legal hold; for seniors"
    case "erase": "erase what tells of a subject, everywhere and for good; for two seniors"
    case "delete": "delete a subject softly: it comes back with `undelete` until its window ends"
    default: "\(name) a subject and what hangs on it, after showing what that means"
    }
  }

  /// A verb that takes back an action in force.
  static func reverse(_ verb: String, like kind: String? = nil, on subject: String) -> Verb {
    let object: (usage: SafeText, value: [ValueKind], example: SafeText) =
      switch kind ?? verb {
      case "tag": (" TAG", [.tag], " vip")
      case "limit": (" LIMIT", [.limit], " bookings")
      default: ("", [], "")
      }
    return Verb(
      "un\(verb)",
      .reverse(verb),
      "take back the `\(verb)` in force, by its action",
      arguments: "\(subject)\(object.usage)",
      values: [.subject] + object.value,
      required: 1 + object.value.count,
      flags: decision,
      examples: [
        "un\(verb) \(subject)\(object.example)",
        "un\(verb) 1\(object.example) --why \"appeal upheld\"",
      ]
    )
  }
}
