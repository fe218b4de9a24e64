import Catalog
import Postgres

/// `select`, `select @wave find user anna`, `select @wave 1-3`, `select @wave`.
struct SelectCommand: ConsoleCommand {
  private static let hidden = Flag("hidden", "with find: only those restricted now")
  private static let from = Flag("from", .file, "keys, one a line; - is standard input")
  private static let collection = Flag("in", .collection, "the collection that these keys are of")
  private static let drop = Flag("drop", "forget it; what was done to it stands")

  let name = "select"
  let summary: SafeText =
    "freeze a list of subjects under a name, to act on all of them: `hide @wave …`"
  let arguments = Arguments(
    "[@NAME [find COLLECTION [TEXT] | SUBJECTS | --from FILE --in COLLECTION]]",
    [.selection, .subjects],
    required: 0
  )
  let flags: [any CommandFlag] = [hidden, from, collection, drop, Flags.limit] + Flags.format
  let changesData = true
  let examples: [SafeText] = [
    "select @wave find product \"silk bag\"", "select @wave 1-300",
    "select @wave --from keys.txt --in product", "select @wave", "select @wave --drop",
  ]

  func kind(after arguments: [String]) -> ValueKind? {
    guard arguments.count > 1, arguments[1] == "find" else {
      return self.arguments.kind(at: arguments.count)
    }
    return arguments.count == 2 ? .collection : .text
  }

  func run(_ context: CommandContext) async throws {
    guard let word = context.arguments.first else {
      return try await context.emit(
        """
        SELECT '@' || name AS selection, app, collection, subjects, made_at, batches
        FROM reeve.selection_list()
        """,
        [],
        none: "nothing is selected"
      )
    }
    let name = try context.selection(word)
    if context.has(Self.drop) { return try await drop(name, context) }
    let rest = Array(context.arguments.dropFirst())
    if let path = context[Self.from] {
      guard rest.isEmpty, let word = context[Self.collection] else {
        throw misuse("`--from` takes the keys of one collection: `--in product`")
      }
      let collection = try await context.collection(named: word)
      let keys = try KeyFile(path, context.options).keys(of: collection)
      return try await make(name, collection, keys, context)
    }
    guard let first = rest.first else { return try await show(name, context) }
    if first == "find" {
      guard rest.count > 1 else {
        throw CommandFailure(.usage, "`find` needs a collection", hint: "\(usage)")
      }
      let collection = try await context.collection(named: rest[1])
      let text = rest.dropFirst(2).joined(separator: " ")
      return try await make(name, collection, nil, context, text: text)
    }
    let subjects = try await context.subjects(rest)
    guard let collection = subjects.first?.collection,
      subjects.allSatisfy({ $0.collection == collection })
    else {
      throw CommandFailure(
        .usage,
        "a selection holds subjects of one collection",
        hint: "Select each collection's under a name of its own."
      )
    }
    try await make(name, collection, subjects.map(\.key), context)
  }

  private func make(
    _ name: String,
    _ collection: CatalogCollection,
    _ keys: [String]?,
    _ context: CommandContext,
    text: String = ""
  ) async throws {
    let rows = try await context.write(
      """
      SELECT outcome, code, message, (detail ->> 'subjects')::int AS subjects,
        (detail ->> 'missing')::int AS missing, (detail ->> 'duplicates')::int AS duplicates,
        ARRAY(SELECT jsonb_array_elements_text(detail -> 'examples')) AS examples
      FROM reeve.selection_make($1, $2, $3, $4, $5, $6)
      """,
      [name, collection.app, collection.name, keys, text, context.has(Self.hidden)]
    )
    if let row = rows.first {
      if let missing = try row.get("missing", as: Int?.self), missing > 0 {
        let examples = try row.get("examples", as: [String].self)
        let list = examples.map { "\(Untrusted($0), columns: 40)" as SafeText }.joined(", ")
        let more: SafeText = missing > examples.count ? ", …" : ""
        let text: SafeText = "not there: \(missing): "
        context.io.note("  \(text, .yellow)" + list + more)
      }
      if let duplicates = try row.get("duplicates", as: Int?.self), duplicates > 0 {
        context.io.note(
          "  \(SafeText("\(duplicates) named more than once, and counted once"), .dim)"
        )
      }
    }
    let row = try context.done(rows)
    let count: Int = try row.get("subjects")
    try await context.emitText(
      "\("@\(name)", .bold)  \(count) × \(context.vocabulary.name(of: collection))"
    )
  }

  private func show(_ name: String, _ context: CommandContext) async throws {
    let heads = try await context.query(
      "SELECT app, collection, subjects, made_at, owner FROM reeve.selection_list($1)",
      [name]
    )
    guard let head = heads.first else {
      throw CommandFailure(.notFound, "there is no selection @\(name)")
    }
    let collection = try await context.collection(
      try head.get("app"),
      try head.get("collection"),
      of: "@\(name)"
    )
    try await context.list(
      "SELECT key, label, state FROM reeve.selection_rows($1, $2)",
      [name],
      of: collection
    )
    if context.format.isReadable {
      let count: Int = try head.get("subjects")
      context.io.note(
        "  \(SafeText("\(count) in all, frozen \(readableTime(try head.get("made_at")))"), .dim)"
      )
    }
  }

  private func drop(_ name: String, _ context: CommandContext) async throws {
    _ = try context.done(
      await context.write("SELECT outcome, code, message FROM reeve.selection_drop($1)", [name])
    )
    try await context.emitText("@\(name) is dropped")
  }
}

extension CommandContext {
  /// Reads `@wave`, or `@anna/wave`.
  func selection(_ word: String) throws -> String {
    let name = String(word.dropFirst())
    guard word.hasPrefix("@"), !name.isEmpty, !name.hasPrefix("#") else {
      throw CommandFailure(
        .usage,
        "`\(word)` is no selection",
        hint: "Selections are written `@wave`; `select` lists them."
      )
    }
    return name
  }
}
