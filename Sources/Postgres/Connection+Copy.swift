import CLibPQ
import Glibc

extension Connection {
  /// Sends COPY … FROM STDIN and waits until the server asks for data.
  ///
  /// It goes by the simple protocol. In the extended one libpq sends Sync twice, after the
  /// statement and after the data; a server that fails before it has read the first (a trigger, a
  /// cancel) answers both, and the answer too many is taken for the next statement's.
  func beginCopy(_ name: UInt64, for owner: UInt64?, _ statement: Statement) throws {
    let raw = try open(name, for: owner)
    do {
      try send(statement, isScript: true)
      guard let result = try nextResult(raw) else {
        throw PostgresError.misuse("the server answered nothing")
      }
      switch result.status {
      case PGRES_COPY_IN:
        copyName = name
        // Nothing is loaded before the end of the data has left.
        isSent = false
      case PGRES_COPY_OUT, PGRES_COPY_BOTH: throw try refuseCopy(raw, result, isScript: true)
      case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE: throw failure(raw, result, statement)
      default: throw PostgresError.misuse("copyIn takes COPY … FROM STDIN")
      }
    } catch {
      throw fail(raw, error)
    }
  }

  /// Sends bytes; blocks while the server takes none.
  func putCopy(_ name: UInt64, _ chunk: [UInt8]) throws {
    guard copyName == name else { throw PostgresError.misuse("the copy is over") }
    let raw = try usable()
    var rest = chunk[...]
    while !rest.isEmpty {
      // libpq's buffer takes a chunk whole or not at all, so chunks are kept small.
      let part = rest.prefix(Self.copyBytes)
      let outcome = part.withUnsafeBytes { buffer in
        PQputCopyData(
          raw,
          buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(buffer.count)
        )
      }
      guard outcome >= 0 else { throw lose(errorMessage(raw)) }
      // 0 means that libpq's buffer is full and that the part was not taken.
      if outcome == 1 { rest = rest.dropFirst(part.count) }
      try flush(raw)
    }
  }

  /// Ends the copy and returns how many rows were loaded.
  func endCopy(_ name: UInt64) throws -> Int {
    guard copyName == name else { throw PostgresError.misuse("the copy is over") }
    copyName = nil
    do {
      let raw = try usable()
      try endCopy(raw, reason: nil)
      isSent = true
      var affected = 0
      while let result = try nextResult(raw) {
        guard result.status == PGRES_COMMAND_OK else { throw failure(raw, result, nil) }
        affected = Self.affected(result.raw)
      }
      try settle(raw)
      canceller.end()
      return affected
    } catch {
      throw giveUp(error)
    }
  }

  /// Makes the server drop what the copy has sent, because of `error`.
  func dropCopy(_ name: UInt64, _ error: any Error) {
    guard copyName == name else { return }
    copyName = nil
    do {
      try endCopy(try usable(), reason: "the client gave up")
    } catch {
      // The connection is lost, and the copy with it.
    }
    giveUp(error)
  }

  private static let copyBytes = 1 << 16
}

extension Connection {
  /// The next result of a COPY to the client.
  enum CopiedOut {
    case chunk([UInt8])
    /// How many rows there were.
    case end(Int)
  }

  /// Sends COPY … TO STDOUT, whose bytes are fetched with `takeCopy`.
  func beginCopyOut(_ name: UInt64, for owner: UInt64?, _ statement: Statement) throws {
    let raw = try open(name, for: owner)
    do {
      try send(statement)
      guard let result = try nextResult(raw) else {
        throw PostgresError.misuse("the server answered nothing")
      }
      switch result.status {
      case PGRES_COPY_OUT: isCopyingOut = true
      case PGRES_COPY_IN, PGRES_COPY_BOTH: throw try refuseCopy(raw, result)
      case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE: throw failure(raw, result, statement)
      default: throw PostgresError.misuse("copyOut takes COPY … TO STDOUT")
      }
    } catch {
      throw fail(raw, error)
    }
  }

  /// Takes the next rows' bytes; at the end or after an error the copy is closed.
  func takeCopy() throws -> CopiedOut {
    guard isCopyingOut else { throw PostgresError.misuse("the copy is over") }
    do {
      let raw = try usable()
      var chunk: [UInt8] = []
      while chunk.count < Self.batchBytes {
        var data: UnsafeMutablePointer<CChar>?
        // A row, or 0 if none has arrived whole, or less at the end.
        let length = PQgetCopyData(raw, &data, 1)
        defer { PQfreemem(data) }
        if length > 0 {
          chunk.append(contentsOf: UnsafeRawBufferPointer(start: data, count: Int(length)))
        } else if length == 0 {
          try wait(raw, for: Int16(POLLIN))
          guard PQconsumeInput(raw) == 1 else { throw lose(errorMessage(raw)) }
        } else if chunk.isEmpty {
          return .end(try endCopyOut(raw))
        } else {
          break
        }
      }
      return .chunk(chunk)
    } catch {
      isCopyingOut = false
      throw giveUp(error)
    }
  }

  /// Drops what is left of the copy because of `error`; its statement was cancelled before.
  func dropCopyOut(_ error: any Error) {
    guard isCopyingOut else { return }
    isCopyingOut = false
    giveUp(error)
  }

  private func endCopyOut(_ raw: OpaquePointer) throws -> Int {
    var rows = 0
    while let result = try nextResult(raw) {
      guard result.status == PGRES_COMMAND_OK else { throw failure(raw, result, nil) }
      rows = Self.affected(result.raw)
    }
    try settle(raw)
    isCopyingOut = false
    canceller.end()
    return rows
  }
}
