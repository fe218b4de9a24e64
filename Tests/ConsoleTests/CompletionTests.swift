import Prompt
import Testing

@testable import Console

struct CompletionTests {
  private var vocabulary: ConsoleVocabulary {
    var vocabulary = ConsoleVocabulary(commands: CommandRegistry.commands)
    vocabulary.collections = [
      CatalogCollection(
        app: "randevoo",
        name: "user",
        verbs: ["ban", "limit", "merge", "tag"],
        personal: ["email"],
        limits: ["bookings"],
        identifiers: ["device", "email"],
        isLinkable: true
      ),
      CatalogCollection(app: "randevoo", name: "product", verbs: ["hide"]),
      CatalogCollection(app: "randevoo", name: "event"),
      CatalogCollection(app: "sotravel", name: "event"),
    ]
    vocabulary.policies = [Candidate(text: "fraud", label: "Fraud"), Candidate(text: "spam")]
    vocabulary.listed = [Candidate(text: "user:7", label: "Zoe")]
    vocabulary.actions = [Candidate(text: "A12", label: "ban of Zoe")]
    vocabulary.settings.aliases = ["mine": "find user $1"]
    vocabulary.settings.replies = ["copies": "Your offers were copies."]
    vocabulary.commands.add(
      ViewCommand([
        AppView(
          app: "randevoo",
          name: "slots",
          collection: "product",
          arguments: ["day"],
          columns: ["slot"],
          types: ["text"],
          help: "what is free"
        )
      ])
    )
    vocabulary.commands.add(
      ViewCommand([
        AppView(
          app: "randevoo",
          name: "off-grid",
          collection: nil,
          arguments: ["city"],
          columns: ["reservation"],
          types: ["subject"],
          help: "what lies on no slot"
        )
      ])
    )
    return vocabulary
  }

  @Test(arguments: [
    ("", "sus", ["suspend"]),
    (
      "", "s",
      [
        "search", "show", "strikes", "stats", "suspend", "select", "staff", "steal", "shift", "set",
        "save",
        "slots",
      ]
    ),
    ("tag user:7 ", "v", ["vip"]),
    ("duplicates ", "us", ["user"]), ("duplicates user ", "--b", ["--by"]),
    ("duplicates user --by ", "", ["device", "email"]),
    ("duplicates user --by ", "email,", ["email,device"]),
    ("merge ", "us", ["user:", "user:7"]), ("merge user:7 ", "", ["into"]),
    ("merge user:7 into ", "user:4", ["user:42", "user:4711"]),
    ("merge user:7 into user:42 ", "--de", ["--despite-ban"]),
    ("unmerge ", "us", ["user:", "user:7"]),
    ("limit user:7 ", "", ["bookings"]), ("untag user:7 ", "", ["vip"]),
    ("note user:7 ", "", []), ("reveal user:7 ", "", ["email"]),
    ("reveal user:7 email ", "e", ["email"]), ("chat ", "us", ["user:", "user:7"]),
    ("evidence ", "", ["A13", "A12"]), ("approve ", "", ["P4"]),
    ("strikes ", "us", ["user:", "user:7"]), ("appeal ", "", ["A13", "A12"]),
    ("case ", "", ["C7"]), ("close ", "C", ["C7"]),
    ("close C7 --outcome ", "u", ["upheld"]), ("ban user:7 --case ", "", ["C7"]),
    ("mute ", "us", ["user:", "user:7"]), ("unmute ", "us", ["user:", "user:7"]),
    ("find ", "", ["user", "product", "randevoo/event", "sotravel/event"]),
    ("find ", "p", ["product"]), ("ban user:7 ", "--d", ["--dry-run"]),
    ("ban user:7 --policy ", "", ["fraud", "spam"]), ("ban user:7 --policy ", "fr", ["fraud"]),
    ("ban ", "", ["user:", "user:7"]), ("hide ", "", ["product:"]),
    ("unban ", "u", ["user:", "user:7"]),
    ("show ", "user:4", ["user:42", "user:4711"]),
    ("show ", "user:7", ["user:7", "user:42", "user:4711"]),
    ("show ", "nope:4", []), ("undo ", "", ["A13", "A12"]), ("jobs --state ", "ru", ["running"]),
    ("jobs ", "w", ["why", "watch"]), ("jobs why ", "", ["41", "42"]),
    ("jobs cancel 41 ", "42", ["42"]), ("jobs of ", "us", ["user:", "user:7"]),
    ("jobs of ", "user:4", ["user:42", "user:4711"]), ("queues ", "p", ["pause"]),
    ("queues limit ", "", ["default"]), ("queues limit default ", "--n", ["--none"]),
    ("queue ", "p", []), ("jobs show 41 ", "42", []), ("help jobs ", "ca", ["cancel"]),
    ("slots ", "", ["product:"]), ("slots ", "us", []),
    ("", "off", ["off-grid"]), ("off-grid ", "", ["--city", "--limit", "--output", "--json"]),
    ("off-grid ", "us", []), ("qr ", "", ["user:", "user:7"]), ("qr ", "pro", []),
    ("audit ", "e", ["export"]), ("audit who ", "", ["A13", "A12"]),
    ("cron ", "p", ["preview", "pause"]),
    ("find user --output ", "", ["table", "expanded", "md", "json", "ndjson", "csv", "tsv"]),
    ("ban user:7 --yes ", "--y", []), ("xyzzy ", "", []),
    ("show user:7 ", "", ["--output", "--json"]),
    ("search --in ", "pro", ["product"]), ("help ", "ba", ["ban", "batch"]),
    ("team ", "re", ["remove"]), ("team remove ", "", ["anna"]),
    ("team add anna --rank ", "m", ["moderator"]), ("hide ", "@", ["@wave"]),
    ("select ", "", ["@wave"]), ("select @new find ", "p", ["product"]),
    ("list product --where ", "s", ["state"]), ("list product --sort ", "-", ["-id", "-state"]),
    ("list ", "product", ["product", "product:"]), ("list --where ", "", []),
    ("select @new ", "us", ["user:", "user:7"]), ("batch ", "", ["B7"]), ("undo ", "B", ["B7"]),
    // In any case, without accents, by a word of the label, and rows by their number.
    ("", "SUS", ["suspend"]), ("find ", "PRO", ["product"]),
    ("show ", "User:4", ["user:42", "user:4711"]),
    ("close ", "zoé", ["C7"]), ("close ", "c", ["C7"]), ("ban user:7 --policy ", "Fra", ["fraud"]),
    ("undo ", "zoe", ["A12"]), ("jobs show ", "search", ["42"]), ("show ", "1", ["user:7"]),
    ("show ", "#1", ["user:7"]), ("show ", "2", []),
    ("rule on ", "no", ["no-shows"]), ("hide product:1 --public ", "@c", ["@copies"]),
    ("", "mi", ["mine"]), ("mine ", "--h", ["--hidden"]), ("nomine ", "", []),
  ])
  func `TAB offers what fits the place`(before: String, word: String, expected: [String]) {
    let completion = vocabulary.complete(before: words(of: before).words, word: word) { lookUp in
      switch lookUp {
      case .rows(let collection, _):
        collection.name == "user"
          ? [Candidate(text: "42", label: "Anna"), Candidate(text: "4711", label: "Anne")] : []
      case .actions: [Candidate(text: "A13")]
      case .jobs: [Candidate(text: "41"), Candidate(text: "42", label: "running search.sync")]
      case .logins: [Candidate(text: "anna", label: "senior")]
      case .queues: [Candidate(text: "default")]
      case .rules: [Candidate(text: "no-shows", label: "off")]
      case .tags: [Candidate(text: "vip")]
      case .approvals: [Candidate(text: "P4")]
      case .selections: [Candidate(text: "@wave")]
      case .batches: [Candidate(text: "B7")]
      case .cases: [Candidate(text: "C7", label: "user:7 Zoe")]
      case .fields(_, let field):
        field == "state"
          ? [Candidate(text: "approved"), Candidate(text: "held")]
          : field == nil ? [Candidate(text: "id"), Candidate(text: "state")] : []
      }
    }
    #expect(completion.candidates.map(\.text) == expected)
  }

  @Test(
    arguments: [
      ("show user:alvaro m", "alvaro m", 5), ("show user:alvaro ", "alvaro", 5),
      ("show \"user:alvaro m", "alvaro m", 5), ("show 'user:alvaro m", "alvaro m", 5),
      ("show user:\"alvaro m", "alvaro m", 5), ("ban  USER:alvaro_m x", "alvaro m x", 5),
      ("show user:alvaro", nil, 0), ("show user:42 ", nil, 0),
      ("show user:alvaro --output ", nil, 0),
      ("nope user:alvaro m", nil, 0), ("show user:exact ", "exact", nil),
      ("hide user:alvaro m", nil, 0),
    ] as [(String, String?, Int?)]
  )
  func `a name with blanks is completed in quotes and without`(
    line: String,
    asked: String?,
    offset: Int?
  ) {
    var text: String?
    let found = vocabulary.completeName(before: line) { lookUp in
      if case .rows(_, let looked) = lookUp { text = looked }
      return [Candidate(text: text == "exact" ? "exact" : "450", label: "Álvaro Muñoz")]
    }
    #expect(text == asked)
    #expect(found?.candidates.map(\.text) == (asked == nil || offset == nil ? nil : ["user:450"]))
    if let found { #expect(found.offset == offset) }
  }

  @Test func `at an empty line TAB offers first what is useful now`() {
    let offered = vocabulary.complete(before: [], word: "") { _ in [] }.candidates
    #expect(offered.prefix(4).map(\.text) == ["undo", "show", "mine", "find"])
    #expect(offered.first?.label == "A12: ban of Zoe")
  }

  @Test(
    arguments: [
      ("ban ", "user:42 --policy POLICY --for 7d|--forever"),
      ("ban user:7 ", "--policy POLICY --for 7d|--forever"), ("ban user:7 --policy ", "POLICY"),
      ("ban user:7 --policy fraud ", "--for 7d|--forever"),
      ("ban user:7 --forever ", "--policy POLICY"), ("ban user:7 --policy fraud --for 7d ", nil),
      ("ban", nil), ("nonsense ", nil), ("tag user:7 ", "TAG"), ("jobs show ", "ID"),
      ("whoami ", nil),
      ("close C1 --outcome ", "upheld|dismissed|duplicate"), ("show \"", nil),
    ] as [(String, String?)]
  )
  func `a hint says what comes next`(line: String, expected: String?) {
    #expect(vocabulary.hint(after: line) == expected)
  }

  @Test func `names may be typed for keys, with _ for a blank`() {
    var asked: [String] = []
    _ = vocabulary.complete(before: words(of: "show ").words, word: "user:anna_k") { lookUp in
      if case .rows(_, let text) = lookUp { asked.append(text) }
      return []
    }
    #expect(asked == ["anna k"])
  }

  @Test(arguments: [
    ("list product --where state", "", ["approved", "held"]),
    ("list product --where state", "a", ["approved"]), ("list product --where id", "", []),
    ("list product --sort state", "", []), ("list state", "", []),
  ])
  func `after a field and its equals sign come its values`(
    before: String,
    word: String,
    expected: [String]
  ) {
    let completion = vocabulary.complete(
      before: words(of: before).words,
      word: word,
      isValue: true
    ) { lookUp in
      lookUp == .fields(vocabulary.collections[1], valuesOf: "state")
        ? [Candidate(text: "approved"), Candidate(text: "held")] : []
    }
    #expect(completion.candidates.map(\.text) == expected)
  }

  @Test func `in the middle of a quoted text TAB offers nothing`() {
    let state = ConsoleState(commands: CommandRegistry.source)
    let completer = Completer(conninfo: "", state: state)
    for before in ["note user:7 \"seen ", "note user:7 'seen ", "ban user:7 --why=\"it "] {
      #expect(completer.complete(before: before, word: "").candidates.isEmpty, "\(before)")
    }
    let flags = completer.complete(before: "note user:7 \"seen\" ", word: "--d").candidates
    #expect(flags.map(\.text) == ["--dry-run"])
  }

  @Test func `a collection's colon is followed by no blank`() {
    let completion = vocabulary.complete(before: words(of: "hide ").words, word: "pro") { _ in [] }
    #expect(completion.append == nil)
  }
}
