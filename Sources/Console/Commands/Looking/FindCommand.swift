import Postgres

/// `find COLLECTION [TEXT]`.
struct FindCommand: ConsoleCommand {
  private static let hidden = Flag("hidden", "only restricted subjects")
  private static let filter = Flag(
    "where",
    .text,
    "FIELD=VALUE of a personal field; with --why, recorded"
  )

  let name = "find"
  let summary: SafeText = "list subjects whose name begins with a text"
  let arguments = Arguments("COLLECTION [TEXT]", [.collection, .text], required: 1)
  let flags: [any CommandFlag] =
    [hidden, filter] + Flags.grounds + [Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "find user anna", "find store --hidden", "find product \"silk bag\" --limit 50",
    "find user --limit 5000 --output csv", "find user anna --json subject,label",
    "find user --where email=anna@example.com --why \"same seller as C12\"",
  ]

  func run(_ context: CommandContext) async throws {
    let collection = try await context.collection(named: context.arguments[0])
    if let filter = context[Self.filter] {
      return try await find(collection, where: filter, context)
    }
    let text = context.invocation.text(from: 1)
    guard collection.isFindable || text.isEmpty else {
      throw Failure(
        .usage,
        "`\(collection.name)` has no name to search by",
        hint: "`find \(collection.name)` without a text lists all."
      )
    }
    try await context.list(of: collection) { limit in
      ConsoleFunctions.subjectFind(
        app: collection.app,
        collection: collection.name,
        query: text,
        hiddenOnly: context.has(Self.hidden),
        maxRows: limit
      )
    }
  }

  /// `find user --where email=anna@example.com --why "…"`: by what is personal, so on the record.
  private func find(
    _ collection: CatalogCollection,
    where filter: String,
    _ context: CommandContext
  ) async throws {
    guard let sign = filter.firstIndex(of: "="), context.arguments.count == 1 else {
      throw Failure(
        .usage,
        "`--where` takes one personal field and its value, and cannot be combined with a name",
        hint: "Write `find \(collection.name) --where FIELD=VALUE --why \"…\"`."
      )
    }
    let value = String(filter[filter.index(after: sign)...])
    let (ticket, _) = try await context.askToReveal(
      "find",
      collection,
      fields: [String(filter[..<sign])],
      value: value
    )
    var listing = SubjectListing(context, limit: context.limit)
    let heading = "\(context.name(of: collection)):"
    let rows = try await context.writtenRows(
      ConsoleFunctions.revealFind(ticket: ticket, value: value, maxRows: listing.limitToAsk)
    )
    try await listing.write(rows, cells: ["label", "state"]) { _ in (collection, heading) }
    try await listing.finish(context)
  }
}
