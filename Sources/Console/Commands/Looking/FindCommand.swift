import Display
import Outcome

/// `find COLLECTION [TEXT]`.
struct FindCommand: ConsoleCommand {
  private static let hidden = Flag("hidden", "only restricted subjects")

  let name = "find"
  let summary: SafeText = "list subjects whose name begins with a text"
  let arguments = Arguments("[COLLECTION [TEXT]]", [.collection, .text], required: 0)
  let flags: [any CommandFlag] =
    [hidden, Flags.filter, Flags.sort] + Flags.grounds + [Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "find user anna", "find store --hidden", "find product \"silk bag\" --limit 50",
    "find user --limit 5000 --output csv", "find user anna --json subject,label",
    "find product silk --where 'price<100' --sort price",
    "find user --where email=anna@example.com --why \"same seller as C12\"",
    "find user --where email^=anna@ --why \"same seller as C12\"",
  ]

  func run(_ context: CommandContext) async throws {
    guard !context.arguments.isEmpty else { return try await context.emitCollections() }
    let collection = try await context.collection(named: context.arguments[0])
    let filters = context[Flags.filter] ?? []
    if filters.contains(where: { collection.personal.contains($0.field) }) {
      return try await find(collection, where: filters, context)
    }
    let text = context.invocation.text(from: 1)
    if !filters.isEmpty || context.has(Flags.sort) {
      guard !context.has(Self.hidden) else {
        throw Failure(.usage, "`--hidden` cannot be combined with `--where` or `--sort`")
      }
      return try await context.list(
        ListQuery(
          collection: collection,
          text: text,
          filters: filters,
          sort: context[Flags.sort],
          limit: context.listLimit
        )
      )
    }
    guard collection.isFindable || text.isEmpty else {
      throw Failure(
        .usage,
        "`\(collection.name)` has no name to search by",
        hint: "`find \(collection.name)` without a text lists all."
      )
    }
    try await context.list(of: collection, none: none(of: text, in: collection)) { limit in
      ConsoleFunctions.subjectFind(
        app: collection.app,
        collection: collection.name,
        query: text,
        hiddenOnly: context.has(Self.hidden),
        maxRows: limit
      )
    }
  }

  /// What is said where no name begins with a text: of an address or a number, how to find it.
  private func none(of text: String, in collection: CatalogCollection) -> SafeText {
    guard !collection.personal.isEmpty,
      text.contains("@") || text.filter(\.isNumber).count >= 6
    else { return "nothing found" }
    return """
      nothing found by name; `find \(collection.name) --where FIELD=VALUE --why "…"` looks in a \
      personal field: \(collection.personal.joined(separator: ", "))
      """
  }

  /// `find user --where email=anna@example.com --why "…"`: by a personal field, so on the record.
  private func find(
    _ collection: CatalogCollection,
    where filters: [Filter],
    _ context: CommandContext
  ) async throws {
    guard filters.count == 1, ["=", "^="].contains(filters[0].comparison),
      context.arguments.count == 1
    else {
      throw Failure(
        .usage,
        "a personal field is looked for alone, by its value or how that begins",
        hint: "Write `find \(collection.name) --where FIELD=VALUE --why \"…\"`, or FIELD^=VALUE."
      )
    }
    let value = filters[0].value
    let begins = filters[0].comparison == "^="
    let (ticket, _) = try await context.askToReveal(
      "find",
      collection,
      fields: [filters[0].field],
      value: value,
      begins: begins
    )
    var listing = SubjectListing(context, limit: context.limit)
    let heading = "\(context.name(of: collection)):"
    let rows = try await context.writtenRows(
      ConsoleFunctions.revealFind(
        ticket: ticket,
        value: value,
        maxRows: listing.limitToAsk,
        begins: begins
      )
    )
    try await listing.write(rows, cells: ["label", "state"]) { _ in (collection, heading) }
    try await listing.finish(context)
  }
}
