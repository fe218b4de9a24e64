import Postgres
import TestSupport
import Testing

@testable import Migration

/// Random histories of an app and a copy of its table, against a model of what the app wrote.
@Suite(.enabled(if: server.isConfigured), .freshDatabase)
struct CopyModelTests {
  /// What the app has written: name and amount by number.
  private typealias Model = [Int: (name: String, cents: Int)]

  private let terms = Migrator.Terms(isVerified: false, accepted: ["rate"])

  @Test(arguments: 0..<3)
  func `whatever is written, crashes, is cut over and rolled back: nothing is lost`(
    _ run: Int
  ) async throws {
    var random = SeededGenerator.forThisTest()
    let fixture = try await CopyFixture(mapping: CopyFixture.lossy)
    let late = try await TestDatabase.current.connect()
    try await fixture.add(1...450)
    var model: Model = Dictionary(
      uniqueKeysWithValues: (1...450).map { ($0, (name: "thing \($0)", cents: $0 * 25)) }
    )
    var next = 1000
    try await fixture.database.execute(
      "SELECT FROM reeve.migrate_begin($1::jsonb)",
      [fixture.json]
    )
    for _ in 0..<120 {
      switch Int.random(in: 0..<100, using: &random) {
      case ..<90:
        try await act(&model, &next, except: nil, fixture, &random)
      case ..<95:
        // Another's transaction stays open over several steps, and ends well or not.
        let number = try #require(model.keys.sorted().randomElement(using: &random))
        let commits = Bool.random(using: &random)
        next += 1
        let name = "late \(next)"
        try await late.rolledBack(unless: commits) { transaction in
          try await transaction.execute(
            #"UPDATE "Old Things"."Thing""s" SET "Name" = $2 WHERE "Nr" = $1"#,
            [number, name]
          )
          for _ in 0..<8 { try await act(&model, &next, except: number, fixture, &random) }
        }
        if commits { model[number]?.name = name }
      default:
        let phase: String = try await fixture.migrator.status().phase
        guard phase != "copying" else { continue }
        let swap = try await fixture.migrator.swap(isBack: phase == "live", terms: terms)
        #expect(try #require(swap).invalid.isEmpty)
      }
    }
    let status = try await fixture.migrator.run()
    #expect(status.rejected == 0)
    let verification = try await fixture.migrator.verify()
    #expect(verification.differing == 0)
    #expect(verification.moving == 0)
    if status.phase == "following" {
      _ = try await fixture.migrator.swap(isBack: false, terms: terms)
    }
    try await expect(fixture, model)
    try await write(&model, &next, except: nil, fixture.app, &random)
    _ = try await fixture.migrator.swap(isBack: true)
    try await expect(fixture, model)
    await late.close()
    await fixture.end()
  }

  /// The rows are those of the model, by the old name and in the target.
  private func expect(_ fixture: CopyFixture, _ model: Model) async throws {
    let rows = try await fixture.rows(inTarget: false)
    #expect(rows.count == model.count)
    // Written by nobody, and lost on the way there; a row whose key changes comes anew.
    let rates: [Double] = try await fixture.database.query(
      #"SELECT DISTINCT rate::float8 FROM "Old Things"."Thing""s" ORDER BY 1"#
    ).map { try $0.get(0) }
    #expect(Set(rates).isSubset(of: [0.33, 0.3333]))
    let computed = #""Big Name" IS DISTINCT FROM upper("Name") || '!'"#
    #expect(
      try await fixture.number(
        #"SELECT count(*) FROM "Old Things"."Thing""s" WHERE \#(computed)"#
      ) == 0
    )
    let digests = try await fixture.database.query(
      #"SELECT "Nr", "Name", (amount * 100)::int FROM "Old Things"."Thing""s""#
    )
    for row in digests {
      let wanted = try #require(model[try row.get(0)])
      #expect(try row.get(1, as: String.self) == wanted.name)
      #expect(try row.get(2, as: Int.self) == wanted.cents)
    }
    let other = try await fixture.rows(inTarget: true)
    #expect(other == rows)
  }

  /// The app writes, or the copy takes a step; one step in four is killed before its COMMIT.
  private func act(
    _ model: inout Model,
    _ next: inout Int,
    except locked: Int?,
    _ fixture: CopyFixture,
    _ random: inout SeededGenerator
  ) async throws {
    let kind = Int.random(in: 0..<10, using: &random)
    if kind < 6 { return try await write(&model, &next, except: locked, fixture.app, &random) }
    let most = [1, 3, 5000].randomElement(using: &random) ?? 1
    let isTail = Bool.random(using: &random) && most > 3
    let survives = Int.random(in: 0..<4, using: &random) > 0
    try await fixture.database.rolledBack(unless: survives) { transaction in
      try await transaction.execute("UPDATE reeve.live_copy SET batch_rows = 100")
      try await transaction.execute(
        kind < 8
          ? "SELECT FROM reeve.migrate_step(1)"
          : "SELECT FROM reeve.migrate_apply(1, \(most), \(isTail))"
      )
    }
  }

  /// Writes by the old name, whatever is behind it.
  private func write(
    _ model: inout Model,
    _ next: inout Int,
    except locked: Int?,
    _ app: Connection,
    _ random: inout SeededGenerator
  ) async throws {
    let free = model.keys.filter { $0 != locked }.sorted()
    guard let number = free.randomElement(using: &random),
      let other = free.randomElement(using: &random)
    else { return }
    next += 1
    let table = #""Old Things"."Thing""s""#
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      try await app.execute(
        """
        INSERT INTO \(table)("The Owner", "Nr", "Name", amount)
        VALUES (md5($1)::uuid, $2, $3, 1)
        """,
        ["\(next % 7)", next, "new \(next)"]
      )
      model[next] = ("new \(next)", 100)
    case 1:
      try await app.execute(#"DELETE FROM \#(table) WHERE "Nr" = $1"#, [number])
      model[number] = nil
    case 2:
      try await app.execute(#"UPDATE \#(table) SET "Nr" = $2 WHERE "Nr" = $1"#, [number, next])
      let moved = model.removeValue(forKey: number)
      model[next] = moved
    case 3 where number != other:
      // Two rows exchange a unique value.
      try await app.withTransaction { transaction in
        for (target, name) in [
          (number, "between"), (other, model[number]?.name), (number, model[other]?.name),
        ] {
          try await transaction.execute(
            #"UPDATE \#(table) SET "Name" = $2 WHERE "Nr" = $1"#,
            [target, name]
          )
        }
      }
      let (name, otherName) = (model[number]?.name ?? "", model[other]?.name ?? "")
      model[number]?.name = otherName
      model[other]?.name = name
    default:
      try await app.execute(
        #"UPDATE \#(table) SET amount = amount + 1, "Name" = $2 WHERE "Nr" = $1"#,
        [number, "changed \(next)"]
      )
      model[number] = ("changed \(next)", (model[number]?.cents ?? 0) + 100)
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
