import CLibPQ

extension Connection {
  /// The state of an open stream of rows.
  struct Stream {
    let statement: Statement
    /// Whether a batch has been handed out: there is always one, for the columns' sake.
    var hasBegun = false
    /// The largest batch so far, to make room for the next.
    var largestBytes = 0
  }

  /// A batch ends at this many bytes even if it has few rows.
  static let batchBytes = 1 << 20

  /// Sends a statement whose rows are fetched with `nextBatch`.
  func beginStream(_ name: UInt64, for owner: UInt64?, _ statement: Statement) throws {
    let raw = try open(name, for: owner)
    do {
      try send(statement)
      guard PQsetSingleRowMode(raw) == 1 else {
        throw PostgresError.misuse("single-row mode was refused")
      }
      stream = Stream(statement: statement)
    } catch {
      throw fail(raw, error)
    }
  }

  /// Takes the next rows, at most `limit`; nil after the last.
  ///
  /// At the end or after an error the stream is closed.
  func nextBatch(_ limit: Int) throws -> Rows? {
    guard var stream else { return nil }
    do {
      let raw = try usable()
      let (batch, isLast) = try collectBatch(raw, stream, limit)
      stream.hasBegun = true
      stream.largestBytes = Swift.max(stream.largestBytes, batch?.byteCount ?? 0)
      self.stream = stream
      if isLast {
        try settle(raw)
        self.stream = nil
        canceller.end()
      }
      return batch
    } catch {
      self.stream = nil
      throw giveUp(error)
    }
  }

  /// Drops what is left of the stream because of `error`; its statement was cancelled before.
  func dropStream(_ error: any Error) {
    guard stream != nil else { return }
    stream = nil
    giveUp(error)
  }

  private func collectBatch(
    _ raw: OpaquePointer,
    _ stream: Stream,
    _ limit: Int
  ) throws(PostgresError) -> (Rows?, isLast: Bool) {
    var batch: Rows?
    while let result = try nextResult(raw) {
      switch result.status {
      case PGRES_SINGLE_TUPLE:
        if batch == nil {
          // From now on its time is also its reader's.
          canceller.liftLimit()
          batch = Rows(columnsOf: result.raw)
          if stream.hasBegun { batch?.reserve(rows: limit, bytes: stream.largestBytes) }
        }
        batch?.append(result.raw)
        if let batch, batch.count >= limit || batch.byteCount >= Self.batchBytes {
          return (batch, false)
        }
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
        if batch == nil, !stream.hasBegun { batch = Rows(columnsOf: result.raw) }
        batch?.affected = Self.affected(result.raw)
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: throw try refuseCopy(raw, result)
      default: throw failure(raw, result, stream.statement)
      }
    }
    return (batch, true)
  }
}
