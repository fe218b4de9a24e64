import Catalog
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// Random histories of an app and a copy of its tables into others, against a model.
@Suite(.freshDatabase)
struct ShapeModelTests {
  @Test(arguments: ShapeFixture.Shape.allCases, 0..<2)
  func
    `whatever is written to the old names, crashes, is cut over and rolled back: nothing is lost`(
      _ shape: ShapeFixture.Shape,
      _ run: Int
    ) async throws
  {
    let fixture = try await ShapeFixture(shape)
    var history = PersonHistory(fixture: fixture, random: .forThisTest())
    for _ in 0..<150 { try await history.write(except: nil) }
    try await history.run()
    await fixture.end()
  }
}

/// What an app does to people, their profiles and items.
struct PersonHistory: CopyHistory {
  /// What the app has written of one person.
  struct Person {
    var name: String
    /// The text of its profile, nil where there is none.
    var bio: String??
    /// Note and price by number.
    var items: [Int: (note: String, price: Int)] = [:]
  }

  let fixture: ShapeFixture
  var random: SeededGenerator
  var model: [Int: Person] = [:]
  var next = 1
  let terms = Migrator.Terms(isVerified: false)

  var database: Connection { fixture.database }
  var migrator: Migrator { fixture.migrator }

  func rename(_ key: Int, to name: String, in transaction: Transaction) async throws {
    try await transaction.execute(
      fixture.isApart
        ? "UPDATE apart.person SET name = $2 WHERE id = $1"
        : "UPDATE whole.account SET login = $2 WHERE id = $1",
      [key, name]
    )
  }

  mutating func renamed(_ key: Int, to name: String) { model[key]?.name = name }

  func expect() async throws {
    let wanted = model.keys.sorted().map { id in
      let person = model[id]
      let profile = person?.bio.map { "2020-01-01" + ($0 ?? "?") } ?? "-"
      let items = (person?.items ?? [:]).sorted { $0.key < $1.key }
        .map { "\($0.key):\($0.value.note):\($0.value.price).00" }
      return "\(id)|\(person?.name ?? "")|\(profile)|\(items.joined(separator: ","))"
    }
    #expect(try await fixture.people(inTarget: false) == wanted)
    #expect(try await fixture.people(inTarget: true) == wanted)
    #expect(
      try await fixture.number(
        """
        SELECT (SELECT count(*) FROM apart.person WHERE shout IS DISTINCT FROM upper(name) || '!')
          + (SELECT count(*) FROM apart.profile WHERE loud IS DISTINCT FROM
            coalesce(upper(bio), '-'))
        """
      ) == 0
    )
  }

  mutating func write(except locked: Int?) async throws {
    next += 1
    let app = fixture.app
    let isApart = fixture.isApart
    let free = model.keys.filter { $0 != locked }.sorted()
    guard let id = free.randomElement(using: &random), Int.random(in: 0..<4, using: &random) > 0
    else {
      try await app.execute(
        isApart
          ? "INSERT INTO apart.person(id, name) VALUES ($1, $2)"
          : "INSERT INTO whole.account(id, login, has_profile) VALUES ($1, $2, FALSE)",
        [next, "new \(next)"]
      )
      model[next] = Person(name: "new \(next)")
      return
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      try await app.execute(
        isApart
          ? "DELETE FROM apart.person WHERE id = $1" : "DELETE FROM whole.account WHERE id = $1",
        [id]
      )
      model[id] = nil
    case 1:
      try await app.execute(
        isApart
          ? "UPDATE apart.person SET id = $2 WHERE id = $1"
          : "UPDATE whole.account SET id = $2 WHERE id = $1",
        [id, next]
      )
      let moved = model.removeValue(forKey: id)
      model[next] = moved
    case 2:
      let other = try #require(free.randomElement(using: &random))
      guard other != id else { return }
      // Two people exchange a unique value.
      try await app.withTransaction { transaction in
        for (target, name) in [
          (id, "between"), (other, model[id]?.name), (id, model[other]?.name),
        ] {
          try await transaction.execute(
            isApart
              ? "UPDATE apart.person SET name = $2 WHERE id = $1"
              : "UPDATE whole.account SET login = $2 WHERE id = $1",
            [target, name]
          )
        }
      }
      let (name, otherName) = (model[id]?.name ?? "", model[other]?.name ?? "")
      model[id]?.name = otherName
      model[other]?.name = name
    case 3, 4:
      try await writeProfile(id, Bool.random(using: &random) ? "bio \(next)" : nil)
    case 5 where model[id]?.bio != nil:
      try await app.execute(
        isApart
          ? "DELETE FROM apart.profile WHERE person_id = $1"
          : "UPDATE whole.account SET has_profile = FALSE, bio = NULL, seen = NULL WHERE id = $1",
        [id]
      )
      model[id]?.bio = .none
    default:
      try await writeItem(id, Int.random(in: 1...4, using: &random))
    }
  }

  private mutating func writeProfile(_ id: Int, _ bio: String?) async throws {
    try await fixture.app.execute(
      !fixture.isApart
        ? "UPDATE whole.account SET has_profile = TRUE, bio = $2 WHERE id = $1"
        : model[id]?.bio == nil
          ? "INSERT INTO apart.profile(person_id, bio) VALUES ($1, $2)"
          : "UPDATE apart.profile SET bio = $2 WHERE person_id = $1",
      [id, bio]
    )
    model[id]?.bio = .some(bio)
  }

  /// Adds the item of that number, changes it or, at an even `next`, removes it.
  private mutating func writeItem(_ id: Int, _ number: Int) async throws {
    let note = "note \(next)"
    let old = model[id]?.items[number]
    let isRemoved = old != nil && next.isMultiple(of: 2)
    let sql =
      if fixture.isApart {
        old == nil
          ? "INSERT INTO apart.item(person_id, number, note) VALUES ($1, $2, $3)"
          : isRemoved
            ? "DELETE FROM apart.item WHERE person_id = $1 AND number = $2 AND note <> $3"
            : """
            UPDATE apart.item SET note = $3, price = price + 1 WHERE person_id = $1 AND number = $2
            """
      } else {
        """
        UPDATE whole.account SET items = (
          SELECT coalesce(jsonb_agg(e ORDER BY (e ->> 'number')::int), '[]') FROM (
            SELECT e FROM jsonb_array_elements(items) e WHERE e ->> 'number' <> $2::int::text
            UNION ALL
            SELECT jsonb_build_object('number', $2::int, 'note', $3::text, 'price',
              \(Double(old?.price ?? 0) + 1)::numeric(10, 2)) WHERE NOT \(isRemoved)) q(e))
        WHERE id = $1
        """
      }
    try await fixture.app.execute(sql, [id, number, note])
    model[id]?.items[number] = isRemoved ? nil : (note: note, price: (old?.price ?? 0) + 1)
  }
}
