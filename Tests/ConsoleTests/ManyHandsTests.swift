import Postgres
import TestSupport
import Testing

/// Many admins at once on the same few subjects, doing, proposing, approving and taking back.
@Suite(.freshDatabase)
struct ManyHandsTests {
  private struct Step: Sendable {
    let kind: String
    let sql: String
    var parameters: [String?]
    /// Finds the last parameter, an action or a proposal; without one there is nothing to do.
    var find: (sql: String, parameters: [String?])?
  }

  private static let hands = 32
  private static let steps = 4

  /// What one of them tries: mostly actions, else an undo or a decision about what waits.
  private static func step(_ random: inout SeededGenerator) -> Step {
    let subjects = [
      ("user", "1"), ("user", "2"), ("store", "1"), ("product", "1"), ("product", "2"),
    ]
    let (collection, key) = subjects[Int.random(in: 0..<subjects.count, using: &random)]
    let acts = [
      ("ban", #"{"policy": "spam", "for": "1d"}"#),
      ("ban", #"{"policy": "fraud", "forever": true}"#),
      ("suspend", #"{"policy": "spam"}"#), ("hide", #"{"policy": "spam"}"#),
      ("delete", #"{"policy": "counterfeit"}"#), ("warn", #"{"policy": "abuse"}"#),
      ("tag", #"{"name": "seen", "for": "1h"}"#), ("tag", #"{"name": "seen", "protect": true}"#),
      ("limit", #"{"name": "listings", "policy": "spam", "forever": true}"#), ("verify", "{}"),
    ]
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6:
      let (verb, arguments) = acts[Int.random(in: 0..<acts.count, using: &random)]
      return Step(
        kind: "act",
        sql: """
          SELECT outcome, code FROM reeve.action_perform($1, 'randevoo', $2, $3, $4, NULL)
          """,
        parameters: [verb, collection, key, arguments]
      )
    case 6..<8:
      return Step(
        kind: "undo",
        sql: "SELECT outcome, code FROM reeve.undo_perform($1, NULL, NULL)",
        parameters: [],
        find: (
          """
          SELECT action_id, reverses, reversed_by
          FROM reeve.subject_history('randevoo', $1, $2, 20) ORDER BY action_id
          """, [collection, key]
        )
      )
    default:
      return Step(
        kind: "decide",
        sql: "SELECT outcome, code FROM reeve.approval_perform($1, $2, NULL, NULL)",
        parameters: [["approve", "approve", "reject", "withdraw"].randomElement(using: &random)],
        find: (
          "SELECT approval_id FROM reeve.approval_list('proposed', 3) ORDER BY approval_id LIMIT 1",
          []
        )
      )
    }
  }

  @Test func `no deadlock escapes, each command is recorded once, and all of it comes back`()
    async throws
  {
    try await Market.run { market in
      let before = try await market.digest()
      let database = try TestDatabase.current
      var logins: [String] = []
      for number in 0..<Self.hands {
        let rank = number % 3 == 0 ? "moderator" : "senior"
        let login = try await database.login("hand\(number)", groups: ["reeve_\(rank)"])
        try await market.enlist(login, rank)
        logins.append(login)
      }
      var random = SeededGenerator.forThisTest()
      var outcomes: [[String]] = []
      func done(_ what: String) -> Int {
        outcomes.filter { $0[0] == what && $0[1] == "done" }.count
      }
      // Who comes while others are at it is told so: a crowd may be so dense that nothing is undone.
      let deadline = ContinuousClock.now + patience
      while done("act") <= 5 || done("undo") == 0, ContinuousClock.now < deadline {
        let plans = logins.map { _ in (0..<Self.steps).map { _ in Self.step(&random) } }
        outcomes += try await withThrowingTaskGroup(of: [[String]].self) { group in
          for (login, steps) in zip(logins, plans) {
            group.addTask {
              let connection = try await database.connect(user: login)
              var outcomes: [[String]] = []
              for var step in steps {
                if let find = step.find {
                  // Of a history, what neither takes something back nor was taken back.
                  let found = try await connection.query(find.sql, find.parameters).first { row in
                    try row.columns.indices.allSatisfy {
                      try (row.get($0, as: String?.self) == nil) == ($0 > 0)
                    }
                  }
                  guard let found else { continue }
                  step.parameters.append(try found.get(0))
                }
                // An error, such as a deadlock, is thrown here and fails the test.
                let row = try await connection.query(step.sql, step.parameters)[0]
                outcomes.append([step.kind, try row.get(0), try row.get(1) ?? ""])
              }
              await connection.close()
              return outcomes
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
      }
      let known: Set<String> = [
        "", "approval", "rank", "argument", "already", "busy", "state", "undone", "other", "worse",
      ]
      #expect(Set(outcomes.map { $0[2] }).subtracting(known).isEmpty, "\(outcomes.map { $0[2] })")
      // The last commands may have waited for transactions that are over by now.
      try await market.outside.execute("SELECT reeve.record_seal()")
      let counts = try await market.outside.query(
        """
        SELECT (SELECT count(*) FROM reeve.action WHERE reverses IS NULL),
          (SELECT count(*) FROM reeve.action WHERE reverses IS NOT NULL),
          (SELECT count(*) FROM reeve.approval WHERE state = 'executed'),
          (SELECT count(*) FROM reeve.approval WHERE state <> 'proposed'),
          (SELECT count(*) FROM reeve.command
            WHERE kind NOT IN ('catalog.apply', 'member.bootstrap')),
          (SELECT count(*) FROM reeve.command) - (SELECT count(*) FROM reeve.chain)
        """
      )[0]
      let approved = try counts.get(2, as: Int.self)
      #expect(try counts.get(0, as: Int.self) == done("act") + approved)
      #expect(try counts.get(1, as: Int.self) == done("undo"))
      #expect(try counts.get(3, as: Int.self) == done("decide"))
      // An approval is two commands: the decision, and the action.
      #expect(try counts.get(4, as: Int.self) == outcomes.count + approved)
      #expect(try counts.get(5, as: Int.self) == 0)
      #expect(done("act") > 5 && done("undo") > 0, "\(outcomes)")

      let senior = try await database.connect(user: market.senior)
      var undone = 1
      while undone > 0 {
        let rows = try await market.outside.query(
          """
          SELECT action_id FROM reeve.action a WHERE reverses IS NULL AND reversed_by IS NULL
          ORDER BY md5(action_id::text)
          """
        )
        undone = 0
        for row in rows {
          let result = try await senior.query(
            "SELECT outcome FROM reeve.undo_perform($1, NULL, NULL)",
            [try row.get(0, as: Int64.self)]
          )
          if try result[0].get(0, as: String.self) == "done" { undone += 1 }
        }
      }
      await senior.close()
      #expect(try await market.digest() == before)
      let left = try await market.outside.query(
        """
        SELECT (SELECT count(*) FROM reeve.mark)
          + (SELECT count(*) FROM reeve.subject WHERE hidden_by <> '{}')
        """
      )
      #expect(try left[0].get(0, as: Int.self) == 0)
    }
  }
}
