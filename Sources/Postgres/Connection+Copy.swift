import CLibPQ
import Glibc

extension Connection {
  /// Sends COPY … FROM STDIN and waits until the server asks for data.
  func beginCopy(_ name: UInt64, for owner: UInt64?, _ statement: Statement) throws {
    let raw = try open(name, for: owner)
    do {
      try send(statement)
      guard let result = try nextResult(raw) else {
        throw PostgresError.misuse("the server answered nothing")
      }
      switch result.status {
      case PGRES_COPY_IN: copyName = name
      case PGRES_COPY_OUT, PGRES_COPY_BOTH: throw try refuseCopy(raw, result)
      case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE: throw failure(raw, result, statement)
      default: throw PostgresError.misuse("copyIn takes COPY … FROM STDIN")
      }
    } catch {
      throw try fail(raw, error)
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
      switch outcome {
      case 1:
        rest = rest.dropFirst(part.count)
        try flush(raw)
      case 0: try flush(raw)
      default: throw lose(errorMessage(raw))
      }
    }
  }

  /// Ends the copy: nil commits what was sent, a reason makes the server drop it.
  ///
  /// - Returns: How many rows were loaded.
  func endCopy(_ name: UInt64, reason: String?) throws -> Int {
    guard copyName == name else { return 0 }
    copyName = nil
    let raw = try usable()
    do {
      try endCopy(raw, reason: reason)
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
      throw try fail(raw, error)
    }
  }

  private static let copyBytes = 1 << 16
}
