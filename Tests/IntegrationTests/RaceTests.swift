import Postgres
import TestSupport
import Testing

/// Races between admins and the app, forced by transactions that are held open.
///
/// Each starts with an owner, a store and its product, and a user who owns nothing.
@Suite(.freshDatabase)
struct RaceTests {
  static let owner = "7"
  static let other = "8"

  /// Enters the rows as the app's owner, who may write what lies in the past.
  func enterRows() async throws {
    try await asOwner {
      try await $0.executeScript(
        """
        SET ROLE randevoo_owner;
        INSERT INTO randevoo.users(id, first_name, last_name, provider) OVERRIDING SYSTEM VALUE
        VALUES (7, 'Zoraida', 'Bellafiore', 'google'), (8, 'Mia', 'Weiss', 'google');
        INSERT INTO randevoo.stores(owner_id, name, kind, city, latitude, longitude, time_zone,
          slot_duration, capacity, booking_range_days)
        VALUES (7, 'Atelier', 'boutique', 'Roma', 41.9, 12.5, 'Europe/Rome', '30 min', 2, 30);
        INSERT INTO randevoo.products(store_id, name, category, price, currency)
        SELECT id, 'Silk bag', 'bags', 1, 'EUR' FROM randevoo.stores;
        """
      )
    }
  }

  @Test func `of two admins who ban the same owner at once one wins and one is told`() async throws
  {
    try await enterRows()
    let plan = try await withAdmin("planner") { try await Self.plan(on: $0) }
    let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
      for name in ["ann", "bob"] {
        group.addTask { try await withAdmin(name) { try await Self.ban(on: $0, expected: plan) } }
      }
      return try await group.reduce(into: [Outcome]()) { $0.append($1) }
    }
    #expect(outcomes.map(\.outcome).sorted() == ["done", "refused"])
    let refused = try #require(outcomes.first { $0.outcome == "refused" })
    #expect(["version", "busy"].contains(refused.code))
    let counted: Int = try await asOwner {
      try await $0.query("SELECT count(*) FROM reeve.action WHERE verb = 'ban'")[0].get(0)
    }
    #expect(counted == 1)
  }

  @Test func `an admin who holds a transaction open stops nobody`()
    async throws
  {
    try await enterRows()
    try await withAdmin("holder") { holder in
      try await holder.withTransaction { open in
        _ = try await open.query(
          """
          SELECT * FROM reeve.action_perform('hide', 'randevoo', 'product', $1,
            '{"policy": "spam"}', NULL)
          """,
          [Self.product(open)]
        )
        // Whoever waited for the open transaction itself would never get an answer.
        // Another subject: the open transaction holds neither the chain's head nor anything else.
        let free = try await withAdmin("ann") { try await Self.ban(on: $0, user: Self.other) }
        #expect(free.outcome == "done")
        _ = try await open.query(
          """
          SELECT * FROM reeve.action_perform('ban', 'randevoo', 'user', $1,
            '{"policy": "spam", "for": "1d"}', NULL)
          """,
          [Self.owner]
        )
        // The same subject: told that it is busy, with nothing half-done.
        let blocked = try await withAdmin("bob") { try await Self.ban(on: $0) }
        #expect(blocked.outcome == "refused")
        #expect(blocked.code == "busy")
      }
    }
  }

  @Test func `an undo that waited for another's hiding keeps what that one hid`() async throws {
    try await enterRows()
    let banned = try await withAdmin("ann") { try await Self.ban(on: $0) }
    #expect(banned.outcome == "done")
    try await withAdmin("holder") { holder in
      let undoing = try await holder.withTransaction { open in
        let hidden: String = try await open.query(
          """
          SELECT outcome FROM reeve.action_perform('hide', 'randevoo', 'product', $1,
            '{"policy": "spam"}', NULL)
          """,
          [Self.product(open)]
        )[0].get(0)
        #expect(hidden == "done")
        let undoing = Task {
          try await withAdmin("bob") { connection in
            // Whoever has waited for half a second is told so, and tries again.
            var code = "busy"
            while code == "busy" { code = try await Self.undoBan(on: connection) }
            return code
          }
        }
        try await asOwner { observer in
          var isWaiting = false
          while !isWaiting {
            try await Task.sleep(for: .milliseconds(20))
            isWaiting = try await observer.query(
              """
              SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
                AND wait_event_type = 'Lock' AND query LIKE '%undo_perform%')
              """
            )[0].get(0)
          }
        }
        return undoing
      }
      #expect(try await undoing.value == "")
    }
    let causes = try await asOwner {
      try await $0.query(
        """
        SELECT count(*) FROM reeve.subject s JOIN reeve.collection c USING (collection_id)
        WHERE c.name = 'product' AND cardinality(s.hidden_by) = 1 AND s.hidden_until = 'infinity'
        """
      )[0].get(0, as: Int.self)
    }
    #expect(causes == 1)
  }

  @Test func `a product listed by a transaction open at the ban is hidden by the sweep`()
    async throws
  {
    try await enterRows()
    try await asOwner { app in
      let late: Int64 = try await app.withTransaction { open in
        let late: Int64 = try await open.query(
          """
          INSERT INTO randevoo.products(store_id, name, category, price, currency)
          SELECT min(id), 'Late bag', 'bags', 1, 'EUR' FROM randevoo.stores WHERE owner_id = 7
          RETURNING id
          """
        )[0].get(0)
        let banned = try await withAdmin("ann") { try await Self.ban(on: $0) }
        #expect(banned.outcome == "done")
        #expect(try await sweep() == false, "the sweep is not over while the transaction is open")
        return late
      }
      // Other databases' transactions count too: it is over once all of that moment have ended.
      while try await !sweep() { try await Task.sleep(for: .milliseconds(20)) }
      let isHidden: Bool = try await app.query(
        "SELECT hidden_until > now() FROM randevoo.products WHERE id = $1",
        [late]
      )[0].get(0)
      #expect(isHidden)
      let effects: Int = try await app.query(
        """
        SELECT count(*) FROM reeve.effect e JOIN reeve.action a USING (action_id)
        WHERE a.verb = 'ban' AND e.key = $1::text
        """,
        ["\(late)"]
      )[0].get(0)
      #expect(effects == 1)
    }
  }

  // MARK: Steps

  struct Outcome {
    var outcome: String
    var code: String
  }

  static func product(_ session: Transaction) async throws -> String {
    try await session.query(
      "SELECT key FROM reeve.subject_find('randevoo', 'product', '', FALSE, 1)"
    )[0]
    .get(0)
  }

  static func plan(on admin: Connection) async throws -> String {
    try await admin.query(
      """
      SELECT reeve.action_plan('ban', 'randevoo', 'user', $1, '{"policy": "spam", "for": "1d"}')
      """,
      [owner]
    )[0].get(0)
  }

  static func ban(
    on admin: Connection,
    user: String = owner,
    expected: String? = nil
  ) async throws -> Outcome {
    let row = try await admin.query(
      """
      SELECT outcome, code FROM reeve.action_perform('ban', 'randevoo', 'user', $1,
        '{"policy": "spam", "for": "1d"}', $2)
      """,
      [user, expected]
    )[0]
    return try Outcome(outcome: row.get(0), code: row.get(1, as: String?.self) ?? "")
  }

  /// Takes the only ban back; the code of a refusal, else nothing.
  static func undoBan(on connection: Connection) async throws -> String {
    let commands = try await connection.query(
      "SELECT kind, outcome, action_id FROM reeve.command_list(9)"
    )
    let ban = try commands.first { try $0.get(0) == "ban" && $0.get(1) == "done" }?
      .get(2, as: Int64.self)
    let undone = try await connection.query(
      "SELECT code FROM reeve.undo_perform($1, NULL, NULL)",
      [ban]
    )
    return try undone[0].get(0, as: String?.self) ?? ""
  }

  /// Lends a connection of a new login with the rank moderator.
  func withAdmin<R: Sendable>(
    _ name: String,
    _ body: (Connection) async throws -> R
  ) async throws -> R {
    let database = try TestDatabase.current
    let role = try await database.login(name, groups: ["reeve_moderator"])
    try await asOwner {
      _ = try await $0.execute(
        "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ($1, 'moderator', 'test')",
        [role]
      )
    }
    return try await database.connect(user: role).use(body)
  }

  /// Lends a superuser's connection.
  func asOwner<R: Sendable>(_ body: (Connection) async throws -> R) async throws -> R {
    try await TestDatabase.current.connect().use(body)
  }

  /// Runs the sweep of the only ban once, as a worker that has claimed it would.
  func sweep() async throws -> Bool {
    try await asOwner { superuser in
      try await superuser.withTransaction { work in
        let worker = try await work.query(
          "SELECT worker_id, nonce FROM reeve.worker_register('default', 'test', 1, 'test')"
        )[0]
        let job: Int64 = try await work.query(
          """
          SELECT reeve.enqueue('moderation.sweep', jsonb_build_object('action_id', action_id),
            priority => 1::smallint)
          FROM reeve.action WHERE verb = 'ban'
          """
        )[0].get(0)
        _ = try await work.query(
          "SELECT * FROM reeve.job_claim($1, $2, '{0,0,0}', 1)",
          [worker.get(0, as: Int.self), worker.get(1, as: String.self)]
        )
        return try await work.query(
          "SELECT state = 'completed' FROM reeve.job_advance($1, 1, 1)",
          [job]
        )[0].get(0)
      }
    }
  }
}
