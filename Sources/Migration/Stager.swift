import Catalog

/// A chunk's rows for each table, and the records that do not become any.
struct Staged: Sendable {
  let chunk: Chunk
  /// Number of the chunk's first record in the file.
  let first: Int
  /// In the text format of COPY, the target's first.
  var rows: [[UInt8]]
  var rejections: [Rejection] = []

  /// Number of the last record.
  var last: Int { first + chunk.frames.count - 1 }

  /// Makes a rejection of a record.
  func rejection(_ record: Int, _ fault: Fault) -> Rejection {
    let frame = chunk.frames[record - first]
    return Rejection(
      record: record,
      line: chunk.lines[record - first],
      offset: chunk.offsets[record - first],
      fault: fault,
      original: chunk.bytes[frame.range]
    )
  }
}

/// Reads a file and turns its records into rows, a chunk at a time.
struct Stager: Sendable {
  var reader: RecordReader
  var projection: Projection
  let mapping: Mapping
  /// Records that lie behind.
  var read = 0

  /// Returns the next chunk, and the stager behind it: apart from the caller, so that a chunk is read
  /// while the one before is written.
  @concurrent
  func ahead(skipping skipped: Set<Int> = []) async throws -> (Stager, Staged?) {
    var stager = self
    let staged = try stager.next(skipping: skipped)
    return (stager, staged)
  }

  /// Returns the rows of the next chunk, without the records of these numbers; nil at the end.
  mutating func next(skipping skipped: Set<Int> = []) throws -> Staged? {
    guard let chunk = try reader.next() else { return nil }
    return stage(chunk, skipping: skipped)
  }

  private mutating func stage(_ chunk: Chunk, skipping skipped: Set<Int>) -> Staged {
    var staged = Staged(
      chunk: chunk,
      first: read + 1,
      rows: [[UInt8]](repeating: [], count: projection.tableCount)
    )
    staged.rows[0].reserveCapacity(chunk.bytes.count + chunk.bytes.count / 8)
    let isUTF8 = mapping.match != nil || chunk.isUTF8()
    for (index, frame) in chunk.frames.enumerated() where !skipped.contains(staged.first + index) {
      do throws(Fault) {
        if let fault = frame.fault { throw fault }
        if !isUTF8 { try chunk.requireUTF8(frame) }
        if mapping.format == .csv {
          try projection.append(
            chunk.bytes,
            frame.range,
            delimiter: mapping.delimiter,
            number: staged.first + index,
            to: &staged.rows
          )
        } else {
          try projection.append(
            chunk.members(frame, mapping: mapping),
            number: staged.first + index,
            to: &staged.rows
          )
        }
      } catch {
        staged.rejections.append(staged.rejection(staged.first + index, error))
      }
    }
    read += chunk.frames.count
    return staged
  }
}
