/// What a value of a manifest must look like.
indirect enum Shape: Sendable {
  /// Text for people or a fragment of SQL; numbers and booleans count as text.
  case text
  /// As `text`, or null.
  case textOrNull
  /// As `text`, or a list of such.
  case textOrTexts
  /// A name of the catalog's own: letters, digits, `-` and `_`, first a letter; at most 60.
  case word
  /// One of these words.
  case choice([String])
  case boolean
  /// A whole number not below the minimum.
  case integer(minimum: Int)
  /// A length of time such as `90s`, `5m`, `24h`, `1h30m`; the minimum is in seconds.
  case duration(minimumSeconds: Int)
  /// Anything; plain scalars become null, booleans and numbers where they look so.
  case any
  case list(Shape, minimum: Int = 0)
  /// Free keys, each a name of the database or of the catalog.
  case map(Shape, keys: KeyShape = .word)
  /// Fixed keys.
  case record([Field])

  /// What the free keys of a mapping are.
  enum KeyShape: Sendable {
    /// As `Shape.word`.
    case word
    /// Any text, as names of the database are.
    case text
  }

  /// One key of a record.
  struct Field: Sendable {
    let name: String
    let isRequired: Bool
    let shape: Shape
  }
}

extension Shape {
  /// A key that must be there.
  static func needs(_ name: String, _ shape: Shape) -> Field {
    Field(name: name, isRequired: true, shape: shape)
  }

  /// A key that may be left out.
  static func may(_ name: String, _ shape: Shape) -> Field {
    Field(name: name, isRequired: false, shape: shape)
  }
}

extension Shape {
  /// `sql/apps/<app>/catalog.yaml`.
  static let catalog = Shape.record([
    needs("app", .word),
    needs("schema", .text),
    needs("owner", .text),
    needs("title", .text),
    needs("collections", .map(collection)),
    may("actions", .list(action)),
    may("stale", .map(.list(effect(needsCollection: false)))),
    may("templates", .map(.map(.record([needs("subject", .text), needs("body", .text)])))),
    may("reports", .map(report)),
    may("tasks", .map(task)),
    may("policies", .map(policy)),
    may("approvals", .map(approval)),
    may("strikes", strikes),
    may("appeals", appeals),
    may("flags", .map(flag)),
    may("reveals", .record([needs("quota", .integer(minimum: 1))])),
  ])

  /// `sql/apps/<app>/policies.yaml`.
  static let policies = Shape.record([
    needs("policies", .map(policy)), may("strikes", strikes), may("appeals", appeals),
  ])

  /// How long a strike counts, and what is proposed from which sum of them on.
  private static let strikes = Shape.record([
    may("expire", .duration(minimumSeconds: 60)),
    may(
      "thresholds",
      .list(
        .record([
          needs("at", .integer(minimum: 1)), needs("propose", .word),
          may("for", .duration(minimumSeconds: 60)),
        ])
      )
    ),
  ])

  /// What is reported by itself; the database checks that it is one of the four.
  private static let flag = Shape.record([
    needs("collection", .word),
    needs("policy", .word),
    may("severity", .choice(["low", "medium", "high", "critical"])),
    may("propose", .record([needs("verb", .word), may("for", .duration(minimumSeconds: 60))])),
    may("most", .integer(minimum: 1)),
    may(
      "flood",
      .record([
        needs("by", .text), needs("at", .text), needs("born", .text),
        needs("younger", .duration(minimumSeconds: 60)), needs("more_than", .integer(minimum: 1)),
        needs("within", .duration(minimumSeconds: 60)),
      ])
    ),
    may(
      "price",
      .record([
        needs("value", .text), needs("group", .text), needs("below", .text),
        needs("least", .integer(minimum: 3)),
      ])
    ),
    may(
      "words",
      .record([
        needs("in", .list(.text, minimum: 1)), needs("list", .list(.text, minimum: 1)),
        may("except", .list(.text)),
      ])
    ),
    may("banned", .list(.word, minimum: 1)),
  ])

  /// How long after an action it may be appealed against.
  private static let appeals = Shape.record([needs("window", .duration(minimumSeconds: 60))])

  /// `jobs/<job>.yaml`; without an app it is every app's.
  ///
  /// The database checks that one of `every` and `cron` is there, and what `cron` and `zone` say.
  static let job = Shape.record([
    needs("kind", .text),
    may("app", .word),
    may("every", .duration(minimumSeconds: 1)),
    may("cron", .text),
    may("zone", .text),
    may("missed", .choice(["skip", "last", "all"])),
    may("most", .integer(minimum: 1)),
    may("overlap", .choice(["allow", "skip", "queue"])),
    may("args", .map(.any, keys: .text)),
    may("queue", .word),
  ])

  private static let names = Shape.list(.text)

  private static let collection = Shape.record([
    needs("table", .text),
    needs("key", .list(.text, minimum: 1)),
    needs("label", .text),
    needs("show", .list(.text, minimum: 1)),
    may("personal", names),
    may("touched", names),
    may("find", .text),
    may("find_plain", .textOrTexts),
    may("visible", .text),
    may("hidden", .text),
    may("bites", .choice(["column", "policy", "guard", "none"])),
    may("guards", .list(guarded, minimum: 1)),
    may(
      "limits",
      .map(.record([may("help", .text), needs("guards", .list(guarded, minimum: 1))]))
    ),
    may(
      "content",
      .choice(["app", "audio", "image", "product", "synthetic_media", "text", "video", "other"])
    ),
    may("recipient", .record([needs("locale", .text), needs("zone", .text)])),
    may(
      "parents",
      .map(.record([needs("collection", .word), needs("columns", .list(.text, minimum: 1))]))
    ),
    may(
      "conversation",
      .record([
        needs("of", .text), may("by", .text), needs("at", .text), needs("text", .text),
        may("around", .integer(minimum: 0)),
      ])
    ),
    may(
      "states",
      .record([needs("column", .text), needs("transitions", .map(names, keys: .text))])
    ),
    may("search", search),
    may("identifiers", .map(.text)),
    may("erase", erasure),
  ])

  /// What erasure does to a row, to rows of tables that belong to it (by columns in the order of the
  /// collection's key) and to rows of other collections that go with it; and in words what it leaves.
  private static let erasure = Shape.record([
    may("set", .map(.textOrNull, keys: .text)),
    may(
      "tables",
      .list(
        .record([
          needs("table", .text), needs("of", .list(.text, minimum: 1)), may("delete", .boolean),
          may("set", .map(.textOrNull, keys: .text)),
        ]),
        minimum: 1
      )
    ),
    may(
      "with",
      .list(.record([needs("collection", .word), needs("via", .text)]), minimum: 1)
    ),
    may("keeps", .text),
  ])

  /// A table whose writes are refused to whom the collection's bans bar, by `policy` or `guard`, or
  /// one of its limits; the columns that name the writer stand in the order of the collection's key.
  private static let guarded = Shape.record([
    needs("table", .text),
    needs("actor", .list(.text, minimum: 1)),
    may("writes", .list(.choice(["insert", "update", "delete"]), minimum: 1)),
  ])

  private static let search = Shape.record([
    may("a", names),
    may("b", names),
    may("c", names),
    may("d", names),
    may("popularity", .textOrNull),
    may("language", .word),
  ])

  /// What an action can be like: the kinds that a catalog declares among its actions.
  private static let actionKinds = ActionKind.all.map(\.name).filter {
    !["erase", "hold"].contains($0)
  }

  /// When an action needs a second person: all of it has to hold.
  private static let approval = Shape.record([
    may("kinds", .list(.choice(actionKinds + ["erase"]), minimum: 1)),
    may("collections", .list(.word, minimum: 1)),
    may("ranks", .list(.choice(["moderator", "senior"]), minimum: 1)),
    may("permanent", .boolean),
    may("protected", .boolean),
    may("people", .integer(minimum: 0)),
    may("rows", .integer(minimum: 0)),
    may("irreversible", .integer(minimum: 0)),
    may("quota", .integer(minimum: 0)),
  ])

  /// What may be done to a collection's rows.
  ///
  /// A verb of the app's own says what it is like. Effects that are another action's too stand there
  /// once, and `effects_of` names its verb.
  private static let action = Shape.record([
    needs("verb", .word),
    needs("collection", .word),
    may("like", .choice(actionKinds)),
    may("effects", .list(effect(needsCollection: true), minimum: 1)),
    may("effects_of", .word),
    may("strikes", .boolean),
    may("window", .duration(minimumSeconds: 60)),
  ])

  /// A table that names rows of two collections: the affected ones (`to`) and the subject (`of`), by
  /// columns in the order of their keys.
  private static let through = Shape.record([
    needs("table", .text), needs("to", .list(.text, minimum: 1)),
    needs("of", .list(.text, minimum: 1)),
  ])

  /// One line of a cascade; in `stale` the collection is the key it stands under.
  private static func effect(needsCollection: Bool) -> Shape {
    .record([
      needs("name", .text),
      Field(name: "collection", isRequired: needsCollection, shape: .word),
      may("via", .text),
      may("through", through),
      may("where", .text),
      may("hide", .boolean),
      may("list", .boolean),
      may("set", .map(.text, keys: .text)),
      may("reversible", .boolean),
      may(
        "tell",
        .list(
          .record([
            needs("to", .text), needs("template", .word), may("when", .text),
            may("with", .map(.text)),
          ])
        )
      ),
    ])
  }

  private static let report = Shape.record([
    needs("collection", .word),
    needs("function", .text),
    may("arguments", .list(.word)),
    needs("columns", .list(.text, minimum: 1)),
    may("help", .text),
  ])

  /// A function that jobs of the kind `sql` call until nothing is left to do.
  private static let task = Shape.record([
    needs("function", .text),
    may("arguments", .list(.word)),
    may("help", .text),
  ])

  private static let policy = Shape.record([
    needs("title", .text),
    needs("clause", .text),
    needs("grace", .duration(minimumSeconds: 0)),
    may("severity", .choice(["low", "medium", "high", "critical"])),
    may("strikes", .integer(minimum: 0)),
    may("duration", .duration(minimumSeconds: 60)),
    may("ground", .choice(["terms", "illegal"])),
    may("category", .choice(categories)),
  ])

  /// The categories of the Commission's transparency database, by which statements of reasons name a
  /// policy.
  private static let categories = [
    "animal-welfare", "consumer-information", "cyber-violence", "cyber-violence-against-women",
    "data-protection-and-privacy-violations", "illegal-or-harmful-speech",
    "intellectual-property-infringements", "negative-effects-on-civic-discourse-or-elections",
    "other-violation-tc", "protection-of-minors", "risk-for-public-security", "scams-and-fraud",
    "self-harm", "unsafe-and-prohibited-products", "violence",
  ]
}
