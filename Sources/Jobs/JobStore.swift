import Catalog
import Postgres

/// The functions of the database that a worker calls, over one connection that is made anew after it
/// broke or its server stopped taking writes.
actor JobStore {
  private let conninfo: String
  private let applicationName: String
  private let onLoss: @Sendable () -> Void
  private var connection: Connection?

  init(conninfo: String, applicationName: String, onLoss: @escaping @Sendable () -> Void) {
    self.conninfo = conninfo
    self.applicationName = applicationName
    self.onLoss = onLoss
  }

  private func call(_ sql: String, _ values: [(any PostgresEncodable)?] = []) async throws -> Rows {
    try await call([(sql, values)])[0]
  }

  /// Calls functions in one round trip and one transaction.
  private func call(
    _ calls: [(sql: String, parameters: [(any PostgresEncodable)?])]
  ) async throws -> [Rows] {
    let open: Connection
    if let connection {
      open = connection
    } else {
      open = try await Connection.connect(conninfo, applicationName: applicationName)
      connection = open
    }
    do {
      if calls.count == 1 { return [try await open.query(calls[0].sql, calls[0].parameters)] }
      return try await open.pipeline(calls)
    } catch let error as PostgresError where error.wantsNewConnection {
      await drop(open)
      throw error
    }
  }

  private func drop(_ broken: Connection) async {
    if connection === broken {
      connection = nil
      onLoss()
    }
    await broken.close()
  }

  /// Breaks the connection, whose server has fallen silent; what waits for it fails at once.
  func abandon() { connection?.abandon() }

  func close() async {
    guard let open = connection else { return }
    connection = nil
    await open.close()
  }

  // MARK: The worker

  func register(
    queue: String,
    host: String,
    pid: Int32,
    version: String,
    kinds: [String],
    proof: HostIdentityFile.Proof?
  ) async throws -> Enrolment {
    let rows = try await call(
      """
      SELECT worker_id, nonce, queue_id
      FROM reeve.worker_register($1, $2, $3, $4, $5, $6, $7::text[]::uuid[])
      """,
      [queue, host, pid, version, kinds, proof?.host, proof?.epochs]
    )
    return Enrolment(
      worker: try rows[0].get(0),
      nonce: try rows[0].get(1),
      queue: try rows[0].get(2)
    )
  }

  func beat(
    _ me: Enrolment,
    proof: HostIdentityFile.Proof?
  ) async throws -> (isAlive: Bool, isFirst: Bool) {
    let rows = try await call(
      "SELECT is_alive, is_first FROM reeve.worker_beat($1, $2, $3, $4::text[]::uuid[])",
      [me.worker, me.nonce, proof?.host, proof?.epochs]
    )
    return (try rows[0].get(0), try rows[0].get(1))
  }

  func stop(_ me: Enrolment) async throws -> Int {
    try await call("SELECT reeve.worker_stop($1, $2)", [me.worker, me.nonce])[0].get(0)
  }

  /// Whether another worker of the queue knows jobs of a kind that this one does not.
  func isKnown(_ kind: String, in queue: Int) async throws -> Bool {
    try await call("SELECT reeve.kind_is_known($1, $2)", [kind, queue])[0].get(0)
  }

  // MARK: Jobs

  /// Records endings and claims jobs, both in one transaction.
  func turn(_ endings: [EndedJob], _ claim: ClaimRequest?) async throws -> TurnAnswer {
    var calls = Self.recording(endings)
    let recordings = calls.count
    if let claim {
      calls.append(
        (
          """
          SELECT priority, seq, job_id, lease, attempt, kind, app, args, limit_ms, is_stepped
          FROM reeve.job_claim($1, $2, $3, $4, $5)
          """, [claim.me.worker, claim.me.nonce, claim.marks, claim.max, claim.isFair]
        )
      )
    }
    guard !calls.isEmpty else { return TurnAnswer(stale: 0, states: [:], claims: []) }
    let results = try await call(calls)
    var recorded = 0
    var states: [Int64: String] = [:]
    for row in results[..<recordings].joined() {
      recorded += 1
      if let state = try row.get(1, as: String?.self) { states[try row.get(0)] = state }
    }
    return TurnAnswer(
      stale: endings.count - recorded,
      states: states,
      claims: results[recordings...].flatMap { $0.map(Claimed.init) }
    )
  }

  private static func recording(
    _ endings: [EndedJob]
  ) -> [(sql: String, parameters: [(any PostgresEncodable)?])] {
    var completed: (ids: [Int64], leases: [Int64]) = ([], [])
    var failed: (ids: [Int64], leases: [Int64], errors: [String], outcomes: [String]) =
      ([], [], [], [])
    var released: (ids: [Int64], leases: [Int64], delays: [Int64]) = ([], [], [])
    func fail(_ ended: EndedJob, _ error: String) {
      failed.ids.append(ended.id)
      failed.leases.append(Int64(ended.lease))
      // What the database cannot hold must not keep the other endings from being recorded.
      failed.errors.append(LineCutter.text(of: Array(error.utf8)[...]))
      failed.outcomes.append(ended.outcome.state)
    }
    for ended in endings.sorted(by: { $0.id < $1.id }) {
      switch ended.outcome {
      case .completed:
        completed.ids.append(ended.id)
        completed.leases.append(Int64(ended.lease))
      case .retryable(let error), .discarded(let error), .cancelled(let error):
        fail(ended, error)
      case .scheduled(let delay):
        released.ids.append(ended.id)
        released.leases.append(Int64(ended.lease))
        released.delays.append(Int64(delay / .milliseconds(1)))
      }
    }
    var calls: [(sql: String, parameters: [(any PostgresEncodable)?])] = []
    if !completed.ids.isEmpty {
      calls.append(
        ("SELECT j, NULL FROM reeve.job_complete($1, $2) j", [completed.ids, completed.leases])
      )
    }
    if !failed.ids.isEmpty {
      calls.append(
        (
          "SELECT job_id, outcome FROM reeve.job_fail($1, $2, $3, $4)",
          [failed.ids, failed.leases, failed.errors, failed.outcomes]
        )
      )
    }
    if !released.ids.isEmpty {
      calls.append(
        (
          "SELECT j, NULL FROM reeve.job_release($1, $2, $3) j",
          [released.ids, released.leases, released.delays]
        )
      )
    }
    return calls
  }

  /// The worker's attempts that somebody asked to cancel.
  func cancelled(_ me: Enrolment) async throws -> [(job: Int64, lease: Int32)] {
    try await call(
      "SELECT job_id, lease FROM reeve.worker_cancelled($1, $2)",
      [me.worker, me.nonce]
    ).map { (try $0.get(0), try $0.get(1)) }
  }

  // MARK: Housekeeping

  /// Makes the jobs of dead workers ready again, and ends attempts that are over their time; how many.
  func sweep() async throws -> Int { try await call("SELECT reeve.worker_sweep()")[0].get(0) }

  /// Links recorded commands into the audit chain, at most `limit`; how many.
  func seal(limit: Int) async throws -> Int {
    try await call("SELECT reeve.record_seal($1)", [limit])[0].get(0)
  }

  /// Fires schedules that are due; how many.
  func fire() async throws -> Int {
    try await call("SELECT reeve.job_schedule_tick(100)")[0].get(0)
  }

  /// Makes jobs that are due ready; how many.
  func ready() async throws -> Int {
    try await call("SELECT reeve.job_timer_tick(10000)")[0].get(0)
  }

  /// Lets jobs go on that wait for others which ended unnoticed, from a number on; the next number.
  func followLate(after job: Int64) async throws -> Int64 {
    try await call("SELECT reeve.job_follow_late($1)", [job])[0].get(0)
  }

  /// Puts the changes of counts together.
  func foldCounts() async throws { _ = try await call("SELECT reeve.job_delta_fold()") }

  /// Makes the days ahead and drops those behind.
  func keepDays(_ days: Int) async throws {
    _ = try await call("SELECT reeve.job_partition_keep()")
    _ = try await call("SELECT reeve.job_partition_drop($1)", [days])
  }
}

/// Who a worker is to the database.
struct Enrolment: Sendable {
  let worker: Int
  let nonce: String
  let queue: Int
}

/// What became of the endings that a worker recorded, and what it claimed with the same call.
struct TurnAnswer: Sendable {
  /// Endings that were dropped: their jobs had been given to others.
  let stale: Int
  /// What failed attempts made of their jobs, where the database decides.
  let states: [Int64: String]
  let claims: [Claimed]
}

/// What a worker asks the queue for.
struct ClaimRequest: Sendable {
  let me: Enrolment
  let marks: [Int64]
  let max: Int
  /// Whether to begin with what has waited longest, whatever its priority.
  let isFair: Bool
}

/// A job that came from the queue, as it came: it is read while the next are on their way.
struct Claimed: Sendable {
  private let row: Row

  init(_ row: Row) { self.row = row }

  /// Its priority, -1, 0 or 1, and its position in the queue.
  var position: (priority: Int, seq: Int64) {
    get throws { (try row.get(0), try row.get(1)) }
  }

  /// The job itself.
  var job: Job {
    get throws {
      let milliseconds: Int64? = try row.get(8)
      return Job(
        id: try row.get(2),
        lease: try row.get(3),
        attempt: try row.get(4),
        kind: try row.get(5),
        app: try row.get(6),
        arguments: try row.get(7),
        timeLimit: milliseconds.map { .milliseconds($0) },
        isStepped: try row.get(9)
      )
    }
  }
}
