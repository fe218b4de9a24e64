import Display
import Postgres
import Prompt

/// A listing of subjects under way: what stays addressable of it, and whether there was more.
struct SubjectListing {
  private let limit: Int
  /// The columns beside the subject.
  private let columns: [CellColumn]
  private var writer: RowWriter
  private var subjects: [Subject?] = []
  private var count = 0
  private let none: SafeText
  private let continues: Bool
  private let isNumbered: Bool
  /// Whether there are more rows than were asked for.
  private(set) var hasMore = false
  /// The server's `place` of the last row shown; nil where it gives none.
  private(set) var place: String?

  /// Begins a listing.
  ///
  /// - Parameters:
  ///   - context: Says in which format.
  ///   - limit: How many are shown; nil for all.
  ///   - columns: The columns beside the subject.
  ///   - none: The text if there are no rows.
  ///   - continues: Whether `more` shows the next rows.
  ///   - isNumbered: Whether its rows are subjects, so that they can be named by their numbers.
  init(
    _ context: CommandContext,
    limit: Int?,
    columns: [CellColumn] = Self.columns,
    none: SafeText = "nothing found",
    continues: Bool = false,
    isNumbered: Bool = true
  ) {
    (self.none, self.continues, self.isNumbered) = (none, continues, isNumbered)
    self.limit = limit ?? .max
    self.columns = columns
    writer = context.writer(isNumbered: isNumbered)
  }

  /// The columns beside a subject that was found by its name.
  static let columns = [CellColumn("label"), CellColumn("state")]

  /// The most rows to ask for: one more than are shown; nil for all.
  var limitToAsk: Int? { limit == .max ? nil : limit + 1 }

  /// Writes a batch of rows, each with its key and its label.
  ///
  /// - Parameters:
  ///   - rows: The batch.
  ///   - keyColumn: The server's column with the key. A column `policy` is what acts on the row are
  ///     about.
  ///   - cells: The server's columns that are shown beside the subject; of an array of texts
  ///     named `fields` each item.
  ///   - place: The collection of a row and what its subject begins with; nil where it is not in
  ///     view.
  /// - Throws: The errors of `place` and of writing.
  mutating func write(
    _ rows: Rows,
    key keyColumn: String = "key",
    cells: [String],
    place: (Row) throws -> (CatalogCollection, heading: String)?
  ) async throws {
    let (key, label) = (try rows.index(of: keyColumn), try rows.index(of: "label"))
    let shownCells = try cells.map { ($0 == "fields", try rows.index(of: $0)) }
    let position = EarthPosition.Columns(rows)
    let placeIndex = rows.columns.firstIndex { $0.name == "place" }
    let policyIndex = rows.columns.firstIndex { $0.name == "policy" }
    var shown = CellRows(columns: [CellColumn("subject")] + columns)
    for row in rows {
      guard let key = row[bytes: key], let (collection, heading) = try place(row) else { continue }
      let subject = Subject(
        collection: collection,
        key: String(decoding: key, as: UTF8.self),
        label: row[bytes: label].map { String(decoding: $0, as: UTF8.self) } ?? "",
        position: try position?.read(row),
        matter: policyIndex.flatMap { row[bytes: $0] }
          .map { Matter(policy: String(decoding: $0, as: UTF8.self)) }
      )
      guard take(subject) else { break }
      if let cell = placeIndex.flatMap({ row[bytes: $0] }) {
        self.place = String(decoding: cell, as: UTF8.self)
      }
      shown.append(
        [ArraySlice(heading.utf8) + key]
          + shownCells.flatMap { isArray, index -> [ArraySlice<UInt8>?] in
            guard isArray else { return [row[bytes: index]] }
            return arrayItems(row[bytes: index] ?? [])?.map { $0.map { $0[...] } } ?? []
          }
      )
    }
    try await writer.write(shown)
  }

  /// Counts a row; nil for one that is no subject.
  ///
  /// - Returns: Whether there is room for it.
  mutating func take(_ subject: Subject?) -> Bool {
    guard count < limit else {
      hasMore = true
      return false
    }
    count += 1
    if subjects.count < SeenSubjects.limit { subjects.append(subject) }
    return true
  }

  /// Writes rows that were taken.
  mutating func write(_ rows: CellRows) async throws { try await writer.write(rows) }

  /// Ends a page of a query, and keeps where `more` goes on.
  mutating func finish(_ context: CommandContext, _ query: some PagedQuery) async throws {
    try await finish(context)
    var next = query
    next.place = place.map { JSONB($0) }
    await context.session.setNextPage(hasMore && place != nil ? next : nil)
  }

  /// Makes the subjects addressable, and says whether there are more.
  mutating func finish(_ context: CommandContext) async throws {
    if isNumbered { await context.remember(listing: subjects, of: count) }
    try await writer.finish()
    if count == 0, context.format.isReadable {
      context.io.note(none)
    } else if hasMore, continues {
      context.io.note("\(SafeText("the first \(limit); `more` shows the next"), .dim)")
    } else if hasMore {
      let more = min(limit * 5, 1_000_000)
      context.io.note("\(SafeText("the first \(limit); more with --limit \(more)"), .dim)")
    }
  }
}

extension CommandContext {
  /// The most rows of a list: people get a screenful, programs by default all rows.
  var listLimit: Int? { !has(Flags.limit) && !format.isReadable ? nil : limit }

  /// Lists subjects of one collection, so that they can be named again.
  ///
  /// - Parameters:
  ///   - collection: Whose rows they are.
  ///   - none: The text if there are no rows.
  ///   - call: Makes the call from the most rows; its rows have key, label and state.
  /// - Throws: The errors of reading and writing.
  func list(
    of collection: CatalogCollection,
    none: SafeText = "nothing found",
    _ call: (Int?) -> FunctionCall<some Sendable>
  ) async throws {
    var listing = SubjectListing(self, limit: listLimit, none: none)
    let heading = "\(name(of: collection)):"
    try await stream(call(listing.limitToAsk)) { rows in
      try await listing.write(rows, cells: ["label", "state"]) { _ in (collection, heading) }
    }
    try await listing.finish(self)
  }
}
