import Catalog

extension ConsoleSession {
  /// Texts that are about no verb, by the word `help` takes.
  static let topics: [(name: String, summary: SafeText, text: [SafeText])] = [
    (
      "subjects", "how to name a row",
      [
        "user:42             collection and key",
        "randevoo/user:42    with its app, where two apps have a `user`",
        "2   1-3   1,4       rows of the last listing, by their numbers",
        "_                   what was listed or looked at last",
        "Quote a key with blanks: \"user:a b\". Verbs that act take no wildcards: list, then act on",
        "the rows.",
      ]
    ),
    (
      "exit-codes", "what the program returns",
      [
        "0    done",
        "1    failed, or another admin was faster",
        "2    not a command, or not with these arguments",
        "3    the database cannot be reached, or was lost",
        "4    refused: needs --yes, a right or an approval",
        "5    no such subject or action",
        "130  interrupted by Ctrl-C",
        "141  nobody reads the output any more",
      ]
    ),
    (
      "escapes", "what <U+202E> means in somebody's text",
      [
        "<U+202E>  a character that would move the cursor, reorder, hide or imitate text: controls,",
        "          line ends, bidi and zero-width characters, tags, a fifth mark on one letter",
        "<0x9B>    a byte that is no UTF-8",
        "…         cut to fit; --output json has all of it, such characters as \\u202e",
      ]
    ),
    (
      "output", "how rows are written",
      [
        "table, expanded, md        for people: times to the minute, long cells cut on a terminal",
        "json, ndjson               one array, or an object a line; the text exactly",
        "csv, tsv                   for spreadsheets, with a heading; for cut and awk, without one",
        "--json FIELDS              objects with these fields, in this order; no FIELDS lists them",
        "Rows are written as they come, however many. In csv and tsv a text that begins like a formula",
        "(= + - @ …) gets a ' before it, so that no spreadsheet runs it.",
      ]
    ),
    (
      "keys", "at the prompt",
      [
        "TAB          completes verbs, flags, values, and rows by key or name: show user:ann TAB",
        "Ctrl-C       forgets the line; while a command runs, cancels it on the server; to a question, no",
        "Ctrl-R       searches the lines typed before",
        "Ctrl-D       leaves",
        "#            begins a comment; a line that begins with a blank is not remembered",
      ]
    ),
  ]

  /// `help`, `help VERB`, `help TOPIC`.
  func help(_ word: String) async throws {
    if word.isEmpty { return try await helpAll() }
    if word == "policies" { return try await helpPolicies() }
    if let topic = Self.topics.first(where: { $0.name == word }) {
      for line in topic.text { try await emitText("  \(line)") }
      return
    }
    var verbs = Verb.all
    if !verbs.contains(where: { $0.name == word }) {
      _ = try await reportList()
      verbs = board.vocabulary.verbs
    }
    let verb = try Console.verb(named: word, among: verbs, isInteractive: isInteractive)
    for example in verb.examples { try await emitText("  \(example, .bold)") }
    if !verb.examples.isEmpty { try await emitText("") }
    try await emitText("  \(verb.summary)")
    try await emitText("  Usage: \(verb.usage)")
    let width = verb.flags.map(\.usage.width).max() ?? 0
    for flag in verb.flags {
      try await emitText("    \(flag.usage.padded(to: width))  \(flag.help)")
    }
  }

  /// What belongs together, in the order of the list; what no section names is an app's own.
  static let sections: [(title: String, verbs: [String])] = [
    (
      "look",
      ["find", "search", "show", "history", "links", "strikes", "chat", "evidence", "reveal"]
    ),
    (
      "act on a subject",
      [
        "warn", "note", "tag", "verify", "hide", "limit", "suspend", "ban", "delete", "erase",
        "hold",
        "holds", "undo", "redo",
      ]
    ),
    ("act on many", ["select", "batch"]),
    ("with a second person", ["approvals", "approve", "reject", "withdraw", "staff", "team"]),
    (
      "what is reported",
      [
        "queue", "next", "case", "claim", "release", "steal", "close", "reopen", "mute", "flags",
        "appeals", "appeal",
      ]
    ),
    ("the record", ["audit", "export"]),
    ("jobs", ["jobs", "queues", "cron"]),
    ("this session", ["whoami", "help", "quit"]),
  ]

  private func helpAll() async throws {
    let verbs = board.vocabulary.verbs
    let names = Set(verbs.map(\.name))
    let listed = Set(Self.sections.flatMap(\.verbs))
    let own = verbs.map(\.name).filter { name in
      !listed.contains(name) && !(name.hasPrefix("un") && names.contains(String(name.dropFirst(2))))
    }
    let labels = verbs.map { verb -> SafeText in
      names.contains("un\(verb.name)") ? "\(verb.name), un…" : "\(verb.name)"
    }
    let width = labels.map(\.width).max() ?? 0
    for section in Self.sections + [("of the apps", own)] {
      let among = section.verbs.compactMap { name in verbs.firstIndex { $0.name == name } }
      if among.isEmpty { continue }
      try await emitText("\(section.title, .dim)")
      for index in among {
        try await emitText("  \(labels[index].padded(to: width), .bold)  \(verbs[index].summary)")
      }
    }
    try await emitText("")
    try await emitText("  `help VERB` has examples. More: help \(topicNames.joined(", help "))")
  }

  private var topicNames: [SafeText] {
    Self.topics.map { "\($0.name)" } + ["policies"]
  }

  private func helpPolicies() async throws {
    let policies = try await policyList()
    let width = policies.map { Untrusted($0.name).width }.max() ?? 0
    for policy in policies {
      let name: SafeText = "\(policy.name)"
      try await emitText("  \(name.padded(to: width), .bold)  \(policy.title)")
      try await emitText("  \(SafeText().padded(to: width))  \(policy.clause, .dim)")
      var weight: SafeText = "\(policy.severity), \(plural(policy.strikes, "strike", "strikes"))"
      if let duration = policy.duration { weight += ", suspends for \(duration)" }
      try await emitText("  \(SafeText().padded(to: width))  \(weight)")
    }
    if policies.isEmpty { io.note("no policy is declared") }
  }
}
