import Outcome
import Postgres

extension RemoteTarget {
  /// A row of the source, as it is now.
  typealias Line = LiveCopyFunctions.RemoteLinesRow

  /// Brings rows to the target: writes those that the source has, removes those that it has not,
  /// and quarantines those that the target refuses.
  func write(_ lines: [Line], in transaction: Transaction) async throws {
    guard !lines.isEmpty else { return }
    let gone = lines.filter { $0.line == nil }.map(\.key)
    if !gone.isEmpty { try await transaction.there(statements.remove, [gone]) }
    let kept = try await stage(lines, in: transaction)
    var rejects = lines.compactMap { line in
      line.reason.map { RemotePlace.Rejection(key: line.key, code: "source", reason: $0) }
    }
    if !kept.isEmpty { rejects += try await put(kept, isFirst: true, in: transaction) }
    try await transaction.there(
      "DELETE FROM reeve_copy.reject WHERE token = $1 AND key = ANY ($2)",
      [token, lines.map(\.key)]
    )
    guard !rejects.isEmpty else { return }
    try await transaction.there(
      """
      INSERT INTO reeve_copy.reject(token, key, code, reason)
      SELECT $1, r.key, r.code, r.reason
      FROM unnest($2::text[], $3::text[], $4::text[]) r(key, code, reason)
      """,
      [token, rejects.map(\.key), rejects.map(\.code), rejects.map(\.reason)]
    )
  }

  /// Sends rows to the table in which they arrive.
  ///
  /// - Returns: Their keys.
  func stage(_ lines: [Line], in transaction: Transaction) async throws -> [String] {
    var keys: [String] = []
    var bytes: [UInt8] = []
    for case (let key, let line?) in lines.map({ ($0.key, $0.line) }) {
      keys.append(key)
      Self.append(key, to: &bytes)
      bytes.append(UInt8(ascii: "\t"))
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    guard !keys.isEmpty else { return [] }
    try await transaction.there("DELETE FROM pg_temp.reeve_stage")
    let sent = bytes
    try await transaction.answered {
      try await transaction.copyIn("COPY pg_temp.reeve_stage FROM STDIN") { writer in
        try await writer.write(sent)
      }
    }
    return keys
  }

  /// Appends a text as COPY reads it.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += Array(#"\\"#.utf8)
      case UInt8(ascii: "\t"): bytes += Array(#"\t"#.utf8)
      case UInt8(ascii: "\n"): bytes += Array(#"\n"#.utf8)
      case UInt8(ascii: "\r"): bytes += Array(#"\r"#.utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// Writes rows that have arrived; where one is refused, halves of them, down to that one.
  ///
  /// - Returns: Those that the target refuses, which are not there then.
  private func put(
    _ keys: [String],
    isFirst: Bool,
    in transaction: Transaction
  ) async throws -> [RemotePlace.Rejection] {
    guard let refusal = try await attempt(keys, isAnew: false, in: transaction) else { return [] }
    // Rows that exchanged a unique value: delete all of them, then insert all.
    if isFirst, [.uniqueViolation, .exclusionViolation].contains(refusal.sqlState),
      try await attempt(keys, isAnew: true, in: transaction) == nil
    {
      return []
    }
    guard keys.count > 1 else {
      try await transaction.there(statements.remove, [keys])
      return [
        RemotePlace.Rejection(
          key: keys[0],
          code: refusal.sqlState.code,
          reason: refusal.message
        )
      ]
    }
    let half = keys.count / 2
    return try await put(Array(keys[..<half]), isFirst: false, in: transaction)
      + put(Array(keys[half...]), isFirst: false, in: transaction)
  }

  /// Writes rows, or none of them.
  ///
  /// - Parameters:
  ///   - keys: Their keys.
  ///   - isAnew: Whether the rows of these keys are removed before.
  ///   - transaction: The one that holds the lock of the position.
  /// - Returns: Why one is refused; nil where all are written.
  /// - Throws: `Failure` where a trigger drops rows, `PostgresError`, `Refused`.
  private func attempt(
    _ keys: [String],
    isAnew: Bool,
    in transaction: Transaction
  ) async throws -> ServerError? {
    try await transaction.there("SAVEPOINT reeve_put")
    do {
      if isAnew { try await transaction.there(statements.remove, [keys]) }
      let written = try await transaction.there(statements.put, [keys]).affected
      guard written == keys.count else {
        throw Failure(
          .failed,
          "\(statements.target) took \(written) of \(keys.count) rows: a trigger there drops some",
          hint: "Disable it until the cutover."
        )
      }
      try await transaction.there("RELEASE SAVEPOINT reeve_put")
      return nil
    } catch let refused as RemoteTarget.Refused
      where refused.isOfRow
    {
      try await transaction.there("ROLLBACK TO SAVEPOINT reeve_put")
      return refused.error
    }
  }
}
