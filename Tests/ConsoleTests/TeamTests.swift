import Postgres
import TestSupport
import Testing

@testable import Console

/// Who belongs to the team, at the console and under two pairs of hands at once.
@Suite(.freshDatabase, .blocking)
struct TeamTests {
  @Test func `a team is changed by two seniors, and told with exit codes`() async throws {
    try await Market.run { market in
      let database = try TestDatabase.current
      let other = try await database.login("other", groups: ["reeve_senior"])
      try await market.enlist(other, "senior")
      let eva = try await database.login("eva", groups: [])
      let cases: [(String, Int32, String, String?)] = [
        ("team add \(eva) --rank moderator --why x", 4, "P1 needs a second person: team", nil),
        ("team add \(eva) --rank owner", 2, "One of: viewer", nil),
        ("team add \(eva)", 2, "needs a login and `--rank`", nil),
        ("team remove", 2, "needs a login", nil), ("team rename", 2, "is unknown", nil),
        ("team add nobody --rank viewer", 5, "there is no login nobody", nil),
        ("team add reeve_worker --rank viewer", 4, "belongs to a service", nil),
        ("team add \(market.senior) --rank viewer", 4, "nobody changes their own rank", nil),
        ("approvals", 0, "team add \(eva)", nil),
        ("approve P1 --yes", 4, "needs another person: \(other)", nil),
        ("approve P1", 4, "Add --yes", other),
        ("approve P1 --dry-run", 0, "team add \(eva) as moderator", other),
        ("warn user:1 --policy spam --yes", 4, "permission denied", eva),
        ("approve P1 --yes", 0, "done  P1  team add \(eva) as moderator", other),
        ("approve P1 --yes", 1, "was approved by \(other)", other),
        ("warn user:1 --policy spam --yes", 0, "done  A", eva),
        ("team add \(other) --rank viewer", 4, "needs the rank senior", eva),
        ("team", 0, eva, eva), ("approvals --state all", 0, "approved by \(other)", eva),
        ("team remove \(eva)", 4, "P2 needs", nil), ("reject P2", 0, "P2 is rejected", other),
        ("team remove \(eva)", 4, "P3 needs", nil),
        ("approve P3 --yes", 0, "done  P3  team remove \(eva)", other),
        ("warn user:1 --policy spam --yes", 4, "has no rank here", eva),
        ("audit --limit 3", 0, "team:\(eva)", nil),
      ]
      for (line, status, text, login) in cases {
        let run = try await market.enter(line, as: login)
        #expect(run.status == status, "\(line): \(run.status) \(run.errors)")
        #expect((run.output + run.errors).contains(text), "\(line): \(run.output)\(run.errors)")
      }
    }
  }

  @Test func `a rank whose role is granted already is approved without a notice`() async throws {
    try await Market.run { market in
      let database = try TestDatabase.current
      let other = try await database.login("other", groups: ["reeve_senior"])
      try await market.enlist(other, "senior")
      let eva = try await database.login("eva", groups: ["reeve_moderator"])
      _ = try await market.enter("team add \(eva) --rank moderator --why x")
      let approved = try await market.enter("approve P1 --yes", as: other)
      #expect(approved.status == 0, "\(approved.errors)")
      #expect(!approved.errors.contains("already a member"), "\(approved.errors)")
    }
  }

  @Test func `a member who is a superuser learns why no app is in view`() async throws {
    try await Market.run { market in
      try await market.outside.execute("ALTER ROLE \(market.senior) SUPERUSER")
      let run = try await market.enter("find user anna")
      #expect(run.status == 4, "\(run.errors)")
      #expect(run.errors.contains("is a superuser, and may not act"), "\(run.errors)")
    }
  }

  @Test func `of two seniors who remove each other at once one stays`() async throws {
    try await Market.run { market in
      let database = try TestDatabase.current
      let other = try await database.login("other", groups: ["reeve_senior"])
      try await market.enlist(other, "senior")
      #expect(try await market.enter("team remove \(other)").status == 4)
      #expect(try await market.enter("team remove \(market.senior)", as: other).status == 4)
      try await market.outside.execute(
        "UPDATE reeve.approval SET proposed_at = proposed_at - interval '1 hour'"
      )
      try await market.outside.execute(
        "UPDATE reeve.member SET added_at = added_at - interval '1 day'"
      )
      // The second sees both as seniors, whatever the first has done meanwhile.
      let first = try await database.connect(user: market.senior)
      let second = try await database.connect(user: other)
      let decide = "SELECT outcome FROM reeve.approval_perform('approve', $1, NULL, NULL)"
      let error = await #expect(throws: PostgresError.self) {
        try await second.withTransaction(TransactionOptions(isolation: .repeatableRead)) { late in
          _ = try await late.query("SELECT reeve.member_rank()")
          let done = try await first.query(decide, [1])[0].get(0, as: String.self)
          #expect(done == "done")
          _ = try await late.query(decide, [2])
        }
      }
      #expect(error?.sqlState == .serializationFailure)
      await first.close()
      await second.close()
      let left = try await market.outside.query(
        "SELECT string_agg(role_name, ',') FROM reeve.member WHERE rank = 'senior'"
      )
      #expect(try left[0].get(0, as: String.self) == market.senior)
      #expect(try await market.enter("approve P2 --yes", as: other).status == 4)
    }
  }
}
