package import Catalog
import Outcome
package import Postgres

/// Moves a collection from one table to another while the app writes.
///
/// The database decides what is copied, what is followed and which table is live
/// (`reeve.migrate_…`); this paces the steps, each a transaction of its own. A killed run continues
/// after the last step.
package struct Migrator: Sendable {
  let connection: Connection
  let mapping: CopyMapping
  let report: @Sendable (String) -> Void
  /// The attempt of a job for which a worker copies; nil where an installer does.
  let attempt: CopyAttempt?
  /// Makes further connections, for concurrent work.
  private let connect: (@Sendable () async throws -> Connection)?

  /// Makes a migrator.
  ///
  /// - Parameters:
  ///   - connection: A connection of an installer, or of a worker.
  ///   - mapping: A mapping whose shape is right.
  ///   - attempt: The attempt of the worker's job; nil for an installer.
  ///   - connect: Makes another such connection.
  ///   - report: Takes a line for people from time to time.
  package init(
    connection: Connection,
    mapping: CopyMapping,
    attempt: CopyAttempt? = nil,
    connect: (@Sendable () async throws -> Connection)? = nil,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.connection = connection
    self.mapping = mapping
    self.attempt = attempt
    self.connect = connect
    self.report = report
  }

  /// Connects once more.
  func connectAgain() async throws -> Connection {
    guard let connect else {
      throw PostgresError.misuse("this migrator has no way to connect again")
    }
    return try await connect()
  }

  /// A copy's plan, made without writing.
  package struct Plan: Sendable {
    /// Problems, each with its path in the mapping; empty for a mapping that can be started.
    package let findings: [Finding]
    /// Part, object and note, a line each; none while anything is wrong.
    package let lines: [(part: String, object: String, note: String)]
    /// A first CREATE TABLE, where there is no target yet.
    package let definition: String?
  }

  /// Compares the mapping with the database and reports what would happen; what it tries is rolled
  /// back.
  ///
  /// - Throws: `PostgresError`.
  package func plan() async throws -> Plan {
    try await connection.withTransaction { transaction in
      let findings = try await findings(in: transaction)
      let json = JSONB(mapping.json)
      let lines =
        try await findings.isEmpty
        ? transaction.call(LiveCopyFunctions.migratePlan(mapping: json)) : []
      let source = try await transaction.one(
        LiveCopyFunctions.migrateTable(mapping: json, side: "source")
      )
      let target = try await transaction.one(
        LiveCopyFunctions.migrateTable(mapping: json, side: "target")
      )
      let definition =
        try await source != nil && target == nil
        ? transaction.one(LiveCopyFunctions.migrateDefine(mapping: json)) : nil
      return Plan(
        findings: findings,
        lines: lines.map { ($0.part, $0.object, $0.note) },
        definition: definition
      )
    }
  }

  private func findings(in session: some Session) async throws -> [Finding] {
    try await session.call(LiveCopyFunctions.migrateCheck(mapping: JSONB(mapping.json)))
      .map { Finding(mapping.position(of: $0.path), $0.message) }
  }

  /// The copy, in the name of a transaction.
  var label: String { "the copy \(mapping.app)/\(mapping.copy)" }

  /// Calls a function in a transaction of its own, with a name for messages.
  @discardableResult
  func commit<Result>(_ name: String, _ call: FunctionCall<Result>) async throws -> Result {
    try await connection.withTransaction(named: name) { try await $0.one(call) }
  }

  // MARK: - Status

  /// How far a copy is.
  package struct Status: Hashable, Sendable {
    package let id: Int
    /// App and name of the copy.
    package let label: String
    /// `copying`, `following`, `live`, `finished` or `abandoned`.
    package let phase: String
    package let source: String
    package let target: String
    package let copied: Int
    /// Rows of the source, as estimated at the start.
    package let total: Int
    /// Rows copied a second, lately.
    package let rate: Double?
    /// Changes applied.
    package let applied: Int
    /// Changes waiting, at most 100,000.
    package let backlog: Int
    /// Rows in quarantine.
    package let rejected: Int
    /// When all rows were compared last, in whole seconds.
    package let verifiedAt: Timestamp?
    package let verifiedRows: Int?
    /// Rows that differed then.
    package let differing: Int?
    /// Why it cannot continue.
    package let broken: String?
    /// The login that paused it, and since when.
    package let waits: String?
    /// Ranges of keys that are being copied, or are next.
    package let ranges: Int

    init(_ row: LiveCopyFunctions.MigrateStatusRow) {
      id = row.copyID
      label = row.label
      phase = row.phase
      source = row.source
      target = row.target
      copied = Int(row.copied)
      total = Int(row.total)
      rate = row.rowsPerSecond
      applied = Int(row.applied)
      backlog = Int(row.backlog)
      rejected = Int(row.rejected)
      verifiedAt = row.verifiedAt
      verifiedRows = row.verifiedRows.map { Int($0) }
      differing = row.differing.map { Int($0) }
      broken = row.broken
      waits = row.waits
      ranges = Int(row.ranges)
    }

    init(_ row: LiveCopyFunctions.RemoteStatusRow) {
      id = row.copyID
      label = row.label
      phase = row.phase
      source = row.source
      target = row.target
      copied = Int(row.copied)
      total = Int(row.total)
      rate = row.rowsPerSecond
      applied = Int(row.applied)
      backlog = Int(row.backlog)
      rejected = Int(row.rejected)
      verifiedAt = row.verifiedAt
      verifiedRows = row.verifiedRows.map { Int($0) }
      differing = row.differing.map { Int($0) }
      broken = row.broken
      waits = row.waits
      ranges = Int(row.ranges)
    }

    /// Rows copied of those there are, from 0 to 1.
    package var fraction: Double {
      phase == "copying" ? min(Double(copied) / Double(max(total, 1)), 0.999) : 1
    }

    /// How long the rest takes at the present rate; nil when nothing is left or nobody knows.
    package var remaining: Duration? {
      guard phase == "copying", let rate, rate > 0 else { return nil }
      return .seconds(Double(max(total - copied, 0)) / rate)
    }
  }

  /// Returns the status of every copy, or of this mapping's, the newest first.
  ///
  /// - Throws: `PostgresError`.
  package static func statuses(
    on connection: Connection,
    mapping: CopyMapping? = nil
  ) async throws -> [Status] {
    try await connection.call(
      LiveCopyFunctions.migrateStatus(app: mapping?.app, name: mapping?.copy)
    ).map(Status.init)
  }

  /// Returns the status of this mapping's copy that is not over.
  ///
  /// - Throws: `Failure` where there is none; `PostgresError`.
  package func status() async throws -> Status {
    if let attempt { return Status(try await attempt.status(on: connection)) }
    let all = try await Self.statuses(on: connection, mapping: mapping)
    guard let status = all.first, !["finished", "abandoned"].contains(status.phase) else {
      throw Failure(
        .notFound,
        "no copy \(mapping.app)/\(mapping.copy) is under way",
        hint: "`reeve migrate start` starts it."
      )
    }
    return status
  }

  /// Returns the objects that still use the old name after a cutover, a line each.
  package static func oldUses(of status: Status, on connection: Connection) async throws -> [String]
  {
    try await connection.call(LiveCopyFunctions.migrateOldUses(copyID: status.id)).map { use in
      let first = use.firstAt.map { ", since \($0)" } ?? ""
      let last = use.lastAt.map { ", last \($0)" } ?? ""
      return "\(use.kind) \(use.who)\(first)\(last)"
    }
  }

  /// Returns rows in quarantine, a line each.
  package func rejected(of status: Status, limit: Int) async throws -> [String] {
    try await connection.query(
      """
      SELECT format('key %s: %s (%s)', r.key, r.reason, r.code) FROM reeve.live_copy_reject r
      WHERE r.copy_id = $1 ORDER BY r.rejected_at, r.key LIMIT $2
      """,
      [status.id, limit]
    ).map { try $0.get(0) }
  }
}
