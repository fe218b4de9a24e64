import Display
import Outcome

/// `list`, `list product`, `list store:7`, `list store:7 product`.
struct ListCommand: ConsoleCommand {
  let name = "list"
  let summary: SafeText = "list rows of a collection, of all or of what belongs to a subject"
  let arguments = Arguments(
    "[SUBJECT] [COLLECTION]",
    [.subjectOrCollection, .collection],
    required: 0
  )
  let flags: [any CommandFlag] = Flags.listing + Flags.format
  let examples: [SafeText] = [
    "list store:7", "list store:7 product --sort -price",
    "list user:42 reservation --via customer --where state=approved --where 'slot_start>-7d'",
    "list product --where brand=Halcyon --where 'price<100' --limit 50",
  ]

  func run(_ context: CommandContext) async throws {
    let words = context.arguments
    guard let first = words.first else {
      return try await context.emit(CellRows(collections: try await context.catalog(), context))
    }
    if words.count == 1, Self.isSubject(first) {
      let subject = try await context.subject(first)
      try await context.status(of: subject)
      await context.remember(subject)
      guard !context.isForScreen else {
        return try await context.emit(
          relations: try await context.relations(of: subject),
          of: subject
        )
      }
      return try await context.emit(context.relationsCall(of: subject), none: "no relations")
    }
    try await context.list(try await context.listQuery(words))
  }

  /// Whether a word can only mean a subject: `user:42`, `2`, `_`, `A12`.
  private static func isSubject(_ word: String) -> Bool {
    word.contains { ":,-#".contains($0) } || word == "_" || word.first?.isNumber == true
      || Numbered.action.lettered(word) != nil
  }
}

/// `more`: the next page of the last list.
struct MoreCommand: ConsoleCommand {
  let name = "more"
  let summary: SafeText = "list the next rows of the last list"
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["more", "more --limit 100"]

  func run(_ context: CommandContext) async throws {
    guard var query = await context.session.nextPage else {
      throw Failure(
        .notFound,
        "the last list had no more rows",
        hint: "`list COLLECTION` begins one."
      )
    }
    if let limit = context[Flags.limit] { query.limit = limit }
    try await query.list(context)
  }
}

extension CellRows {
  /// The collections in view, with the commands for their rows.
  fileprivate init(collections: [CatalogCollection], _ context: CommandContext) {
    self.init(columns: [CellColumn("collection"), CellColumn("actions")])
    for collection in collections {
      append([
        cell(context.name(of: collection)), cell(collection.verbs.joined(separator: ", ")),
      ])
    }
  }
}
