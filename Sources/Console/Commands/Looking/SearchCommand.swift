import Postgres

/// `search TEXT`.
struct SearchCommand: ConsoleCommand {
  private static let collection = Flag("in", .collection, "only this collection")

  let name = "search"
  let summary: SafeText = "search texts, best matches first"
  let arguments = Arguments("TEXT", [.text])
  let flags: [any CommandFlag] = [collection, Flags.limit] + Flags.format
  let examples: [SafeText] = ["search \"silk bag\"", "search leather --in product --limit 5"]

  func run(_ context: CommandContext) async throws {
    var only: CatalogCollection?
    if let name = context[Self.collection] { only = try await context.collection(named: name) }
    try await requireIndex(only, context)
    let vocabulary = context.vocabulary
    let collections = Dictionary(
      try await context.catalog().map { ($0.path, ($0, heading: "\(vocabulary.name(of: $0)):")) },
      uniquingKeysWith: { first, _ in first }
    )
    // Matched words are set off where people read in colour; elsewhere labels are as they are.
    let isMarked = context.io.isColoured && context.isForScreen
    var listing = SubjectListing(
      context,
      limit: context.limit,
      columns: [
        CellColumn("label", isMarked ? CellType.marked : CellType.text),
        CellColumn("rank", CellType.float8),
      ]
    )
    var isTold = false
    var found = 0
    let clock = ContinuousClock()
    let begin = clock.now
    var end: ContinuousClock.Instant?
    try await context.stream(
      ConsoleFunctions.subjectSearch(
        app: only?.app ?? context.options.app,
        query: context.invocation.text(from: 0),
        within: only?.name,
        max: listing.limitToAsk
      )
    ) { rows in
      end = end ?? clock.now
      found += rows.count
      if !isTold, let other = try rows.first?.get("corrected", as: String?.self) {
        isTold = true
        if context.format.isReadable { context.io.note("showing results for “\(other)”") }
      }
      try await listing.write(rows, cells: [isMarked ? "marked" : "label", "rank"]) { row in
        let (app, name): (String, String) = (try row.get("app_name"), try row.get("collection"))
        return collections["\(app)/\(name)"]
      }
    }
    let took = begin.duration(to: end ?? clock.now)
    try await listing.finish(context)
    let app = only?.app ?? context.options.app ?? collections.values.first?.0.app
    _ = try await context.call(
      ConsoleFunctions.searchNote(
        app: app,
        query: context.invocation.text(from: 0),
        hits: found,
        ms: took / .milliseconds(1)
      )
    )
  }

  /// Says which collections are not indexed yet.
  ///
  /// - Throws: ``Failure`` where nothing is searched, or nothing of it is indexed yet.
  private func requireIndex(_ only: CatalogCollection?, _ context: CommandContext) async throws {
    let rows = try await context.call(
      ConsoleFunctions.searchBuilt(app: only?.app ?? context.options.app, within: only?.name)
    )
    guard !rows.isEmpty else {
      throw Failure(
        .failed,
        "the catalog has no searched collection\(only.map { " in \($0.path)" } ?? "")",
        hint: "`find COLLECTION TEXT` searches by name."
      )
    }
    let missing = rows.filter { !$0.isBuilt }
    let names = missing.map(\.subject).joined(separator: ", ")
    guard missing.count < rows.count else {
      throw Failure(
        .failed,
        "there is no search index yet: \(names)",
        hint: "`reeve search reindex` builds it; `find COLLECTION TEXT` works without."
      )
    }
    if !missing.isEmpty {
      context.io.note("\("not searched, because not indexed yet: \(names)", .yellow)")
    }
  }
}
