import LiveCopy
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// A live copy beside a rank: both read the change log, each by its number.
@Suite(.freshDatabase)
struct CopyRankTests {
  @Test func `the first copy and the first rank of a database leave each other's changes alone`()
    async throws
  {
    let fixture = try await CopyFixture()
    try await addVotes(fixture)
    try await fixture.add(1...3)
    #expect(try await fixture.migrator.run().phase == "following")

    // Each side's rows have keys that the other's cannot be read by.
    try await fixture.add(4...5)
    try await fixture.app.execute(#"INSERT INTO "Old Things".vote VALUES (1, 7, 1, now())"#)
    #expect(try await fixture.number("SELECT reeve.rank_drain(1000)") > 0)
    let stale = try await fixture.database.query("SELECT key FROM reeve.rank_stale")
    #expect(try stale.map { try $0.get(0, as: String.self) } == ["7"])
    #expect(try await fixture.number("SELECT count(*) FROM things2.item") == 3)
    let status = try await fixture.migrator.run()
    #expect(status.applied == 2)

    // A truncation ends a copy, and has all of a rank computed again.
    try await fixture.app.execute(#"TRUNCATE "Old Things".vote"#)
    #expect(try await fixture.migrator.run().broken == nil)
    #expect(try await fixture.number("SELECT reeve.rank_drain(1000)") > 0)
    let truncations = "SELECT count(*) FROM reeve.rank_stale WHERE key IS NULL"
    #expect(try await fixture.number(truncations) == 1)
    try await fixture.app.execute(#"TRUNCATE "Old Things"."Thing""s""#)
    #expect(try await fixture.number("SELECT reeve.rank_drain(1000)") > 0)
    #expect(try await fixture.number(truncations) == 1)
    await fixture.end()
  }

  /// Adds topics, which are ranked by votes, to the fixture's app.
  private func addVotes(_ fixture: CopyFixture) async throws {
    try await fixture.app.executeScript(
      """
      CREATE TABLE "Old Things".topic(id bigint PRIMARY KEY);
      CREATE TABLE "Old Things".vote(
        id bigint PRIMARY KEY, topic_id bigint, points int, voted_at timestamptz);
      """
    )
    try await fixture.database.execute(
      """
      SELECT r.* FROM reeve.app a, reeve.catalog_apply(jsonb_set(a.manifest, '{collections}',
        a.manifest -> 'collections' || '{
          "topic": {"table": "topic", "key": ["id"], "label": "t.id::text", "show": ["id"],
            "rank": {"of": "vote", "via": "topic", "points": "t.points", "at": "t.voted_at",
              "half_life": "1d"}},
          "vote": {"table": "vote", "key": ["id"], "label": "t.id::text", "show": ["id"],
            "parents": {"topic": {"collection": "topic", "columns": ["topic_id"]}}}}')) r
      WHERE a.app = 'things'
      """
    )
  }
}
