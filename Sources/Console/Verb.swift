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

  /// Whether it changes data.
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

  private static let decision = [
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
  private static let grounds = [
    Flag("why", .text, "the reason, for the record"),
    Flag("case", .caseNumber, "the case it is about; see `queue`"),
  ]

  private static let limit = Flag("limit", .count, "the most rows to list")

  private static let caseFilter = [
    Flag("in", .collection, "only about this collection"),
    Flag("policy", .policy, "only about this policy"),
  ]

  /// A verb about one case.
  private static func caseVerb(
    _ name: String,
    _ summary: SafeText,
    arguments: SafeText = "CASE",
    flags: [Flag] = [],
    examples: [SafeText]? = nil
  ) -> Verb {
    Verb(
      name,
      .casePerform,
      summary,
      arguments: arguments,
      values: [.caseNumber],
      required: 1,
      flags: flags + [Flag("why", .text, "the reason, for the record")],
      examples: examples ?? ["\(name) C12"],
      shown: ["outcome"]
    )
  }

  /// What every console knows, in the order `help` lists it.
  static let all: [Verb] = [
    Verb(
      "find",
      .find,
      "list subjects whose name begins with a text",
      arguments: "COLLECTION [TEXT]",
      values: [.collection, .text],
      required: 1,
      flags: [
        Flag("hidden", .none, "only those restricted now"),
        Flag("where", .text, "FIELD=VALUE of a personal field; with --why, on the record"),
      ] + grounds + [limit] + output,
      examples: [
        "find user anna", "find store --hidden", "find product \"silk bag\" --limit 50",
        "find user --limit 5000 --output csv", "find user anna --json subject,label",
        "find user --where email=anna@example.com --why \"same seller as C12\"",
      ]
    ),
    Verb(
      "search",
      .search,
      "search texts, best first",
      arguments: "TEXT",
      values: [.text],
      required: 1,
      flags: [Flag("in", .collection, "only this collection"), limit] + output,
      examples: ["search \"silk bag\"", "search leather --in product --limit 5"]
    ),
    Verb(
      "show",
      .show,
      "everything about one subject",
      arguments: "SUBJECT",
      values: [.subject],
      required: 1,
      flags: output,
      examples: ["show user:42", "show 2", "show _"]
    ),
    Verb(
      "history",
      .history,
      "what was done to a subject, newest first",
      arguments: "SUBJECT",
      values: [.subject],
      required: 1,
      flags: [limit] + output,
      examples: ["history user:42", "history 1 --limit 5"]
    ),
    Verb(
      "reveal",
      .reveal,
      "personal fields of a subject; who looked, and why, is on the record",
      arguments: "SUBJECT FIELD… --why \"…\"",
      values: [.subject, .personal],
      required: 2,
      flags: grounds + output,
      examples: [
        "reveal user:42 email --why \"law request 88\"",
        "reveal 1 email phone --why \"same number as user:7\" --case C12",
      ],
      shown: ["why"]
    ),
    Verb(
      "chat",
      .chat,
      "a conversation, because of an open report about it or for a reason; on the record",
      arguments: "MESSAGE|CONVERSATION",
      values: [.subject],
      required: 1,
      flags: [
        Flag("before", .count, "how many messages before it; alone, none after"),
        Flag("after", .count, "how many after it; alone, none before"),
      ] + grounds + output,
      examples: [
        "chat message:7", "chat group:3 --why \"threat, ticket 4411\"",
        "chat message:7 --before 50 --case C12",
      ]
    ),
    Verb(
      "evidence",
      .evidence,
      "what a subject was when it was reported or acted on, beside what it is now",
      arguments: "A12|R5|C12",
      values: [.action],
      required: 1,
      flags: [Flag("reveal", .none, "show what is personal, too; with --why, on the record")]
        + grounds + output,
      examples: [
        "evidence A12", "evidence C12", "evidence R5 --reveal --why \"for the appeal\"",
      ]
    ),
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
    Verb(
      "next",
      .next,
      "take the most urgent case that nobody works on, and show it",
      flags: caseFilter + output,
      examples: ["next", "next --policy fraud", "next --in product"]
    ),
    Verb(
      "case",
      .caseShow,
      "a case: its subject, reports, history and neighbours",
      arguments: "CASE",
      values: [.caseNumber],
      required: 1,
      flags: [limit] + output,
      examples: ["case C12", "case C12 --limit 100", "case C12 --json state,complaints"]
    ),
    caseVerb("claim", "work on a case; it is yours for 10 minutes after each verb on it"),
    caseVerb("release", "leave a case to somebody else"),
    caseVerb("steal", "take a case over from who works on it"),
    caseVerb(
      "close",
      "close a case; who reported it is told what came out, never who decided",
      arguments: "CASE --outcome upheld|dismissed|duplicate --why \"…\"",
      flags: [
        Flag("outcome", .choice(["upheld", "dismissed", "duplicate"]), "what came out"),
        Flag("of", .caseNumber, "of a duplicate: the open case that gets its reports"),
      ],
      examples: [
        "close C12 --outcome upheld --why \"copies, confirmed by the brand\"",
        "close C12 --outcome dismissed --why \"genuine\"",
        "close C12 --outcome duplicate --of C7 --why \"same listing\"",
      ]
    ),
    caseVerb("reopen", "open a closed case again; notices not sent yet are withdrawn"),
    Verb(
      "mute",
      .mute,
      "keep what somebody reports, and count it no more",
      arguments: "user:7",
      values: [.subject],
      required: 1,
      flags: [
        Flag("for", .duration, "how long: 30m, 12h, 7d, 2w; until it is taken back if left out"),
        Flag("why", .text, "the reason, for the record"),
      ],
      examples: ["mute user:7 --why \"reports every rival\"", "mute user:7 --for 30d"]
    ),
    reverse("mute", on: "user:7"),
    Verb(
      "strikes",
      .strikes,
      "what counts against somebody, until when, and what comes next",
      arguments: "user:7",
      values: [.subject],
      required: 1,
      flags: output,
      examples: ["strikes user:7", "strikes _ --json action_id,weight,state"]
    ),
    Verb(
      "appeals",
      .appeals,
      "what people say against what was done, oldest first",
      flags: [Flag("decided", .none, "those that were decided, newest first"), limit] + output,
      examples: ["appeals", "appeals --decided --limit 50"]
    ),
    Verb(
      "appeal",
      .appeal,
      "decide an appeal against what somebody else did; overturned or partly takes it back",
      arguments: "ACTION --outcome upheld|overturned|partly --why \"…\"",
      values: [.action],
      required: 1,
      flags: [
        Flag("outcome", .choice(["upheld", "overturned", "partly"]), "partly: its strike stands"),
        Flag("why", .text, "the reason, for the record"),
      ],
      examples: [
        "appeal A12 --outcome overturned --why \"the brand confirmed them\"",
        "appeal A12 --outcome upheld --why \"copies\"",
      ],
      shown: ["outcome", "why"]
    ),
    Verb(
      "flags",
      .flags,
      "what the catalog has reported by itself, and how often that was right; or try one",
      arguments: "[test NAME]",
      values: [.choice(["list", "test"]), .text],
      flags: [limit] + output,
      examples: ["flags", "flags test listing-flood", "flags test price-bait --limit 500"]
    ),
    Verb(
      "links",
      .links,
      "accounts that share an e-mail address, a phone number, … with one, none of it shown",
      arguments: "user:42",
      values: [.subject],
      required: 1,
      flags: [limit] + output,
      examples: ["links user:42", "links _ --json other,confidence,shared"]
    ),
    Verb(
      "jobs",
      .jobs,
      "jobs, newest first; what one does, or why not; follow, cancel or retry it",
      arguments: "[list | of SUBJECT | show ID | why ID | watch ID | cancel ID… | retry ID…]",
      values: [.choice(["list", "of", "show", "why", "watch", "cancel", "retry"]), .text],
      following: [
        "of": .subject, "show": .job, "why": .job, "watch": .job, "cancel": .job, "retry": .job,
      ],
      flags: [
        Flag(
          "state",
          .choice([
            "available", "scheduled", "waiting", "running", "retryable", "completed", "cancelled",
            "discarded", "lost",
          ]),
          "only those in this state"
        ), limit, Flag("log", .count, "how many of its last lines to show"),
        Flag(
          "where",
          .text,
          "for cancel and retry: all with this kind, queue, state, app, and older than this"
        ),
      ] + decision + output,
      examples: [
        "jobs", "jobs --state running", "jobs of user:42", "jobs show 1207 --log 50",
        "jobs why 1207", "jobs watch 1207", "jobs cancel 1207 1208 --why \"wrong file\"",
        "jobs retry 1207",
        "jobs cancel --where kind=search.sync,state=retryable,older=7d --dry-run",
      ]
    ),
    Verb(
      "queues",
      .queues,
      "queues: what waits and runs in them, and their limits",
      flags: output,
      examples: ["queues"]
    ),
    Verb(
      "queue",
      .queue,
      "what was reported, most urgent first; or pause, resume or limit a queue of jobs",
      arguments: "[pause|resume|limit NAME]",
      values: [.choice(["pause", "resume", "limit"]), .queue],
      flags: caseFilter + [
        Flag("mine", .none, "only the cases that you work on"), limit,
        Flag("running", .count, "how many jobs may run at a time, over all workers"),
        Flag("rate", .text, "how many may start a second"),
        Flag("burst", .count, "how many may start at once after a rest"),
        Flag("none", .none, "without limits"), Flag("why", .text, "the reason, for the record"),
      ] + output,
      examples: [
        "queue", "queue --policy counterfeit --in product", "queue --mine",
        "queue pause default --why \"database under repair\"", "queue resume default",
        "queue limit default --running 4 --rate 0.5", "queue limit default --none",
      ]
    ),
    Verb(
      "cron",
      .cron,
      "schedules; when one fires; run, pause or resume one",
      arguments: "[list | preview EXPRESSION|NAME | run NAME | pause NAME | resume NAME]",
      values: [.choice(["list", "preview", "run", "pause", "resume"]), .text],
      flags: [
        Flag("zone", .text, "whose clock a previewed expression is about; UTC if left out"),
        Flag("count", .count, "how many occurrences to preview"),
        Flag("why", .text, "the reason, for the record"),
      ] + output,
      examples: [
        "cron", "cron preview \"30 2 * * mon-fri\" --zone Europe/Berlin --count 5",
        "cron preview expire", "cron pause randevoo/expire --why \"database under repair\"",
        "cron resume expire", "cron run verify",
      ]
    ),
    Verb(
      "audit",
      .audit,
      "the record of commands, refused ones too; export it, anchor its head, verify an export",
      arguments: "[who ACTION | what SUBJECT | when TIME | export, anchor or verify FILE]",
      values: [.choice(["who", "what", "when", "export", "anchor", "verify"]), .file],
      following: ["who": .action, "what": .subject, "when": .text],
      flags: [
        Flag("by", .login, "only what this login did, or had done"),
        Flag("from", .text, "a day, a month or a year: from its beginning on"),
        Flag("to", .text, "a day, a month or a year: to its end"),
        Flag("refused", .none, "only what was refused"), limit,
        Flag("since", .text, "to export: SEQ:HASH noted earlier, after which to begin"),
        Flag("program", .text, "to anchor: a program that reads the line on its standard input"),
        Flag("anchor", .text, "to verify: SEQ:HASH noted earlier, which the export must contain"),
      ] + output,
      examples: [
        "audit --limit 5", "audit who A12", "audit what user:42 --refused",
        "audit what --by anna --from 2026-11-01", "audit when 2026-10..2026-11",
        "audit export audit.ndjson", "audit export november.ndjson --from 2026-11 --to 2026-11",
        "audit anchor /mnt/worm/anchors", "audit anchor --program \"/usr/bin/logger -t anchor\"",
        "audit verify audit.ndjson --anchor 41:9f2c…",
      ]
    ),
    Verb(
      "export",
      .export,
      "for a transparency report: statements of reasons, or what is counted, of a time",
      arguments: "sor|counters TIME",
      values: [.choice(["sor", "counters"]), .text],
      required: 2,
      flags: output,
      examples: [
        "export sor 2026-10..2026-11 --output ndjson", "export counters 2026 --output csv",
      ]
    ),
    Verb(
      "whoami",
      .whoami,
      "who you are here, and the head of the audit chain",
      flags: output,
      examples: ["whoami"]
    ),
    Verb(
      "help",
      .help,
      "this list, or one verb in full",
      arguments: "[VERB]",
      values: [.text],
      examples: ["help ban", "help exit-codes"]
    ),
    Verb("quit", .quit, "leave; Ctrl-D does too"),
  ]
}
