extension Verb {
  /// What is reported: cases, reporters, strikes, appeals, flags and links.
  static let cases: [Verb] = [
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
  ]

  /// Which cases.
  static let caseFilter = [
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
}
