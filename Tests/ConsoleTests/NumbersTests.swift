import Catalog
import Operations
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

/// The numbers that a catalog derives, as an admin of a whole app sees them.
@Suite(.freshDatabase)
struct NumbersTests {
  /// The sample of an app with counts and a rank beside the market, and a console for its senior.
  private func open(_ market: Market) async throws -> (MemoryConsole, Connection) {
    let database = try await TestDatabase.current.connect()
    try await SampleLoader(share: Share.find(), connection: database, report: { _ in })
      .load("buckit")
    return (try MemoryConsole(as: market.senior), database)
  }

  @Test func `counts are shown under a row, and change with a ban and its undo`() async throws {
    try await Market.run { market in
      let (console, database) = try await open(market)
      let before = await console.run("show buckit/user:20").text
      #expect(before.contains("activities 3 · buckets 2 · completed 3 · followers 4"), "\(before)")
      let follower: String = try await database.query(
        "SELECT min(follower_id)::text FROM buckit.follows WHERE followed_id = 20"
      )[0].get(0)
      let ban = await console.run("ban buckit/user:\(follower) --policy spam --for 1d --yes")
      #expect(ban.code == .ok, "\(ban.text)")
      let during = await console.run("show buckit/user:20 --output ndjson").text
      #expect(during.contains(#""followers":3"#), "\(during)")
      #expect(await console.run("undo A1 --why mistake --yes").code == .ok)
      #expect(
        await console.run("show buckit/user:20 --output ndjson").text.contains(#""followers":4"#)
      )
      try await console.close()
      await database.close()
    }
  }

  @Test func `a stored counter that differs is listed, mended and on the record`() async throws {
    try await Market.run { market in
      let (console, database) = try await open(market)
      try await database.execute("UPDATE buckit.activities SET comment_count = 99 WHERE id = 7")
      let shown = await console.run("show activity:7").text
      #expect(shown.contains("comments 26 (99 stored)"), "\(shown)")
      try await database.executeScript(
        """
        DO $$
        DECLARE
          step reeve.job_step;
          progress reeve.job_progress;
        BEGIN
          progress.done := 0;
          LOOP
            step := reeve.count_compare(NULL, progress, 100);
            EXIT WHEN step.state = 'completed';
            progress.checkpoint := step.checkpoint;
            progress.done := step.done;
          END LOOP;
        END
        $$
        """
      )
      let listed = await console.run("counts").text
      #expect(listed.contains("activity:7: 99 stored, 26 counted"), "\(listed)")
      #expect(await console.run("counts mend activity nothing").code != .ok)
      let mended = await console.run("counts mend activity comments")
      #expect(mended.code == .ok && mended.text.contains("comments of activity: 1 row"))
      #expect(await !console.run("show activity:7").text.contains("stored"))
      try await console.close()
      await database.close()
    }
  }

  @Test func `a vote counts in the rank at once, whoever has a transaction open`() async throws {
    try await Market.run { market in
      let (console, database) = try await open(market)
      let other = try await TestDatabase.current.connect()
      let ask = "trending activity --limit 1 --output ndjson"
      try await other.withTransaction { older in
        try await older.execute("SELECT pg_current_xact_id()")
        let first = await console.run(ask).text
        #expect(first.contains(#""subject":"activity:2""#), "\(first)")
        // Thirty more for one that is still to come.
        try await database.execute(
          """
          INSERT INTO buckit.votes(user_id, activity_id, value)
          SELECT u.id, 9, 1 FROM buckit.users u WHERE u.activated_at IS NOT NULL
          ON CONFLICT ON CONSTRAINT votes_pkey DO UPDATE SET value = 1, voted_at = now()
          """
        )
        let second = await console.run(ask).text
        #expect(second.contains(#""subject":"activity:9""#), "\(second)")
        // Nor when the rank has been built and the votes are still in the log.
        try await database.execute(
          """
          SELECT reeve.rank_build(r.rank_id) FROM reeve.rank_rule r
          JOIN reeve.collection c USING (collection_id) WHERE c.app = 'buckit'
          """
        )
        try await database.execute("DELETE FROM buckit.votes WHERE activity_id = 9")
        let third = await console.run(ask).text
        #expect(third.contains(#""subject":"activity:2""#), "\(third)")
      }
      await other.close()
      let nowhere = await console.run("trending activity --near 91,0")
      #expect(nowhere.code == .usage, "\(nowhere.text)")
      let unranked = await console.run("trending buckit/user")
      #expect(unranked.code != .ok && unranked.text.contains("is not ranked"), "\(unranked.text)")
      try await console.close()
      await database.close()
    }
  }
}
