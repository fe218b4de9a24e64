import Display
import Outcome
import Postgres

/// A query for a collection's rows: conditions, sort order and position.
struct ListQuery: PagedQuery {
  /// The collection whose rows are listed.
  let collection: CatalogCollection
  /// The beginning of the names to list; empty for all.
  var text = ""
  /// The subject to which the rows belong; nil for all rows.
  var parent: Subject?
  /// As which parent they belong to it, where there are several.
  var via: String?
  /// The conditions that all rows satisfy.
  var filters: [Filter] = []
  /// Their sort order; nil for that of the keys.
  var sort: SortOrder?
  /// How many are shown at a time; nil for all.
  var limit: Int?
  /// The position of the last row that was shown; nil for the first page.
  var place: JSONB?

  /// The fields shown beside the label: those that the order and the conditions leave open.
  var shown: [String] {
    var names = sort.map { [$0.field] } ?? []
    for filter in filters where !names.contains(filter.field) {
      let isFixed =
        filter.comparison == "=" && filters.count { $0.field == filter.field } == 1
      if !isFixed { names.append(filter.field) }
    }
    return names
  }

  func list(_ context: CommandContext) async throws { try await context.list(self) }

  /// The call that asks for rows, at most `limit` of them; nil for all.
  func call(limit: Int?) throws -> FunctionCall<ConsoleFunctions.SubjectListRow> {
    try ConsoleFunctions.subjectList(
      app: collection.app,
      collection: collection.name,
      query: text,
      ofCollection: parent?.collection.name,
      ofKey: parent?.key,
      via: via,
      filters: JSONB(encoding: filters),
      sort: sort?.field,
      isDescending: sort?.isDescending ?? false,
      shown: shown,
      after: place,
      maxRows: limit
    )
  }
}

extension CommandContext {
  /// Lists rows, and keeps where `more` goes on.
  func list(_ query: ListQuery) async throws {
    var types: [String: String] = [:]
    if !query.shown.isEmpty {
      let fields = try await call(
        ConsoleFunctions.collectionFields(
          app: query.collection.app,
          collection: query.collection.name
        )
      )
      for field in fields { types[field.field] = field.type }
    }
    let columns = query.shown.map { CellColumn($0, CellType.oid(named: types[$0] ?? "text")) }
    var listing = SubjectListing(
      self,
      limit: query.limit,
      columns: [CellColumn("label")] + columns + [CellColumn("state")],
      continues: true
    )
    let heading = "\(name(of: query.collection)):"
    try await stream(query.call(limit: listing.limitToAsk)) { rows in
      try await listing.write(rows, cells: ["label", "fields", "state"]) { _ in
        (query.collection, heading)
      }
    }
    try await listing.finish(self, query)
  }

  /// The keys of all rows of a list.
  func keys(of query: ListQuery) async throws -> [String] {
    try await call(query.call(limit: nil)).map(\.key)
  }

  /// Reads what `list`, and `select @name list`, are given: `[SUBJECT] COLLECTION`.
  ///
  /// - Throws: ``Failure`` of kind usage, or where something is not there.
  func listQuery(_ words: [String]) async throws -> ListQuery {
    guard let name = words.last, words.count <= 2 else {
      throw command.misuse("`list` takes a subject, a collection, or both: `list store:7 product`")
    }
    var query = ListQuery(collection: try await collection(named: name))
    if words.count == 2 {
      let parent = try await subject(words[0])
      await remember(parent)
      query.parent = parent
      if parent.collection.app != query.collection.app {
        throw Failure(.usage, "`\(name)` and `\(words[0])` are of different apps")
      }
    }
    query.via = self[Flags.via]
    query.filters = self[Flags.filter] ?? []
    query.sort = self[Flags.sort]
    query.limit = listLimit
    return query
  }
}

extension Flags {
  /// The relation, where a collection belongs to a subject in several ways.
  static let via = Flag("via", .text, "as which parent: customer, store")
  /// The flags of every command that lists subjects.
  static let listing: [any CommandFlag] = [filter, sort, via, limit]
}
