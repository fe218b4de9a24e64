import Answers
import Display
import Outcome
import Postgres
import Prompt

/// `search TEXT`.
struct SearchCommand: ConsoleCommand {
  private static let collection = Flag("in", .collection, "only this collection")
  private static let sort = Flag("sort", .text, "relevance, or a filter: price, -price") {
    (text: String) throws(Failure) in text
  }
  private static let facets = Flag("facets", "count the values of facets instead of listing rows")
  private static let explain = Flag("explain", "show why rows are found, and why in this order")

  private static let written = Flag(
    "written",
    oneOf: ["all", "reports", "notes", "reasons", "cases", "appeals"],
    "search what people wrote to the team, and the team about subjects"
  )

  let name = "search"
  let summary: SafeText = "search texts, best matches first"
  let arguments = Arguments("TEXT", [.text])
  let flags: [any CommandFlag] =
    [collection, sort, facets, explain, written, Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "search \"silk bag\"", "search leather --in product --limit 5",
    "search 'silk OR wool price:<900 -brand:\"Casa Velluti\"' --sort -price",
    "search silk --facets", "search slik --explain",
    "search \"blue kettle\" --written reports", "search \"same phone\" --written all --in user",
  ]

  func run(_ context: CommandContext) async throws {
    var only: CatalogCollection?
    if let name = context[Self.collection] { only = try await context.collection(named: name) }
    let app = only?.app ?? context.options.app
    let text = context.invocation.text(from: 0)
    if let among = context[Self.written] {
      guard !context.has(Self.sort), !context.has(Self.facets), !context.has(Self.explain) else {
        throw Failure(.usage, "`--written` goes with `--in` and `--limit` alone")
      }
      return try await list(text, among: among == "all" ? nil : among, app, only, context)
    }
    if context.has(Self.facets) {
      return try await context.emit(
        searched: ConsoleFunctions.searchFacets(
          app: app,
          query: text,
          within: only?.name,
          filters: JSONB("{}"),
          max: context[Flags.limit] ?? 10
        ),
        app,
        only?.name,
        none: "nothing has all these words"
      )
    }
    if context.has(Self.explain) {
      return try await context.emit(
        searched: ConsoleFunctions.searchExplain(
          app: app,
          query: text,
          within: only?.name,
          filters: JSONB("{}"),
          max: context[Flags.limit] ?? 3
        ),
        app,
        only?.name,
        none: "nothing found"
      )
    }
    try await SearchQuery(
      app: app,
      text: text,
      within: only?.name,
      sort: context[Self.sort],
      limit: context.limit
    ).list(context)
  }

  /// Lists texts of the team's record, so that their subjects can be named.
  private func list(
    _ text: String,
    among: String?,
    _ app: String?,
    _ only: CatalogCollection?,
    _ context: CommandContext
  ) async throws {
    let collections = try await context.headings()
    let isMarked = context.io.isColoured && context.isForScreen
    var listing = SubjectListing(
      context,
      limit: context.limit,
      columns: [
        CellColumn("what"), CellColumn("number"), CellColumn("at", CellType.timestamptz),
        CellColumn("by"), CellColumn("words", isMarked ? CellType.marked : CellType.text),
      ]
    )
    let call = ConsoleFunctions.writtenSearch(
      app: app,
      query: text,
      among: among,
      within: only?.name,
      max: listing.limitToAsk
    )
    try await context.stream(call) { rows in
      try await listing.write(
        rows,
        cells: ["kind", "number", "at", "author", isMarked ? "marked" : "words"]
      ) { row in try collections[CommandContext.path(row)] }
    }
    try await listing.finish(context)
  }
}

/// A search, and how far its results were shown.
struct SearchQuery: PagedQuery {
  /// The app; nil for all.
  let app: String?
  /// The text to search for.
  let text: String
  /// The only collection, if one is asked.
  let within: String?
  /// The sort order; nil for relevance.
  let sort: String?
  /// How many are shown at a time.
  var limit: Int?
  /// The position of the last row that was shown; nil for the first page.
  var place: JSONB?

  func list(_ context: CommandContext) async throws {
    let collections = try await context.headings()
    // Matched words are set off where people read in colour; elsewhere labels are as they are.
    let isMarked = context.io.isColoured && context.isForScreen
    var listing = SubjectListing(
      context,
      limit: min(limit ?? 20, 999),
      columns: [
        CellColumn("label", isMarked ? CellType.marked : CellType.text),
        CellColumn("rank", CellType.float8),
      ],
      continues: true
    )
    let rows = try await context.searched(
      ConsoleFunctions.search(
        app: app,
        query: text,
        within: within,
        filters: JSONB("{}"),
        sort: sort,
        max: listing.limitToAsk,
        after: place
      ),
      app,
      within,
      isFirst: place == nil
    )
    if place == nil, context.format.isReadable,
      let other = try rows.first?.get("corrected", as: String?.self)
    {
      context.io.note("showing results for “\(other)”; in quotes it is taken as typed")
    }
    try await listing.write(rows, cells: [isMarked ? "marked" : "label", "rank"]) { row in
      try collections[CommandContext.path(row)]
    }
    try await listing.finish(context, self)
    if rows.isEmpty || text.contains("@"), context.format.isReadable,
      let field = personalField(collections)
    {
      context.io.note("`find \(field) --why \"…\"` looks for what is personal")
    }
  }
}

extension SearchQuery {
  /// The personal field in which a text that looks like an address or a number may be, as `find`
  /// takes it; nil for other texts.
  fileprivate func personalField(
    _ collections: [String: (CatalogCollection, heading: String)]
  ) -> SafeText? {
    let names =
      text.contains("@")
      ? ["mail"] : text.count { $0.isNumber } >= 6 ? ["phone", "tel", "mobile"] : []
    for (collection, heading) in collections.values.sorted(by: { $0.heading < $1.heading })
    where within == nil || within == collection.name {
      for field in collection.personal
      where names.contains(where: field.lowercased().contains) {
        return "\(String(heading.dropLast())) --where \(field)=\(escapedWord(text))"
      }
    }
    return nil
  }
}

extension CommandContext {
  /// Asks for the results of a search and, in the same round trip, the state of the index.
  ///
  /// - Parameters:
  ///   - call: The search.
  ///   - app: The app; nil for all.
  ///   - within: The only collection, if one is asked.
  ///   - isFirst: Whether to note which collections are not indexed yet.
  /// - Returns: The result.
  /// - Throws: ``Failure`` where nothing is searched, or nothing of it is indexed yet.
  fileprivate func searched(
    _ call: FunctionCall<some Sendable>,
    _ app: String?,
    _ within: String?,
    isFirst: Bool = true
  ) async throws -> Rows {
    let built = ConsoleFunctions.searchBuilt(app: app, within: within)
    let answers: [Rows]
    do {
      answers = try await session.read { connection in
        try await connection.pipeline([
          (built.statement, built.parameters), (call.statement, call.parameters),
        ])
      }
    } catch let error as PostgresError
      where [.unknownCollection, .notInPrerequisiteState].contains(error.sqlState)
    {
      _ = try unindexed(try await self.call(built), app, within)
      throw error
    }
    let missing = try unindexed(answers[0].map(built.read), app, within)
    if isFirst, !missing.isEmpty {
      io.note("\("not searched, because not indexed yet: \(missing)", .yellow)")
    }
    return answers[1]
  }

  /// Writes the results of a search.
  fileprivate func emit(
    searched call: FunctionCall<some Sendable>,
    _ app: String?,
    _ within: String?,
    none: SafeText
  ) async throws {
    let rows = try await searched(call, app, within)
    try await emit(CellRows(rows))
    if format.isReadable, rows.isEmpty { io.note(none) }
  }

  /// Returns the collections that are not indexed yet, with commas.
  ///
  /// - Throws: ``Failure`` where nothing is searched, or nothing of it is indexed yet.
  private func unindexed(
    _ rows: [ConsoleFunctions.SearchBuiltRow],
    _ app: String?,
    _ within: String?
  ) throws -> String {
    guard !rows.isEmpty else {
      let place = [app, within].compactMap { $0 }.joined(separator: "/")
      throw Failure(
        .failed,
        "the catalog has no searched collection\(place.isEmpty ? "" : " in \(place)")",
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
    return names
  }

  /// Every collection by its path, with what its subjects begin with.
  fileprivate func headings() async throws -> [String: (CatalogCollection, heading: String)] {
    let vocabulary = vocabulary
    return Dictionary(
      try await catalog().map { ($0.path, ($0, heading: "\(vocabulary.name(of: $0)):")) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The path of the collection of a row.
  fileprivate static func path(_ row: Row) throws -> String {
    let (app, name): (String, String) = (try row.get("app_name"), try row.get("collection"))
    return "\(app)/\(name)"
  }
}
