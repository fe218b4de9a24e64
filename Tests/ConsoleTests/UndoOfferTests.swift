import Postgres
import TestSupport
import Testing

@testable import Console

/// What is said of undoing, after an act.
@Suite(.freshDatabase, .blocking)
struct UndoOfferTests {
  @Test func `an undo is offered only if it would be accepted`() async throws {
    try await Market.run { market in
      try await market.book()
      try await market.outside.execute("DELETE FROM reeve.approval_rule")
      let moderator = try await TestDatabase.current.login("mo", groups: ["reeve_moderator"])
      try await market.enlist(moderator, "moderator")
      try await market.outside.execute(
        """
        INSERT INTO reeve.member_subject(role_name, collection_id, key, added_by)
        SELECT $1, collection_id, '4', 'test' FROM reeve.collection
        WHERE app = 'randevoo' AND name = 'user'
        """,
        [moderator]
      )
      let acts: [(line: String, login: String?, undo: String?)] = [
        ("revoke reservation:3 --policy counterfeit", nil, "changed can be restored"),
        ("ban product:1 --policy counterfeit --for 7d", nil, nil),
        ("note user:1 seen", moderator, nil),
        ("mute user:2", moderator, nil),
        ("mute user:4", moderator, "is on you, or yours: nobody acts on themselves"),
        ("delete product:2 --policy counterfeit", nil, nil),
        ("erase user:3 --why asked", nil, "erased it; erased data cannot be restored"),
      ]
      for act in acts {
        let run = try market.run(
          act.line + (act.line.hasPrefix("mute") ? "" : " --yes"),
          as: act.login
        )
        #expect(run.status == 0, "\(act.line): \(run.output)\(run.errors)")
        let number: Int = try await market.outside.query(
          "SELECT max(action_id) FROM reeve.action"
        )[0].get(0)
        let action = "A\(number)"
        if let message = act.undo {
          #expect(run.errors.contains("no undo: "), "\(act.line): \(run.errors)")
          #expect(run.errors.contains("\(action) \(message)"), "\(act.line): \(run.errors)")
          #expect(!run.errors.contains("to undo"), "\(act.line): \(run.errors)")
        } else {
          #expect(run.errors.contains("to undo: `undo \(action)`"), "\(act.line): \(run.errors)")
        }
        let undone = try market.run("undo \(action) --yes", as: act.login)
        #expect((undone.status == 0) == (act.undo == nil), "\(act.line): \(undone.errors)")
      }
    }
  }

  @Test func `what does not come back is said again once it is done`() async throws {
    try await Market.run { market in
      try await market.book()
      let revoke = "revoke reservation:3 --policy counterfeit"
      let plan = try market.run("\(revoke) --dry-run")
      let done = try market.run("\(revoke) --yes")
      let line = "  for good       1  cannot be undone"
      #expect(plan.output.contains(line), "\(plan.output)")
      #expect(done.output.contains(line), "\(done.output)")
    }
  }
}
