import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// Random histories of an app and a copy of its table, against a model of what the app wrote.
@Suite(.freshDatabase)
struct CopyModelTests {
  @Test(arguments: 0..<3)
  func `whatever is written, crashes, is cut over and rolled back: nothing is lost`(
    _ run: Int
  ) async throws {
    let fixture = try await CopyFixture(mapping: CopyFixture.lossy)
    try await fixture.add(1...450)
    var history = ThingHistory(fixture: fixture, random: .forThisTest())
    try await history.run()
    await fixture.end()
  }
}

/// What an app does to its things.
struct ThingHistory: CopyHistory {
  let fixture: CopyFixture
  var random: SeededGenerator
  /// Name and amount by number.
  var model: [Int: (name: String, cents: Int)] = Dictionary(
    uniqueKeysWithValues: (1...450).map { ($0, (name: "thing \($0)", cents: $0 * 25)) }
  )
  var next = 1000
  let terms = Migrator.Terms(isVerified: false, accepted: ["rate"])

  var database: Connection { fixture.database }
  var migrator: Migrator { fixture.migrator }

  func rename(_ key: Int, to name: String, in transaction: Transaction) async throws {
    try await transaction.execute(
      #"UPDATE "Old Things"."Thing""s" SET "Name" = $2 WHERE "Nr" = $1"#,
      [key, name]
    )
  }

  mutating func renamed(_ key: Int, to name: String) { model[key]?.name = name }

  func expect() async throws {
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

  mutating func write(except locked: Int?) async throws {
    let app = fixture.app
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
