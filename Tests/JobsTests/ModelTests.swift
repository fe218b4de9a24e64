import Postgres
import TestSupport
import Testing

/// Random orders of calls against a model in memory: what the database says must be what the model
/// says, after every step.
@Suite(.enabled(if: server.isConfigured), .freshDatabase, .timeLimit(.minutes(10)))
struct ModelTests {
  private enum Place: Hashable { case ready, timer, running(worker: Int), dead, done }

  private struct Entry {
    var place = Place.ready
    var lease = 0
    var attempt = 0
    var losses = 0
  }

  private struct Model {
    var jobs: [Int64: Entry] = [:]
    var workers: [(id: Int, nonce: String)] = []
    let maxAttempts = 12

    func ids(_ filter: (Entry) -> Bool) -> [Int64] {
      jobs.filter { filter($0.value) }.keys.sorted()
    }

    mutating func lose(_ worker: Int) {
      for id in ids({ $0.place == .running(worker: worker) }) {
        jobs[id]?.losses += 1
        let entry = jobs[id] ?? Entry()
        jobs[id]?.place = entry.losses >= 3 || entry.attempt >= maxAttempts ? .dead : .ready
      }
    }
  }

  @Test func `1000 random steps keep to the model`() async throws {
    var random = SeededGenerator.forThisTest()
    try await withDatabase { database in
      var model = Model()
      for step in 0..<1000 {
        try await act(&model, database, &random)
        if step % 100 == 99 { try await compare(model, database) }
      }
      try await compare(model, database)
    }
  }

  private func act(
    _ model: inout Model,
    _ database: Connection,
    _ random: inout SeededGenerator
  ) async throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...3:
      for id in try await database.enqueueProbes(Int.random(in: 1...5, using: &random)) {
        model.jobs[id] = Entry()
      }
    case 4 where model.workers.count < 4:
      let row = try await database.query(
        "SELECT worker_id, nonce FROM reeve.worker_register('default', 'test', 1, 'test')"
      )[0]
      model.workers.append((try row.get(0), try row.get(1)))
      // None dies because the test is slow.
      try await database.execute(
        "UPDATE reeve.worker SET beat_at = 'infinity' WHERE ended_at IS NULL"
      )
    case 4...8: try await claim(&model, database, &random)
    case 9...12: try await end(&model, database, &random, as: "complete")
    case 13...14: try await end(&model, database, &random, as: "fail")
    case 15...16: try await end(&model, database, &random, as: "release")
    case 17:
      try await database.execute("UPDATE reeve.job_timer SET due_at = '-infinity'")
      let due = model.ids { $0.place == .timer }
      #expect(
        try await database.number("SELECT reeve.job_timer_tick(1000000)") == due.count
      )
      for id in due { model.jobs[id]?.place = .ready }
    case 18: try await kill(&model, database, &random)
    default: try await stop(&model, database, &random)
    }
  }

  private func claim(
    _ model: inout Model,
    _ database: Connection,
    _ random: inout SeededGenerator
  ) async throws {
    guard let worker = model.workers.randomElement(using: &random) else { return }
    let wanted = Int.random(in: 1...8, using: &random)
    let ready = model.ids { $0.place == .ready }
    let rows = try await database.query(
      "SELECT job_id, lease, attempt FROM reeve.job_claim($1, $2, '{0,0,0}', $3)",
      [worker.id, worker.nonce, wanted]
    )
    #expect(rows.count == min(wanted, ready.count))
    for row in rows {
      let id: Int64 = try row.get(0)
      var entry = try #require(model.jobs[id])
      #expect(entry.place == .ready)
      entry.place = .running(worker: worker.id)
      entry.lease += 1
      entry.attempt += 1
      #expect(try row.get(1) == entry.lease)
      #expect(try row.get(2) == entry.attempt)
      model.jobs[id] = entry
    }
  }

  /// Names attempts that run, that ran and that never were, in one call.
  private func end(
    _ model: inout Model,
    _ database: Connection,
    _ random: inout SeededGenerator,
    as verb: String
  ) async throws {
    var named: [Int64: Int] = [:]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let id = model.jobs.keys.sorted().randomElement(using: &random) else { return }
      named[id] = max(0, (model.jobs[id]?.lease ?? 0) - Int.random(in: 0...2, using: &random) / 2)
    }
    let running = model.ids { if case .running = $0.place { true } else { false } }
    if let id = running.randomElement(using: &random) { named[id] = model.jobs[id]?.lease }
    let ids = named.keys.sorted()
    let leases = ids.map { Int64(named[$0] ?? 0) }
    let delay = Bool.random(using: &random) ? 0 : 60_000
    let rows: Rows
    switch verb {
    case "complete":
      rows = try await database.query("SELECT reeve.job_complete($1, $2)", [ids, leases])
    case "fail":
      rows = try await database.query(
        "SELECT reeve.job_fail($1, $2, $3)",
        [ids, leases, ids.map { "error of \($0)" }]
      )
    default:
      rows = try await database.query(
        "SELECT reeve.job_release($1, $2, $3)",
        [ids, leases, ids.map { _ in Int64(delay) }]
      )
    }
    let expected = ids.filter { id in
      running.contains(id) && model.jobs[id]?.lease == named[id]
    }
    #expect(Set(try rows.map { try $0.get(0, as: Int64.self) }) == Set(expected))
    for id in expected {
      switch verb {
      case "complete": model.jobs[id]?.place = .done
      case "fail":
        let isDead = (model.jobs[id]?.attempt ?? 0) >= model.maxAttempts
        model.jobs[id]?.place = isDead ? .dead : .timer
        model.jobs[id]?.losses = 0
      default:
        model.jobs[id]?.attempt -= 1
        model.jobs[id]?.place = delay == 0 ? .ready : .timer
        if delay > 0 { model.jobs[id]?.losses = 0 }
      }
    }
  }

  private func kill(
    _ model: inout Model,
    _ database: Connection,
    _ random: inout SeededGenerator
  ) async throws {
    guard let index = model.workers.indices.randomElement(using: &random) else { return }
    let worker = model.workers.remove(at: index)
    let held = model.ids { $0.place == .running(worker: worker.id) }
    try await database.execute(
      "UPDATE reeve.worker SET beat_at = '-infinity' WHERE worker_id = $1",
      [worker.id]
    )
    #expect(try await database.number("SELECT reeve.worker_sweep()") == held.count)
    model.lose(worker.id)
    let rows = try await database.query(
      "SELECT job_id FROM reeve.job_claim($1, $2, '{0,0,0}', 5)",
      [worker.id, worker.nonce]
    )
    #expect(rows.isEmpty, "the dead claim nothing")
  }

  private func stop(
    _ model: inout Model,
    _ database: Connection,
    _ random: inout SeededGenerator
  ) async throws {
    guard let index = model.workers.indices.randomElement(using: &random) else { return }
    let worker = model.workers.remove(at: index)
    let held = model.ids { $0.place == .running(worker: worker.id) }
    #expect(
      try await database.number("SELECT reeve.worker_stop($1, $2)", [worker.id, worker.nonce])
        == held.count
    )
    for id in held {
      model.jobs[id]?.attempt -= 1
      model.jobs[id]?.place = .ready
    }
  }

  /// Every job is in the one table that the model says, with the lease and attempt it says.
  private func compare(_ model: Model, _ database: Connection) async throws {
    let rows = try await database.query(
      """
      SELECT job_id, 'ready', lease, attempt FROM reeve.job_ready
      UNION ALL SELECT job_id, 'timer', lease, attempt FROM reeve.job_timer
      UNION ALL SELECT job_id, 'run', lease, attempt FROM reeve.job_run
      UNION ALL SELECT job_id, 'dead', lease, attempt FROM reeve.job_dead
      UNION ALL SELECT job_id, 'done', lease, attempt FROM reeve.job_end WHERE outcome = 'completed'
      """
    )
    var seen: [Int64: [String]] = [:]
    for row in rows {
      seen[try row.get(0), default: []].append(
        "\(try row.get(1, as: String.self)) \(try row.get(2, as: Int.self)) \(try row.get(3, as: Int.self))"
      )
    }
    let expected = model.jobs.mapValues { entry in
      let place =
        switch entry.place {
        case .ready: "ready"
        case .timer: "timer"
        case .running: "run"
        case .dead: "dead"
        case .done: "done"
        }
      return ["\(place) \(entry.lease) \(entry.attempt)"]
    }
    #expect(seen == expected)
  }
}
