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
        (
          "revoke reservation:3 --policy counterfeit", nil,
          "nothing that A1 changed can be restored"
        ),
        ("ban product:1 --policy counterfeit --for 7d", nil, nil),
        ("note user:1 seen", moderator, nil),
        ("mute user:2", moderator, nil),
        ("mute user:4", moderator, "A5 is on you, or yours: nobody acts on themselves"),
        ("delete product:2 --policy counterfeit", nil, nil),
        ("erase user:3 --why asked", nil, "A7 erased it; erased data cannot be restored"),
      ]
      for (index, act) in acts.enumerated() {
        let run = try market.run("\(act.line) --yes", as: act.login)
        #expect(run.status == 0, "\(act.line): \(run.output)\(run.errors)")
        let offer = "to undo: `undo A\(index + 1)`"
        if let message = act.undo {
          #expect(run.errors.contains("no undo: \(message)"), "\(act.line): \(run.errors)")
          #expect(!run.errors.contains("to undo"), "\(act.line): \(run.errors)")
        } else {
          #expect(run.errors.contains(offer), "\(act.line): \(run.errors)")
        }
        let undone = try market.run("undo A\(index + 1) --yes", as: act.login)
        #expect((undone.status == 0) == (act.undo == nil), "\(act.line): \(undone.errors)")
      }
      let revoked = try market.run(
        "select @all find reservation",
        "revoke @all --policy counterfeit --yes"
      )
      #expect(!revoked.errors.contains("to undo"), "\(revoked.output)\(revoked.errors)")
    }
  }

  @Test func `what does not come back is said again once it is done`() async throws {
    try await Market.run { market in
      try await market.book()
      let revoke = "revoke reservation:3 --policy counterfeit"
      let plan = try market.run("\(revoke) --dry-run")
      let done = try market.run("\(revoke) --yes")
      let line = "  for good        1  cannot be undone"
      #expect(plan.output.contains(line), "\(plan.output)")
      #expect(done.output.contains(line), "\(done.output)")
    }
  }
}
