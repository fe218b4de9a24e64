import Postgres

/// A listing of subjects under way: what stays addressable of it, and whether there was more.
struct SubjectListing {
  private let limit: Int
  /// What is shown beside the subject.
  private let columns: [CellColumn]
  private var writer: RowWriter
  private var subjects: [Subject] = []
  private var count = 0
  private var hasMore = false

  /// Begins a listing.
  ///
  /// - Parameters:
  ///   - context: Says in which format.
  ///   - limit: How many are shown; nil for all.
  ///   - columns: What is shown beside the subject.
  init(_ context: CommandContext, limit: Int?, columns: [CellColumn] = Self.columns) {
    self.limit = limit ?? .max
    self.columns = columns
    writer = context.writer(isNumbered: true)
  }

  /// What is shown beside a subject that was found by its name.
  static let columns = [CellColumn("label"), CellColumn("state")]

  /// The most rows to ask for: one more than are shown; nil for all.
  var limitToAsk: Int? { limit == .max ? nil : limit + 1 }

  /// Writes a batch of rows.
  ///
  /// - Parameters:
  ///   - rows: The batch.
  ///   - read: A row's collection, what its subject begins with, its key and label, and the cells shown
  ///     beside it; nil where it is not in view.
  /// - Throws: What `read` and writing throw.
  mutating func write(
    _ rows: Rows,
    _ read: (Row) throws -> (
      collection: CatalogCollection, heading: String, key: String, label: String,
      cells: [ArraySlice<UInt8>?]
    )?
  ) async throws {
    var shown = CellRows(columns: [CellColumn("subject")] + columns)
    for row in rows {
      guard let (collection, heading, key, label, cells) = try read(row) else { continue }
      guard count < limit else {
        hasMore = true
        break
      }
      count += 1
      shown.append([ArraySlice((heading + key).utf8)] + cells)
      guard subjects.count < SeenSubjects.limit else { continue }
      subjects.append(Subject(collection: collection, key: key, label: label))
    }
    try await writer.write(shown)
  }

  /// Makes the subjects addressable, and says whether there are more.
  mutating func finish(_ context: CommandContext) async throws {
    await context.remember(listing: subjects, of: count)
    try await writer.finish()
    if count == 0, context.format.isReadable {
      context.io.note("nothing found")
    } else if hasMore {
      let more = min(limit * 5, 1_000_000)
      context.io.note("\(SafeText("the first \(limit); more with --limit \(more)"), .dim)")
    }
  }
}

extension CommandContext {
  /// Lists subjects of one collection, so that they can be named again.
  ///
  /// - Parameters:
  ///   - sql: A statement that returns key, label and state; its last parameter is the most rows.
  ///   - parameters: Those before it.
  ///   - collection: Whose rows they are.
  /// - Throws: What reading and writing throw.
  func list(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?],
    of collection: CatalogCollection
  ) async throws {
    // People get a screenful, programs all there is: it is streamed, however much.
    let isWhole = !has(Flags.limit) && !format.isReadable
    var listing = SubjectListing(self, limit: isWhole ? nil : limit)
    let heading = "\(vocabulary.name(of: collection)):"
    try await stream(sql, parameters + [listing.limitToAsk]) { rows in
      try await listing.write(rows) { row in
        try found(row, collection, heading)
      }
    }
    try await listing.finish(self)
  }

  /// Reads a row of key, label and state.
  func found(
    _ row: Row,
    _ collection: CatalogCollection,
    _ heading: String
  ) throws -> (CatalogCollection, String, String, String, [ArraySlice<UInt8>?]) {
    (
      collection, heading, try row.get("key"), try row.get("label", as: String?.self) ?? "",
      [row[bytes: 1], row[bytes: 2]]
    )
  }
}
