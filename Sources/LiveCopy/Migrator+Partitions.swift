internal import Catalog
import Postgres

extension Migrator {
  /// Compares all rows once partitions have come, gone or been emptied, which no trigger sees, and
  /// has those written again that differ.
  ///
  /// If this is killed, the next run begins it again.
  ///
  /// - Throws: `Failure`, `PostgresError`; RV009 while rows are still to be copied.
  func keepPartitions(_ id: Int) async throws {
    try await keepPartitions(id) { touch in
      var low: [String]?
      repeat {
        let range = try await connection.one(
          LiveCopyFunctions.migrateVerify(copyID: id, low: low, size: Self.rangeRows)
        )
        try await touch(range.differing ?? [])
        low = range.high
      } while low != nil
    }
  }

  /// The same, for whoever compares rows in another way.
  ///
  /// - Parameters:
  ///   - id: The copy.
  ///   - compare: Compares all rows, and passes on the keys of those that differ.
  /// - Throws: `Failure`, `PostgresError`; what `compare` throws.
  func keepPartitions(
    _ id: Int,
    compare: (_ touch: ([String]) async throws -> Void) async throws -> Void
  ) async throws {
    guard let files = try await connection.one(LiveCopyFunctions.migrateLeaves(copyID: id)) else {
      return
    }
    report("partitions have come, gone or been emptied: all rows are compared")
    try await patiently(
      nil,
      lockTimeout: .milliseconds(100),
      budget: nil,
      clock: ContinuousClock()
    ) { try await $0.one(LiveCopyFunctions.migrateGuard(copyID: id)) }
    try await compare { keys in
      if !keys.isEmpty {
        try await connection.one(LiveCopyFunctions.migrateTouch(copyID: id, keys: keys))
      }
    }
    try await connection.one(LiveCopyFunctions.migrateCompared(copyID: id, leaves: files))
  }
}
