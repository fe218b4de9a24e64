import Outcome
import Postgres

extension RemoteMigrator {
  /// Compares all rows of both databases, by digests of their texts.
  ///
  /// Rows are compared at the place in the log up to which the target has come: those that have
  /// changed after it are compared once their changes are applied.
  ///
  /// - Parameter progress: Takes how many rows are compared.
  /// - Returns: What differs.
  /// - Throws: `Failure`, also while rows are still to be copied; `PostgresError`.
  package func verify(
    progress: (Int) -> Void = { _ in }
  ) async throws -> Migrator.Verification {
    let status = try await source.status()
    guard status.phase == "following" else {
      throw Failure(
        .failed,
        status.phase == "copying"
          ? "rows are still to be copied" : "\(status.label) is \(status.phase)",
        hint: status.phase == "copying" ? "`reeve migrate start` continues." : nil
      )
    }
    return try await withWork { work in
      _ = try await work.catchUp()
      var result = Migrator.Verification()
      var moving: [String] = []
      try await work.compareAll { compared, rows in
        result.rows += rows
        result.take(compared.differing)
        moving += compared.moving
        progress(result.rows)
      }
      for _ in 0..<5 where !moving.isEmpty {
        _ = try await work.catchUp()
        let compared = try await work.compare(moving)
        result.take(compared.differing)
        moving = compared.moving
      }
      result.moving = moving.count
      try await source.connection.one(
        LiveCopyFunctions.migrateVerified(
          copyID: work.id,
          rows: Int64(result.rows),
          differing: Int64(result.differing)
        )
      )
      return result
    }
  }
}

extension Migrator.Verification {
  /// Takes keys of rows that differ.
  mutating func take(_ keys: [String]) {
    differing += keys.count
    examples += keys.prefix(max(0, 10 - examples.count))
  }
}

extension RemoteMigrator.Work {
  /// What comparing some rows found.
  typealias Compared = (differing: [String], moving: [String])

  /// Compares rows of these keys, which nobody applies changes to meanwhile.
  func compare(_ keys: [String]) async throws -> Compared {
    guard !keys.isEmpty else { return ([], []) }
    return try await target.connection.withTransaction { transaction in
      guard let place = try await target.place(in: transaction) else { throw lost }
      return try await compare(keys, at: place, in: transaction)
    }
  }

  /// Compares rows of these keys with the target, which has the changes up to a place.
  func compare(
    _ keys: [String],
    at place: RemotePlace,
    in transaction: Transaction
  ) async throws -> Compared {
    let here = try await source.connection.call(
      LiveCopyFunctions.remoteDigests(copyID: id, kind: "digests", keys: keys)
    )
    // By digest; what differs, by the values as the target's types hold them.
    let suspects: [String] = try await transaction.there(
      target.statements.digests,
      [here.map(\.key), here.map(\.line)]
    ).map { try $0.get(0) }
    guard !suspects.isEmpty else { return ([], []) }
    let lines = try await read(suspects)
    // After the rows were read: whatever they show that is not applied is in the log by now.
    let moving = Set(try await self.moving(suspects, at: place))
    let staged = try await target.stage(lines, in: transaction)
    var differing = lines.filter { $0.line == nil }.map(\.key)
    if !staged.isEmpty {
      differing += try await transaction.there(target.statements.unlike).map { try $0.get(0) }
    }
    return (differing.filter { !moving.contains($0) }, Array(moving))
  }

  /// Compares all rows of both databases, range by range.
  ///
  /// - Parameter take: Takes what a range showed, and how many rows of the source it has.
  /// - Throws: `Failure`, `PostgresError`; what `take` throws.
  func compareAll(_ take: (Compared, _ rows: Int) async throws -> Void) async throws {
    var low: [String]?
    repeat {
      let page = try await source.connection.one(
        LiveCopyFunctions.remotePage(copyID: id, low: low, size: Migrator.rangeRows)
      )
      try await take(compare(page.keys), page.keys.count)
      low = page.high
    } while low != nil
    try await take(strangers(), 0)
  }

  /// Compares all rows once partitions of the source have come, gone or been emptied.
  func keepPartitions() async throws {
    guard try await source.status().phase == "following" else { return }
    try await source.keepPartitions(id) { touch in
      try await compareAll { compared, _ in try await touch(compared.differing) }
    }
  }

  /// Looks for rows of the target that the source has not.
  func strangers() async throws -> Compared {
    var found: Compared = ([], [])
    var low: [String]?
    while true {
      let page = try await target.connection.withTransaction { transaction in
        guard let place = try await target.place(in: transaction) else { throw lost }
        let rows = try await transaction.there(target.statements.page, [low, Migrator.rangeRows])
        let keys: [String] = try rows.map { try $0.get(0) }
        let last: [String]? = try rows.last.map { try $0.get(1) }
        let missing = try await source.connection.call(
          LiveCopyFunctions.remoteDigests(copyID: id, kind: "there", keys: keys)
        ).filter { $0.line == nil }.map(\.key)
        let moving = Set(try await self.moving(missing, at: place))
        found.differing += missing.filter { !moving.contains($0) }
        found.moving += moving
        return last
      }
      guard let page else { return found }
      low = page
    }
  }

  /// Which rows have changed after a place in the log.
  private func moving(_ keys: [String], at place: RemotePlace) async throws -> [String] {
    guard !keys.isEmpty else { return [] }
    return try await source.connection.one(
      LiveCopyFunctions.remoteMoving(
        copyID: id,
        placeXid: place.xid,
        placeChange: place.changeID,
        keys: keys
      )
    )
  }
}
