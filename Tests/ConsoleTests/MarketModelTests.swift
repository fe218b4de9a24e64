import Glibc
import Postgres
import TestSupport
import Testing

/// Random actions, overlapping bans, batches, undos, appeals and endings on a generated
/// marketplace, against a model in memory: of each row the set of causes that hide it, of each
/// reservation its state, of each person the strikes and what is proposed for them.
///
/// `REEVE_MARKET_STEPS` says how many; the seed is printed, and `REEVE_TEST_SEED` replays it.
@Suite(.freshDatabase(limit: .seconds(60 * 60)))
struct MarketModelTests {
  private static var steps: Int {
    getenv("REEVE_MARKET_STEPS").flatMap { Int(String(cString: $0)) } ?? 60
  }

  private static let verbs = [
    ("ban", "user", #"{"policy": "fraud", "forever": true}"#),
    ("ban", "user", #"{"policy": "spam", "for": "1d"}"#),
    ("suspend", "user", #"{"policy": "spam", "for": "3d"}"#),
    ("hide", "user", #"{"policy": "spam"}"#), ("delete", "user", #"{"policy": "fraud"}"#),
    ("hide", "store", #"{"policy": "spam", "for": "2h"}"#),
    ("delete", "store", #"{"policy": "counterfeit"}"#),
    ("hide", "product", #"{"policy": "spam"}"#),
    ("hide", "product", #"{"policy": "counterfeit", "for": "5h"}"#),
    ("delete", "product", #"{"policy": "counterfeit"}"#),
  ]

  private func make(_ market: Market, _ random: inout SeededGenerator) async throws -> MarketModel {
    var model = MarketModel()
    model.owner[1] = 1
    model.stores = [1: 1, 2: 1]
    try await market.outside.executeScript(
      """
      DELETE FROM reeve.approval_rule;
      INSERT INTO randevoo.users (first_name, last_name, provider)
      SELECT 'User', n::text, 'google' FROM generate_series(5, 8) n;
      """
    )
    for store in 2...6 {
      let person = Int.random(in: 1...8, using: &random)
      model.owner[store] = person
      try await market.outside.execute(
        """
        INSERT INTO randevoo.stores (owner_id, name, city, time_zone)
        VALUES ($1, 'Store ' || $2, 'Berlin', 'Europe/Berlin')
        """,
        [person, String(store)]
      )
    }
    for product in 3...20 {
      let store = Int.random(in: 1...6, using: &random)
      model.stores[product] = store
      try await market.outside.execute(
        """
        INSERT INTO randevoo.products (store_id, name, category, price, currency)
        VALUES ($1, 'Product', 'bags', 10, 'EUR')
        """,
        [store]
      )
    }
    for id in 1...24 {
      let store = Int.random(in: 1...6, using: &random)
      let others = (1...8).filter { $0 != model.owner[store] }
      let customer = others.randomElement(using: &random) ?? 1
      let state = id % 4 == 0 ? "approved" : "pending"
      model.customers[id] = (customer, store)
      model.states[id] = state
      try await market.outside.executeScript("SET ROLE randevoo_owner")
      try await market.outside.execute(
        """
        INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end, state)
        SELECT $1, $2, s, s + interval '30 min', $3
        FROM (SELECT date_trunc('hour', now()) + interval '3 days' + $4::int * interval '1 h') t (s)
        """,
        [customer, store, state, id]
      )
      try await market.outside.executeScript("RESET ROLE")
    }
    return model
  }

  /// Compares what the database holds with the model.
  private func compare(_ market: Market, _ model: MarketModel, _ step: String) async throws {
    var causes: [String: Set<Int64>] = [:]
    for row in try await market.outside.query(
      """
      SELECT c.name || ':' || s.key, s.hidden_by
      FROM reeve.subject s JOIN reeve.collection c USING (collection_id)
      WHERE s.hidden_by <> '{}' AND c.app = 'randevoo'
      """
    ) {
      causes[try row.get(0)] = Set(try row.get(1, as: [Int64].self))
    }
    let hidden = model.hidden
    try #require(causes == hidden.mapValues(\.causes), "\(step)")
    var ends: [String: Bool] = [:]
    for row in try await market.outside.query(
      """
      SELECT 'user:' || id, blocked_until = 'infinity' FROM randevoo.users
      WHERE blocked_until IS NOT NULL
      UNION ALL
      SELECT 'store:' || id, hidden_until = 'infinity' FROM randevoo.stores
      WHERE hidden_until IS NOT NULL
      UNION ALL
      SELECT 'product:' || id, hidden_until = 'infinity' FROM randevoo.products
      WHERE hidden_until IS NOT NULL
      """
    ) {
      ends[try row.get(0)] = try row.get(1)
    }
    try #require(ends == hidden.mapValues(\.isForever), "\(step)")
    var states: [Int: String] = [:]
    for row in try await market.outside.query("SELECT id, state FROM randevoo.reservations") {
      states[try row.get(0)] = try row.get(1)
    }
    try #require(states == model.states, "\(step)")
    var proposals: [MarketModel.Proposed] = []
    for row in try await market.outside.query(
      """
      SELECT p.key::int, p.policy, p.threshold FROM reeve.report p
      WHERE p.threshold IS NOT NULL AND p.withdrawn_by IS NULL
      """
    ) {
      proposals.append(
        MarketModel.Proposed(
          person: try row.get(0),
          policy: try row.get(1),
          threshold: try row.get(2)
        )
      )
    }
    try #require(proposals.sorted() == model.open, "\(step)")
    // A case is open as long as anything in it stands.
    let odd = try await market.outside.query(
      """
      SELECT k.case_id FROM reeve.case k JOIN reeve.report p USING (case_id)
      GROUP BY k.case_id HAVING bool_or(p.withdrawn_by IS NULL) <> (k.closed_at IS NULL)
      """
    )
    try #require(odd.isEmpty, "\(step)")
  }

  /// The app's tables but for what the catalog lists as touched, and for reservations.
  private func picture(_ market: Market) async throws -> String {
    try await market.outside.query(
      """
      SELECT md5(string_agg(t.name || x.rows::text, '' ORDER BY t.name))
      FROM (
        SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = 'randevoo'::regnamespace AND c.relkind = 'r'
          AND c.relname NOT IN ('reservation_state_history', 'reservations')) t
      CROSS JOIN LATERAL query_to_xml(
        format('SELECT to_jsonb(r) - ''updated_at'' AS row FROM randevoo.%I r ORDER BY 1', t.name),
        FALSE, FALSE, '') x(rows)
      """
    )[0].get(0)
  }

  /// Reservations without what is touched, by their number.
  private func reservations(_ market: Market) async throws -> [Int: String] {
    var rows: [Int: String] = [:]
    for row in try await market.outside.query(
      """
      SELECT id, (to_jsonb(r) - 'updated_at' - 'state_at')::text FROM randevoo.reservations r
      """
    ) {
      rows[try row.get(0)] = try row.get(1)
    }
    return rows
  }

  /// Has the person appeal, and a colleague overturn the action.
  private func overturn(
    _ action: Int64,
    _ model: inout MarketModel,
    _ market: Market,
    _ other: Connection,
    _ told: String
  ) async throws {
    let person = model.strikes[action]?.person ?? 0
    let opened: String = try await market.outside.query(
      "SELECT reeve.appeal_open('randevoo', 'A' || $1::text, 'user:' || $2::text, NULL)",
      [String(action), String(person)]
    )[0].get(0)
    try #require(opened == "opened", "\(told)")
    let row = try await other.query(
      "SELECT outcome, message FROM reeve.appeal_perform($1, 'overturned', 'wrong')",
      [action]
    )[0]
    let (outcome, message): (String, String) = (try row.get(0), try row.get(1))
    try #require(outcome == "done", "\(told): \(message)")
    model.appealed.insert(action)
    model.end(action)
    model.void([action])
  }

  @Test func `random sequences keep to the model, and all that is reversible comes back`()
    async throws
  {
    try await Market.run { market in
      var random = SeededGenerator.forThisTest()
      var model = try await make(market, &random)
      var backdated: Set<Int64> = []
      let before = try await picture(market)
      let booked = try await reservations(market)
      let worker = try await market.outside.query(
        "SELECT worker_id, nonce::text FROM reeve.worker_register('default', 'test', 1, 'test')"
      )[0]
      let (workerID, nonce): (Int, String) = (try worker.get(0), try worker.get(1))
      let senior = try await TestDatabase.current.connect(user: market.senior)
      let colleague = try await TestDatabase.current.login("colleague", groups: ["reeve_senior"])
      try await market.enlist(colleague, "senior")
      let other = try await TestDatabase.current.connect(user: colleague)
      for step in 1...Self.steps {
        var told = "step \(step): "
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4:
          let (verb, collection, arguments) =
            Self.verbs.randomElement(using: &random) ?? Self.verbs[0]
          let count = ["user": 8, "store": 6, "product": 20][collection] ?? 1
          let key = Int.random(in: 1...count, using: &random)
          told += "\(verb) \(collection):\(key)"
          let row = try await senior.query(
            """
            SELECT outcome, detail FROM reeve.action_perform($1, 'randevoo', $2, $3, $4, NULL)
            """,
            [verb, collection, String(key), arguments]
          )[0]
          try #require(try row.get(0, as: String.self) == "done", "\(told)")
          let policy = ["fraud", "counterfeit"].first { arguments.contains($0) } ?? "spam"
          let id = try row.number("action_id", in: 1)
          let action = try #require(id)
          let rows = model.reach(collection, key)
          let isTimed = arguments.contains("\"for\"")
          let held: Set<Int> =
            switch (verb, collection) {
            case ("hide", _), (_, "product"): []
            case (_, "user"): model.bar(key)
            default: model.hold(at: [key])
            }
          model.active[action] = MarketModel.Done(
            rows: rows,
            held: held,
            isTimed: isTimed,
            batch: nil,
            bars: collection == "user" && verb != "hide" && !isTimed ? key : nil
          )
          model.strike([(action, model.person(collection, key))], policy)
        case 4:
          let collection = Bool.random(using: &random) ? "product" : "store"
          let all = Array(1...(collection == "product" ? 20 : 6))
          let some = all.filter { _ in Int.random(in: 0..<3, using: &random) == 0 } + [1]
          told += "batch of \(collection) \(some)"
          _ = try await senior.query(
            "SELECT reeve.selection_make($1, 'randevoo', $2, $3, NULL, FALSE)",
            ["s\(step)", collection, some.map(String.init)]
          )
          let row = try await senior.query(
            """
            SELECT outcome, detail FROM reeve.batch_perform('hide', $1, '{"policy": "spam"}', NULL)
            """,
            ["s\(step)"]
          )[0]
          try #require(try row.get(0, as: String.self) == "done", "\(told)")
          let id = try row.number("batch_id", in: 1)
          let batch = try #require(id)
          var struck: [(id: Int64, person: Int)] = []
          for action in try await market.outside.query(
            "SELECT action_id, key FROM reeve.action WHERE batch_id = $1",
            [batch]
          ) {
            let key = Int(try action.get(1, as: String.self)) ?? 0
            struck.append((try action.get(0), model.person(collection, key)))
            model.active[try action.get(0)] = MarketModel.Done(
              rows: model.reach(collection, key),
              held: [],
              isTimed: false,
              batch: batch
            )
          }
          model.strike(struck, "spam")
        case 5, 6:
          guard let action = model.active.keys.sorted().randomElement(using: &random) else {
            continue
          }
          told += "undo A\(action)"
          let row = try await senior.query(
            "SELECT outcome FROM reeve.undo_perform($1, NULL, NULL)",
            [action]
          )[0]
          try #require(try row.get(0, as: String.self) == "done", "\(told)")
          model.end(action)
          model.void([action])
        case 7:
          let batches = Set(model.active.values.compactMap(\.batch)).sorted()
          guard let batch = batches.randomElement(using: &random) else { continue }
          told += "undo B\(batch)"
          let row = try await senior.query(
            "SELECT outcome FROM reeve.batch_undo($1, NULL)",
            [batch]
          )[0]
          try #require(try row.get(0, as: String.self) == "done", "\(told)")
          let taken = model.active.filter { $0.value.batch == batch }.keys
          for action in taken { model.end(action) }
          model.void(Array(taken))
        case 8:
          told += "somebody looks at the queue"
          _ = try await senior.query("SELECT * FROM reeve.case_queue('randevoo')")
          model.takeIn()
        case 9:
          let struck = model.strikes.keys.filter { !model.appealed.contains($0) }.sorted()
          guard let action = struck.randomElement(using: &random) else { continue }
          told += "appeal against A\(action)"
          try await overturn(action, &model, market, other, told)
        default:
          let timed = model.active.filter(\.value.isTimed).keys.sorted()
          guard let action = timed.randomElement(using: &random) else { continue }
          told += "end of A\(action)"
          backdated.insert(action)
          try await market.outside.execute(
            "UPDATE reeve.action SET until = now() - interval '1 s' WHERE action_id = $1",
            [action]
          )
          try await market.outside.execute("DELETE FROM reeve.job_ready")
          let job: Int64 = try await market.outside.query(
            "SELECT reeve.enqueue('moderation.lift', '{}')"
          )[0].get(0)
          try await market.outside.execute(
            "SELECT reeve.job_claim($1, $2::uuid, '{0,0,0}', 1)",
            [workerID, nonce]
          )
          let lifted: Int = try await market.outside.query(
            "SELECT rows FROM reeve.job_advance($1, 1, 100)",
            [job]
          )[0].get(0)
          // Reports that came in meanwhile are counted with it.
          try #require(lifted >= 1, "\(told)")
          model.end(action)
          model.takeIn()
        }
        try await compare(market, model, told)
      }
      for action in model.active.keys.sorted().shuffled(using: &random) {
        let row = try await senior.query(
          "SELECT outcome FROM reeve.undo_perform($1, NULL, NULL)",
          [action]
        )[0]
        try #require(try row.get(0, as: String.self) == "done", "undo A\(action)")
        model.end(action)
        model.void([action])
      }
      // What ended in time counts on, until an appeal voids it.
      for action in model.strikes.keys.sorted() {
        try await overturn(action, &model, market, other, "appeal against A\(action) in the end")
      }
      await senior.close()
      await other.close()
      #expect(model.strikes.isEmpty && model.proposals.isEmpty)
      try await compare(market, model, "in the end")
      let left = try await market.outside.query(
        """
        SELECT 'case' FROM reeve.case k WHERE k.closed_at IS NULL
        UNION ALL
        SELECT 'proposal' FROM reeve.approval a WHERE a.state = 'proposed'
        UNION ALL
        SELECT 'mark' FROM reeve.mark
        UNION ALL
        SELECT o.template FROM reeve.outbox o
        JOIN reeve.effect e USING (action_id)
        JOIN reeve.action u ON u.action_id = e.undone_by AND u.verb = 'undo'
        JOIN reeve.collection c ON c.collection_id = e.collection_id
          AND o.about = c.name || ':' || e.key
        WHERE o.state = 'queued' AND o.template !~ '^appeal-'
        """
      )
      let remains = try left.map { try $0.get(0, as: String.self) }
      #expect(remains.isEmpty, "\(remains)")
      #expect(try await picture(market) == before)
      for (id, row) in try await reservations(market) where model.states[id] != "cancelled" {
        #expect(row == booked[id])
      }
      // The record names what was backdated behind its back, and nothing else. An appeal seals the
      // action again, as it is by then.
      let faults = try await market.outside.query("SELECT action_id FROM reeve.audit_faults(1)")
      let named = Set(try faults.compactMap { try $0.get(0, as: Int64?.self) })
      #expect(named == backdated.subtracting(model.appealed))
    }
  }
}
