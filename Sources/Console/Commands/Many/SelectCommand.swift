import Answers
import Catalog
import Display
import Outcome
import Postgres
import Prompt

/// `select`, `select @wave find user anna`, `select @wave 1-3`, `select @wave`.
struct SelectCommand: ConsoleCommand {
  private static let hidden = Flag("hidden", "with find: only restricted subjects")
  private static let from = Flag("from", .file, "a file of keys, one per line; - is standard input")
  private static let collection = Flag("in", .collection, "the collection of these keys")
  private static let drop = Flag("drop", "forget it; what was done to its subjects stays done")

  let name = "select"
  let summary: SafeText =
    "save a list of subjects under a name, to act on all of them: `hide @wave …`"
  let arguments = Arguments(
    "[@NAME [find COLLECTION [TEXT] | list [SUBJECT] COLLECTION | SUBJECTS"
      + " | --from FILE --in COLLECTION]]",
    [.selection, .subjects],
    required: 0
  )
  let flags: [any CommandFlag] = [hidden, from, collection, drop] + Flags.listing + Flags.format
  let changesData = true
  let examples: [SafeText] = [
    "select @wave find product \"silk bag\"", "select @wave 1-300",
    "select @wave list store:7 product --where 'price<100'",
    "select @wave --from keys.txt --in product", "select @wave", "select @wave --drop",
  ]

  func kind(after arguments: [String]) -> ValueKind? {
    if arguments.count > 1, arguments[1] == "list" {
      return arguments.count == 2 ? .subjectOrCollection : .collection
    }
    guard arguments.count > 1, arguments[1] == "find" else {
      return self.arguments.kind(at: arguments.count)
    }
    return arguments.count == 2 ? .collection : .text
  }

  func run(_ context: CommandContext) async throws {
    guard let word = context.arguments.first else {
      return try await context.emit(
        ConsoleFunctions.selectionList(),
        columns: [
          OutputColumn("selection", from: "name", prefix: "@"), "app", "collection", "subjects",
          "made_at", "batches",
        ],
        none: "there are no selections"
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
        throw Failure(.usage, "`find` needs a collection", hint: "\(usage)")
      }
      let collection = try await context.collection(named: rest[1])
      let text = rest.dropFirst(2).joined(separator: " ")
      return try await make(name, collection, nil, context, text: text)
    }
    if first == "list" {
      let query = try await context.listQuery(Array(rest.dropFirst()))
      return try await make(
        name,
        query.collection,
        try await context.keys(of: query),
        context
      )
    }
    let subjects = try await context.subjects(rest)
    guard let collection = subjects.first?.collection,
      subjects.allSatisfy({ $0.collection == collection })
    else {
      throw Failure(
        .usage,
        "a selection holds subjects of one collection",
        hint: "Make one selection per collection."
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
    let outcome = try await context.perform(
      ConsoleFunctions.selectionMake(
        name: name,
        app: collection.app,
        collection: collection.name,
        keys: keys,
        query: text,
        hiddenOnly: context.has(Self.hidden)
      )
    )
    let detail = try outcome.detail(as: Detail.self)
    if let missing = detail.missing, missing > 0 {
      let examples = detail.examples ?? []
      let list = examples.map { "\(Untrusted($0), columns: 40)" as SafeText }.joined(", ")
      let more: SafeText = missing > examples.count ? ", …" : ""
      let text: SafeText = "do not exist: \(missing): "
      context.io.note("  \(text, .yellow)" + list + more)
    }
    if let duplicates = detail.duplicates, duplicates > 0 {
      context.io.note("  \(SafeText("\(duplicates) named more than once, and counted once"), .dim)")
    }
    guard outcome.kind == .done else { throw Failure(outcome) }
    let of = context.name(of: collection)
    try await context.emitText("\("@\(name)", .bold)  \(detail.subjects ?? 0) × \(of)")
  }

  private struct Detail: Decodable {
    let subjects: Int?
    let missing: Int?
    let duplicates: Int?
    let examples: [String]?
  }

  private func show(_ name: String, _ context: CommandContext) async throws {
    let selection = try await context.first(ConsoleFunctions.selectionList(onlyName: name))
    guard let selection else {
      throw Failure(.notFound, "there is no selection @\(name)")
    }
    let collection = try await context.collection(
      selection.app,
      selection.collection,
      of: "@\(name)"
    )
    try await context.list(of: collection) { limit in
      ConsoleFunctions.selectionRows(name: name, maxRows: limit)
    }
    if context.format.isReadable {
      let frozen = readableTime(selection.madeAt.description)
      context.io.note("  \(SafeText("\(selection.subjects) in all, frozen \(frozen)"), .dim)")
    }
  }

  private func drop(_ name: String, _ context: CommandContext) async throws {
    try await context.done(ConsoleFunctions.selectionDrop(name: name))
    try await context.emitText("@\(name) is dropped")
  }
}

extension CommandContext {
  /// Reads `@wave`, or `@anna/wave`.
  func selection(_ word: String) throws -> String {
    let name = String(word.dropFirst())
    guard word.hasPrefix("@"), !name.isEmpty, !name.hasPrefix("#") else {
      throw Failure(
        .usage,
        "`\(word)` is not a selection",
        hint: "Selections are written `@wave`; `select` lists them."
      )
    }
    return name
  }
}
