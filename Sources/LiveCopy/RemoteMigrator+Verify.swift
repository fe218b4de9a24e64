internal import Catalog
internal import Outcome
internal import Postgres

extension RemoteMigrator {
  /// Rows are compared by digests of their texts, at the position in the log up to which the target
  /// has come.
  package func requireComparable(_ status: Migrator.Status) throws {
    guard status.phase == "following" else {
      throw Failure(
        .failed,
        status.phase == "copying"
          ? "rows are still to be copied" : "\(status.label) is \(status.phase)",
        hint: status.phase == "copying" ? "`reeve migrate start` continues." : nil
      )
    }
  }
}

extension RemoteMigrator.Work {
  /// Compares rows of these keys, which nobody applies changes to meanwhile.
  package func compare(_ keys: [String]) async throws -> Compared {
    guard !keys.isEmpty else { return ([], []) }
    return try await target.connection.withTransaction { transaction in
      guard let place = try await target.place(in: transaction) else { throw lost }
      return try await compare(keys, at: place, in: transaction)
    }
  }

  /// Compares rows of these keys with the target, which has the changes up to a position.
  func compare(
    _ keys: [String],
    at place: RemotePlace,
    in transaction: Transaction
  ) async throws -> Compared {
    let here = try await source.connection.call(
      LiveCopyFunctions.remoteRead(
        copyID: id,
        kind: "digests",
        keys: keys,
        jobID: source.attempt?.jobID,
        lease: source.attempt?.lease
      )
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

  package func compareAll(
    after low: [String]?,
    _ take: (Compared, _ rows: Int, _ next: [String]?) async throws -> Void
  ) async throws {
    var low = low
    repeat {
      let page = try await source.connection.one(
        LiveCopyFunctions.remotePage(
          copyID: id,
          low: low,
          size: Migrator.Work.rangeRows,
          jobID: source.attempt?.jobID,
          lease: source.attempt?.lease
        )
      )
      try await take(compare(page.keys), page.keys.count, page.high)
      low = page.high
    } while low != nil
    try await take(strangers(), 0, nil)
  }

  /// Looks for rows of the target that the source has not.
  func strangers() async throws -> Compared {
    var found: Compared = ([], [])
    var low: [String]?
    while true {
      let page = try await target.connection.withTransaction { transaction in
        guard let place = try await target.place(in: transaction) else { throw lost }
        let rows = try await transaction.there(
          target.statements.page,
          [low, Migrator.Work.rangeRows]
        )
        let keys: [String] = try rows.map { try $0.get(0) }
        let last: [String]? = try rows.last.map { try $0.get(1) }
        let missing = try await source.connection.call(
          LiveCopyFunctions.remoteRead(
            copyID: id,
            kind: "there",
            keys: keys,
            jobID: source.attempt?.jobID,
            lease: source.attempt?.lease
          )
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

  /// Returns the rows that have changed after a position in the log.
  private func moving(_ keys: [String], at place: RemotePlace) async throws -> [String] {
    guard !keys.isEmpty else { return [] }
    return try await source.connection.one(
      LiveCopyFunctions.remoteMoving(
        copyID: id,
        placeXid: place.xid,
        placeChange: place.changeID,
        keys: keys,
        jobID: source.attempt?.jobID,
        lease: source.attempt?.lease
      )
    )
  }
}
