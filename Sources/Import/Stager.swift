import Postgres
import Readers

/// A chunk's rows for each table, and the records that do not become any.
struct Staged: Sendable {
  let chunk: Chunk
  /// Number of the chunk's first record in the file.
  let first: Int
  /// The source of the records.
  let source: any RecordSource
  /// In the text format of COPY, the target's first.
  var rows: [[UInt8]]
  /// Where the target's row of each record ends, as long as it is staged.
  var ends: [Int] = []
  /// The digest of each record; zero where it has none.
  var contents: [UniqueID] = []
  var rejections: [Rejection] = []
  /// Values that the types of their columns change.
  var changed: [ChangedValue] = []

  /// Number of the last record.
  var last: Int { first + chunk.frames.count - 1 }

  /// Returns the target's rows without those of records at some places of the chunk, in order.
  func rows(without places: [Int]) -> [UInt8] {
    var kept: [UInt8] = []
    var from = 0
    for place in places {
      kept += rows[0][from..<(place == 0 ? 0 : ends[place - 1])]
      from = ends[place]
    }
    return kept + rows[0][from...]
  }

  /// Makes a rejection of a record.
  func rejection(_ record: Int, _ fault: Fault) -> Rejection {
    Rejection(
      record: record,
      line: chunk.lines[record - first],
      offset: chunk.offsets[record - first],
      fault: fault,
      original: source.original(chunk, record - first)
    )
  }
}

/// Turns the records of a feed into rows, a chunk at a time.
struct Stager: Sendable {
  var feed: any RecordFeed
  /// The source of the records, which also decodes them.
  let source: any RecordSource
  /// The sink that turns them into rows.
  var sink: StagedRows
  /// How many records are read.
  var read = 0
  /// Whether the target's staging takes a digest of each record.
  var notesContents = false
  /// Makes it; nil where the rows of a record are more than one, or never the same again.
  let digest: ContentDigest?

  /// Returns the next chunk, and the stager after it: apart from the caller, so that a chunk is
  /// read while the one before is written.
  @concurrent
  func ahead(
    skipping isSkipped: @escaping @Sendable (Int) -> Bool = { _ in false }
  ) async throws -> (Stager, Staged?) {
    var stager = self
    let staged = try await stager.next(skipping: isSkipped)
    return (stager, staged)
  }

  /// Returns the next two chunks, fewer at the end, and the stager after them, as `ahead`.
  @concurrent
  func pair() async throws -> (Stager, [Staged]) {
    var stager = self
    var pair: [Staged] = []
    while pair.count < 2, let staged = try await stager.next(skipping: { _ in false }) {
      pair.append(staged)
    }
    return (stager, pair)
  }

  /// Returns the rows of the next chunk, without records of some numbers; nil at the end.
  private mutating func next(skipping isSkipped: (Int) -> Bool) async throws -> Staged? {
    guard let chunk = try await feed.fetch() else { return nil }
    var staged = Staged(
      chunk: chunk,
      first: read + 1,
      source: source,
      rows: [[UInt8]](repeating: [], count: sink.projection.tableCount)
    )
    staged.rows[0].reserveCapacity(chunk.bytes.count + chunk.bytes.count / 8)
    fill(&staged, from: source, skipping: isSkipped)
    read += chunk.frames.count
    return staged
  }

  /// Makes the rows; generic, as records are many.
  private mutating func fill(
    _ staged: inout Staged,
    from source: some RecordSource,
    skipping isSkipped: (Int) -> Bool
  ) {
    let chunk = staged.chunk
    let none = UniqueID(high: 0, low: 0)
    if notesContents {
      staged.ends = [Int](repeating: 0, count: chunk.frames.count)
      staged.contents = [UniqueID](repeating: none, count: chunk.frames.count)
    }
    swap(&staged.rows, &sink.rows)
    for index in chunk.frames.indices {
      let start = sink.rows[0].count
      defer {
        if notesContents {
          if sink.rows[0].count > start {
            staged.contents[index] =
              ContentDigest.append(digest, ofRow: start, to: &sink.rows[0]) ?? none
          }
          staged.ends[index] = sink.rows[0].count
        }
      }
      if isSkipped(staged.first + index) { continue }
      do throws(Fault) {
        try source.append(
          chunk,
          index,
          number: staged.first + index,
          to: &sink
        )
      } catch {
        staged.rejections.append(staged.rejection(staged.first + index, error))
      }
    }
    swap(&staged.rows, &sink.rows)
    swap(&staged.changed, &sink.projection.changed)
  }
}
