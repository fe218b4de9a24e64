import Glibc
import Postgres
import TestSupport
import Testing

/// Random orders of calls against a model in memory: each call answers what the model says, and
/// after many of them every table and counter is what the model says.
///
/// `REEVE_MODEL_STEPS` says how many; the seed is printed, and `REEVE_TEST_SEED` replays it.
@Suite(.freshDatabase(limit: .seconds(600 * 60)))
struct ModelTests {
  private static var steps: Int {
    getenv("REEVE_MODEL_STEPS").flatMap { Int(String(cString: $0)) } ?? 10_000
  }

  @Test func `random steps keep to the model`() async throws {
    let random = SeededGenerator.forThisTest()
    try await withDatabase { database in
      var walk = Walk(database, random)
      try await walk.begin()
      for step in 1...Self.steps {
        do {
          try await walk.act()
          if step.isMultiple(of: 250) || step == Self.steps { try await walk.compare() }
        } catch {
          Issue.record("step \(step): \(error)")
          return
        }
      }
    }
  }
}

/// Calls the database and the model alike.
private struct Walk {
  private let database: Connection
  private var random: SeededGenerator
  private var model = QueueModel()
  private var occurrences = 0

  init(_ database: Connection, _ random: SeededGenerator) {
    self.database = database
    self.random = random
  }

  mutating func begin() async throws {
    try await database.execute(
      #"SELECT reeve.cron_load('model', '{"a": {"kind": "worker.probe", "every": "1h"}}')"#
    )
    try await database.execute("UPDATE reeve.cron SET next_at = 'infinity'")
  }

  mutating func act() async throws {
    switch roll(0...27) {
    case 0...4: try await enqueue()
    case 5 where model.workers.count < 4: try await register()
    case 5...10: try await claim()
    case 11...15: try await complete()
    case 16...17: try await fail()
    case 18...19: try await release()
    case 20: try await jump()
    case 21: try await kill()
    case 22: try await stop()
    case 23: try await cancel()
    case 24: try await limit()
    case 25: try await cron()
    default: try await beat()
    }
  }

  private mutating func roll(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  private mutating func one(in count: Int) -> Bool { roll(1...count) == 1 }

  private mutating func some(_ count: ClosedRange<Int>, of ids: [Int64]) -> [Int64] {
    Array(Set((0..<roll(count)).compactMap { _ in ids.randomElement(using: &random) })).sorted()
  }

  private func agree<T: Equatable>(_ database: T, _ model: T, _ what: String) throws {
    guard database == model else {
      throw Disagreement(text: "\(what): the database says \(database), the model \(model)")
    }
  }

  // MARK: Coming in

  private mutating func enqueue() async throws {
    let known = model.ids { _ in true }
    guard model.ids({ !$0.isOver }).count < 80 else { return try await claim() }
    let wishes = (0..<roll(1...4)).map { _ in
      QueueModel.Wish(
        priority: one(in: 2) ? 0 : roll(-1...1),
        maxAttempts: one(in: 3) ? roll(1...3) : 12,
        key: one(in: 4) ? "k\(roll(0...5))" : nil,
        isLater: one(in: 4) ? one(in: 2) : nil,
        after: one(in: 4) && !known.isEmpty ? some(1...3, of: known) : nil
      )
    }
    let rows: Rows
    do {
      rows = try await database.query(
        """
        SELECT e.id FROM reeve.enqueue($1::text[]::jsonb[]) WITH ORDINALITY e(id, n) ORDER BY e.n
        """,
        [wishes.map(\.json)]
      )
    } catch let error as PostgresError where error.sqlState?.code == "RV001" {
      return try agree(true, model.isRefused(wishes), "a refusal")
    }
    try agree(false, model.isRefused(wishes), "a refusal")
    let ids = try rows.map { try $0.get(0, as: Int64.self) }
    try agree(true, model.enqueue(wishes, as: ids), "ids \(ids) of \(wishes)")
  }

  private mutating func cron() async throws {
    let missed = roll(0...3)
    occurrences += missed + 1
    let fired = try await database.pipeline([
      (
        """
        UPDATE reeve.cron SET next_at = clock_timestamp() - make_interval(mins => 30, hours => $1)
        WHERE app = 'model'
        """, [missed]
      ),
      ("SELECT reeve.job_schedule_tick(10)", []),
      ("SELECT max(job_id) FROM reeve.job_key WHERE key LIKE 'cron:%'", []),
    ])
    let isFree = model.keys["cron"] == nil
    try agree(try fired[1][0].get(0), isFree ? 1 : 0, "fires")
    let id: Int64 = try fired[2][0].get(0)
    try agree(true, model.enqueue([QueueModel.Wish(key: "cron")], as: [id]), "the fire \(id)")
  }

  /// The clock jumps: some of what waits for a moment is due, the rest is far off.
  private mutating func jump() async throws {
    let timed = model.ids { $0.place == .timer }
    let due = one(in: 2) ? timed : some(0...5, of: timed)
    let results = try await database.pipeline([
      (
        """
        UPDATE reeve.job_timer
        SET due_at = CASE WHEN job_id = ANY ($1) THEN '-infinity' ELSE 'infinity' END::timestamptz
        """, [due]
      ),
      ("SELECT reeve.job_timer_tick(1000000)", []),
    ])
    try agree(try results[1][0].get(0), due.count, "due")
    model.tick(due)
  }

  // MARK: Claims

  private mutating func register() async throws {
    let row = try await database.query(
      "SELECT worker_id, nonce FROM reeve.worker_register('default', 'test', 1, 'test')"
    )[0]
    model.workers.append((try row.get(0), try row.get(1)))
    try await live()
  }

  /// None dies because the test is slow.
  private func live() async throws {
    try await database.execute(
      "UPDATE reeve.worker SET beat_at = 'infinity' WHERE ended_at IS NULL AND beat_at < 'infinity'"
    )
  }

  private mutating func claim() async throws {
    guard let worker = model.workers.randomElement(using: &random) else { return }
    let max = roll(1...8)
    let isFair = one(in: 4)
    let results = try await database.pipeline([
      ("SELECT job_id, priority, seq FROM reeve.job_ready ORDER BY priority DESC, seq", []),
      (
        "SELECT job_id, lease, attempt FROM reeve.job_claim($1, $2, '{0,0,0}', $3, $4)",
        [worker.id, worker.nonce, max, isFair]
      ),
    ])
    let queue = try results[0].map {
      (
        id: try $0.get(0, as: Int64.self), priority: try $0.get(1, as: Int.self),
        seq: try $0.get(2, as: Int64.self)
      )
    }
    try agree(true, model.isQueue(queue), "the order \(queue)")
    let started = try results[1].map { try Self.text($0, 3) }
    try agree(
      started,
      model.claim(queue, worker: worker.id, max: max, isFair: isFair),
      "a claim of \(max)"
    )
  }

  /// The columns of a row that are not NULL, with spaces between them.
  private static func text(_ row: Row, _ columns: Int) throws -> String {
    try (0..<columns).compactMap { try row.get($0, as: String?.self) }.joined(separator: " ")
  }

  private mutating func beat() async throws {
    guard let worker = model.workers.randomElement(using: &random) else { return }
    let results = try await database.pipeline([
      ("SELECT is_alive, is_first FROM reeve.worker_beat($1, $2)", [worker.id, worker.nonce]),
      (
        "SELECT job_id FROM reeve.worker_cancelled($1, $2) ORDER BY job_id",
        [worker.id, worker.nonce]
      ),
    ])
    try agree(try results[0][0].get(0), true, "a worker's life")
    try agree(try results[0][0].get(1), worker.id == model.workers.map(\.id).min(), "the first")
    try agree(
      try results[1].map { try $0.get(0, as: Int64.self) },
      model.held(by: worker.id).filter { model.jobs[$0]?.isCancelAsked == true },
      "what to cancel"
    )
    try await live()
  }

  private mutating func limit() async throws {
    model.isPaused = one(in: 5)
    model.maxRunning = one(in: 3) ? roll(1...8) : nil
    model.tokens = one(in: 4) ? roll(1...12) : nil
    try await database.pipeline([
      (
        """
        UPDATE reeve.queue SET paused_at = CASE WHEN $1::boolean THEN clock_timestamp() END,
          max_running = $2::int, burst = $3::int, rate = CASE WHEN $3::int IS NOT NULL THEN 1e-9 END
        WHERE name = 'default'
        """, [model.isPaused, model.maxRunning, model.tokens]
      ),
      ("DELETE FROM reeve.queue_bucket", []),
    ])
  }

  // MARK: Endings

  /// Names attempts that run, that ran and that never were, in one call.
  private mutating func leases() -> (ids: [Int64], leases: [Int64], valid: [Int64]) {
    let running = model.running
    var named: [Int64: Int] = [:]
    for id in some(1...4, of: model.ids { _ in true }) {
      named[id] = max(0, (model.jobs[id]?.lease ?? 0) - (one(in: 3) ? 1 : 0))
    }
    for id in some(0...4, of: running) { named[id] = model.jobs[id]?.lease }
    let ids = named.keys.sorted()
    let valid = ids.filter { running.contains($0) && model.jobs[$0]?.lease == named[$0] }
    return (ids, ids.map { Int64(named[$0] ?? 0) }, valid)
  }

  private func recorded(_ rows: Rows) throws -> [Int64] {
    try rows.map { try $0.get(0, as: Int64.self) }.sorted()
  }

  private mutating func complete() async throws {
    let (ids, leases, valid) = leases()
    let rows = try await database.query("SELECT reeve.job_complete($1, $2)", [ids, leases])
    try agree(try recorded(rows), valid, "completed")
    model.complete(valid)
  }

  private mutating func fail() async throws {
    let (ids, leases, valid) = leases()
    let outcomes = ids.map { _ in
      one(in: 4) ? (one(in: 2) ? "discarded" : "cancelled") : "retryable"
    }
    let rows = try await database.query(
      "SELECT job_id FROM reeve.job_fail($1, $2, $3, $4)",
      [ids, leases, ids.map { "error of \($0)" }, outcomes]
    )
    try agree(try recorded(rows), valid, "failed")
    for (id, outcome) in zip(ids, outcomes) where valid.contains(id) {
      model.fail(id, outcome: outcome)
    }
  }

  private mutating func release() async throws {
    let (ids, leases, valid) = leases()
    let isSnoozed = one(in: 2)
    let rows = try await database.query(
      "SELECT reeve.job_release($1, $2, $3)",
      [ids, leases, ids.map { _ in Int64(isSnoozed ? 60_000 : 0) }]
    )
    try agree(try recorded(rows), valid, "handed back")
    model.release(valid, isSnoozed: isSnoozed)
  }

  private mutating func cancel() async throws {
    let ids = some(1...3, of: model.ids { _ in true })
    let rows = try await database.query(
      "SELECT job_id, state FROM reeve.job_cancel($1, 'enough')",
      [ids]
    )
    try agree(Set(try rows.map { try Self.text($0, 2) }), model.cancel(ids), "cancelled")
  }

  /// The clock jumps over the beats of some workers, or of all.
  private mutating func kill() async throws {
    let isAll = one(in: 4)
    let lost = model.workers.indices.filter { _ in isAll || one(in: 3) }.map { model.workers[$0] }
    model.workers.removeAll { worker in lost.contains { $0.id == worker.id } }
    let held = lost.reduce(0) { $0 + model.held(by: $1.id).count }
    let ids = lost.map { Int64($0.id) }
    var calls: [(sql: String, parameters: [(any PostgresEncodable)?])] = [
      ("UPDATE reeve.worker SET beat_at = '-infinity' WHERE worker_id = ANY ($1)", [ids]),
      ("SELECT reeve.worker_sweep()", []),
    ]
    for worker in lost {
      let me: [(any PostgresEncodable)?] = [worker.id, worker.nonce]
      calls.append(("SELECT job_id FROM reeve.job_claim($1, $2, '{0,0,0}', 5)", me))
    }
    let results = try await database.pipeline(calls)
    try agree(try results[1][0].get(0), held, "lost")
    try agree(results[2...].reduce(0) { $0 + $1.count }, 0, "what the dead claim")
    model.lose(lost.map(\.id))
  }

  private mutating func stop() async throws {
    guard let index = model.workers.indices.randomElement(using: &random) else { return }
    let worker = model.workers.remove(at: index)
    let held = model.held(by: worker.id)
    try agree(
      try await database.number("SELECT reeve.worker_stop($1, $2)", [worker.id, worker.nonce]),
      held.count,
      "handed back by a stop"
    )
    model.release(held, isSnoozed: false, inOrder: true)
  }

  // MARK: Comparison

  /// Compares all there is, then forgets what is over, here and there.
  mutating func compare() async throws {
    if one(in: 2) { try await database.execute("SELECT reeve.job_delta_fold()") }
    let results = try await database.pipeline([
      (
        """
        SELECT job_id, 'available', lease, attempt FROM reeve.job_ready
        UNION ALL SELECT job_id, CASE reason WHEN 'retryable' THEN reason ELSE 'scheduled' END,
          lease, attempt FROM reeve.job_timer
        UNION ALL SELECT job_id, 'running', lease, attempt FROM reeve.job_run
        UNION ALL SELECT job_id, 'waiting', NULL, NULL FROM reeve.job_wait
        UNION ALL SELECT job_id, 'discarded', lease, attempt FROM reeve.job_dead
        UNION ALL SELECT job_id, outcome, lease, attempt FROM reeve.job_end
        WHERE outcome = 'completed'
        UNION ALL SELECT job_id, outcome, NULL, NULL FROM reeve.job_end WHERE outcome = 'cancelled'
        """, []
      ),
      ("SELECT needed_id, job_id FROM reeve.job_after", []),
      ("SELECT regexp_replace(key, '^cron:.*', 'cron'), job_id FROM reeve.job_key", []),
      (
        """
        SELECT s.state, s.n FROM reeve.queue_list() q CROSS JOIN LATERAL (VALUES
          ('available', q.available), ('scheduled', q.scheduled), ('retryable', q.retryable),
          ('waiting', q.waiting), ('running', q.running), ('completed', q.completed),
          ('cancelled', q.cancelled), ('discarded', q.discarded)) s(state, n)
        WHERE q.queue = 'default' AND s.n <> 0
        """, []
      ),
      ("SELECT coalesce(sum(occurrences), 0)::bigint FROM reeve.cron_fire", []),
    ])
    let places = try results[0].map { try Self.text($0, 4) }
    try agree(places.count, model.jobs.count, "jobs")
    let seen = Set(places)
    let only = seen.symmetricDifference(model.places).sorted()
    try agree(only, [], "jobs that are elsewhere (\(only.map { seen.contains($0) }))")
    try agree(Set(try results[1].map { try Self.text($0, 2) }), model.links, "what waits")
    try agree(
      Set(try results[2].map { try Self.text($0, 2) }),
      Set(model.keys.map { "\($0) \($1)" }),
      "keys"
    )
    try agree(
      Set(try results[3].map { try Self.text($0, 2) }),
      Set(model.counts.filter { $0.value != 0 }.map { "\($0) \($1)" }),
      "counters"
    )
    try agree(try results[4][0].get(0), occurrences, "occurrences")
    occurrences = 0
    let over = model.forget()
    try await database.pipeline([
      ("DELETE FROM reeve.cron_fire", []),
      ("DELETE FROM reeve.job_dead WHERE job_id = ANY ($1)", [over]),
      ("DELETE FROM reeve.job_end WHERE job_id = ANY ($1)", [over]),
      ("DELETE FROM reeve.job WHERE job_id = ANY ($1)", [over]),
    ])
  }
}

extension QueueModel.Wish {
  fileprivate var json: String {
    var fields = [
      #""kind": "worker.probe", "priority": \#(priority), "max_attempts": \#(maxAttempts)"#
    ]
    if let key { fields.append(#""unique_key": "\#(key)""#) }
    if let isLater {
      fields.append(isLater ? #""delay": "1000 days""# : #""due_at": "2000-01-01 00:00Z""#)
    }
    if let after { fields.append(#""after": \#(after)"#) }
    return "{\(fields.joined(separator: ", "))}"
  }
}

/// What the database and the model do not agree on.
private struct Disagreement: Error, CustomStringConvertible {
  let text: String

  var description: String { text }
}
