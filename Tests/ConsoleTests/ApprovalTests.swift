import Postgres
import TestSupport
import Testing

@testable import Console

/// Four eyes at the console, and under two pairs of hands at once.
@Suite(.freshDatabase, .blocking)
struct ApprovalTests {
  /// Makes a login of a rank, apart from the senior that the market has.
  private func colleague(_ market: Market, _ name: String) async throws -> String {
    let login = try await TestDatabase.current.login(name, groups: ["reeve_senior"])
    try await market.enlist(login, "senior")
    return login
  }

  @Test func `what needs a second person is proposed, approved and told with exit codes`()
    async throws
  {
    try await Market.run { market in
      let before = try await market.digest()
      let other = try await colleague(market, "other")
      let ban = "ban user:1 --policy fraud --forever --why \"third time\" --yes"
      let plan = try await market.enter("ban user:1 --policy fraud --forever --dry-run")
      #expect(plan.output.contains("needs a second person: permanent: it has no end"))
      let proposed = try await market.enter(ban)
      #expect(proposed.status == 4)
      #expect(proposed.errors.contains("P1 needs a second person: permanent"))
      #expect(proposed.errors.contains("\(other) can `approve P1` until"), "\(proposed.errors)")
      #expect(proposed.errors.contains("`hide user:1 --for 24h`"))
      #expect(try await market.digest() == before)
      let cases: [(String, Int32, String, String?)] = [
        ("approvals", 0, "P1        ban user:1  Anna Keller", nil),
        ("approve P1 --yes", 4, "your own, and needs another person: \(other)", nil),
        ("approve P1", 4, "Add --yes", other), ("withdraw P1", 4, "reject it", other),
        ("approve P9 --yes", 5, "no proposal P9", other),
        ("approve A1 --yes", 2, "Proposals are written `P17`", other),
        ("approve P1 --dry-run", 0, "P1 by \(market.senior)", other),
        ("approve P1 --yes", 0, "done  A2  ban user:1 Anna Keller · no end", other),
        ("approve P1 --yes", 1, "was approved by \(other) (A2)", other),
        ("approvals", 0, "nothing waits", nil),
        ("history user:1", 0, "\(other) for \(market.senior)", nil),
        ("approvals --state all", 0, "approved by \(other), A2", nil),
        ("staff user:1 --login \(other)", 0, "user:1 is \(other) in the team", nil),
        ("warn user:1 --policy spam --yes", 4, "nobody acts on themselves", other),
        ("undo A2 --yes", 4, "nobody acts on themselves", other),
        ("staff user:1", 2, "needs `--login`", nil), ("staff", 0, "randevoo/user:1", nil),
      ]
      for (line, status, text, login) in cases {
        let run = try await market.enter(line, as: login)
        #expect(run.status == status, "\(line): \(run.errors)")
        #expect((run.output + run.errors).contains(text), "\(line): \(run.output)\(run.errors)")
      }
      #expect(try await market.enter("undo A2 --yes").status == 0)
      #expect(try await market.digest() == before)
    }
  }

  @Test func `several proposals of one command are all made`() async throws {
    try await Market.run { market in
      let run = try await market.enter("ban user:1,user:2 --policy fraud --forever --yes")
      #expect(run.status == 4)
      #expect(run.errors.contains("P1 needs") && run.errors.contains("P2 needs"))
      #expect(run.errors.contains("2 of 2 need a second person"))
      #expect(run.errors.contains("Nobody else can approve it: confirm it yourself from"))
      #expect(try await market.enter("approve P1 --yes").errors.contains("you are alone"))
      #expect(try await market.enter("withdraw P2").output == "P2 is withdrawn\n")
    }
  }

  @Test func `of many who approve at once one does it, and the others are told who`() async throws {
    try await Market.run { market in
      #expect(try await market.enter("ban user:1 --policy fraud --forever --yes").status == 4)
      var logins: [String] = []
      for number in 0..<8 { logins.append(try await colleague(market, "c\(number)")) }
      let database = try TestDatabase.current
      let outcomes = try await withThrowingTaskGroup(of: [String].self) { group in
        for login in logins {
          group.addTask {
            let perform =
              "SELECT outcome, code, message FROM reeve.approval_perform('approve', 1, NULL, NULL)"
            let rows = try await database.connect(user: login).use { try await $0.query(perform) }
            return try [
              rows[0].get(0, as: String.self), rows[0].get(1, as: String?.self) ?? "",
              rows[0].get(2, as: String.self),
            ]
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.filter { $0[0] == "done" }.count == 1, "\(outcomes)")
      for outcome in outcomes where outcome[0] != "done" {
        #expect(["state", "busy"].contains(outcome[1]), "\(outcome)")
        #expect(outcome[1] == "busy" || outcome[2].contains("was approved by"), "\(outcome)")
      }
      let actions = try await market.outside.query(
        "SELECT count(*) FILTER (WHERE verb = 'ban') FROM reeve.action"
      )
      #expect(try actions[0].get(0, as: Int.self) == 1)
      let recorded = try await market.outside.query(
        "SELECT count(*) FROM reeve.command WHERE kind = 'approve'"
      )
      #expect(try recorded[0].get(0, as: Int.self) == 8)
    }
  }

  @Test func `a quota holds against one login in many sessions`() async throws {
    try await Market.run { market in
      try await market.outside.execute("UPDATE reeve.approval_rule SET quota = 3 WHERE quota > 0")
      let database = try TestDatabase.current
      let senior = market.senior
      let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<8 {
          group.addTask {
            let connection = try await database.connect(user: senior)
            var (outcome, code) = ("", "busy")
            while code == "busy" {
              let rows = try await connection.query(
                """
                SELECT outcome, code FROM reeve.action_perform('warn', 'randevoo',
                  'user', $1, '{"policy": "spam"}', NULL)
                """,
                [String(number % 4 + 1)]
              )
              (outcome, code) = (try rows[0].get(0), try rows[0].get(1, as: String?.self) ?? "")
            }
            await connection.close()
            return outcome
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.filter { $0 == "done" }.count == 3, "\(outcomes)")
      #expect(outcomes.filter { $0 == "proposed" }.count == 5, "\(outcomes)")
    }
  }
}
