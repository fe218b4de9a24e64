import Catalog
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// A random history of an app and a live copy of what it writes, against a model of it.
///
/// One step in four is killed before its COMMIT, another's transaction stays open over several
/// steps, and the copy is cut over and rolled back at any time.
protocol CopyHistory {
  /// What the app has written, by key.
  associatedtype Row

  var database: Connection { get }
  var migrator: Migrator { get }
  /// What a cutover accepts.
  var terms: Migrator.Terms { get }
  var model: [Int: Row] { get set }
  /// The last number that the app has used for a key or a text.
  var next: Int { get set }
  var random: SeededGenerator { get set }

  /// Writes by the old names, whatever is behind them, but not the row with the key `locked`.
  mutating func write(except locked: Int?) async throws
  /// Names a row in a transaction of another session.
  func rename(_ key: Int, to name: String, in transaction: Transaction) async throws
  /// Notes in the model that this happened.
  mutating func renamed(_ key: Int, to name: String)
  /// Compares the rows with the model, by the old names and in the target.
  func expect() async throws
}

extension CopyHistory {
  /// Copies under random steps, and compares after each way back and forth.
  mutating func run() async throws {
    let late = try await TestDatabase.current.connect()
    try await database.execute(
      "SELECT FROM reeve.migrate_begin($1::jsonb)",
      [migrator.mapping.json]
    )
    for _ in 0..<120 {
      switch Int.random(in: 0..<100, using: &random) {
      case ..<90: try await act(except: nil)
      case ..<95: try await actAmid(late)
      default:
        let phase: String = try await migrator.status().phase
        guard phase != "copying" else { continue }
        let swap = try await migrator.swap(isBack: phase == "live", terms: terms)
        #expect(try #require(swap).invalid.isEmpty)
      }
    }
    let status = try await migrator.run()
    let rejected = try await migrator.rejected(of: status, limit: 3)
    #expect(rejected == [])
    let verification = try await migrator.verify()
    #expect(verification.differing == 0, "\(verification.examples)")
    #expect(verification.moving == 0)
    if status.phase == "following" { _ = try await migrator.swap(isBack: false, terms: terms) }
    try await expect()
    for _ in 0..<10 { try await write(except: nil) }
    _ = try await migrator.swap(isBack: true)
    try await expect()
    await late.close()
  }

  /// Another's transaction stays open over several steps, and ends well or not.
  private mutating func actAmid(_ late: Connection) async throws {
    guard let key = model.keys.sorted().randomElement(using: &random) else { return }
    let commits = Bool.random(using: &random)
    next += 1
    let name = "late \(next)"
    // A copy, as a closure cannot change this one.
    var history = self
    try await late.rolledBack(unless: commits) { transaction in
      try await history.rename(key, to: name, in: transaction)
      for _ in 0..<8 { try await history.act(except: key) }
    }
    self = history
    if commits { renamed(key, to: name) }
  }

  /// The app writes, or the copy takes a step.
  private mutating func act(except locked: Int?) async throws {
    let kind = Int.random(in: 0..<10, using: &random)
    if kind < 6 { return try await write(except: locked) }
    let most = [1, 3, 5000].randomElement(using: &random) ?? 1
    let isTail = Bool.random(using: &random) && most > 3
    let survives = Int.random(in: 0..<4, using: &random) > 0
    try await database.rolledBack(unless: survives) { transaction in
      try await transaction.execute("UPDATE reeve.live_copy SET batch_rows = 100")
      try await transaction.execute(
        kind < 8
          ? "SELECT FROM reeve.live_copy, reeve.migrate_step(copy_id)"
          : "SELECT FROM reeve.live_copy, reeve.migrate_apply(copy_id, \(most), \(isTail))"
      )
    }
  }
}

/// Thrown to roll a transaction back.
private struct Killed: Error {}

extension Connection {
  /// Runs a transaction, and commits it if `commits`.
  nonisolated func rolledBack(
    unless commits: Bool,
    _ body: (Transaction) async throws -> Void
  ) async throws {
    do {
      try await withTransaction { transaction in
        try await body(transaction)
        if !commits { throw Killed() }
      }
    } catch is Killed {
      // As the server does when a client is gone.
    }
  }
}
