import Catalog
import Postgres

/// The functions of the database that a worker calls, over one connection that is made anew after it
/// broke.
actor JobStore {
  private let conninfo: String
  private let applicationName: String
  private var connection: Connection?

  init(conninfo: String, applicationName: String) {
    self.conninfo = conninfo
    self.applicationName = applicationName
  }

  private func call(_ sql: String, _ values: [(any PostgresEncodable)?] = []) async throws -> Rows {
    let open: Connection
    if let connection {
      open = connection
    } else {
      open = try await Connection.connect(conninfo, applicationName: applicationName)
      connection = open
    }
    do {
      return try await open.query(sql, values)
    } catch let error as PostgresError where error.isConnectionFailure {
      await drop(open)
      throw error
    }
  }

  private func drop(_ broken: Connection) async {
    if connection === broken { connection = nil }
    await broken.close()
  }

  func close() async {
    guard let open = connection else { return }
    connection = nil
    await open.close()
  }

  // MARK: The worker

  func register(queue: String, host: String, pid: Int32, version: String) async throws -> Enrolment
  {
    let rows = try await call(
      "SELECT worker_id, nonce FROM reeve.worker_register($1, $2, $3, $4)",
      [queue, host, pid, version]
    )
    return Enrolment(worker: try rows[0].get(0), nonce: try rows[0].get(1))
  }

  func beat(_ me: Enrolment) async throws -> (isAlive: Bool, isFirst: Bool) {
    let rows = try await call(
      "SELECT is_alive, is_first FROM reeve.worker_beat($1, $2)",
      [me.worker, me.nonce]
    )
    return (try rows[0].get(0), try rows[0].get(1))
  }

  func stop(_ me: Enrolment) async throws -> Int {
    try await call("SELECT reeve.worker_stop($1, $2)", [me.worker, me.nonce])[0].get(0)
  }

  // MARK: Jobs

  func claim(_ me: Enrolment, marks: [Int64], max: Int) async throws -> [Claimed] {
    let rows = try await call(
      """
      SELECT job_id, lease, attempt, kind, app, args, limit_ms, priority, seq
      FROM reeve.job_claim($1, $2, $3, $4)
      """,
      [me.worker, me.nonce, marks, max]
    )
    var claimed: [Claimed] = []
    claimed.reserveCapacity(rows.count)
    for row in rows {
      let milliseconds: Int64? = try row.get(6)
      let job = Job(
        id: try row.get(0),
        lease: try row.get(1),
        attempt: try row.get(2),
        kind: try row.get(3),
        app: try row.get(4),
        arguments: try row.get(5),
        timeLimit: milliseconds.map { .milliseconds($0) }
      )
      claimed.append(Claimed(job: job, priority: try row.get(7), seq: try row.get(8)))
    }
    return claimed
  }

  /// Records endings; how many were stale.
  func record(_ endings: [EndedJob]) async throws -> Int {
    var completed: (ids: [Int64], leases: [Int64]) = ([], [])
    var failed: (ids: [Int64], leases: [Int64], errors: [String]) = ([], [], [])
    var released: (ids: [Int64], leases: [Int64], delays: [Int64]) = ([], [], [])
    for ended in endings.sorted(by: { $0.id < $1.id }) {
      switch ended.ending {
      case .completed:
        completed.ids.append(ended.id)
        completed.leases.append(Int64(ended.lease))
      case .failed(let error):
        failed.ids.append(ended.id)
        failed.leases.append(Int64(ended.lease))
        failed.errors.append(error)
      case .released(let delay):
        released.ids.append(ended.id)
        released.leases.append(Int64(ended.lease))
        released.delays.append(Int64(delay / .milliseconds(1)))
      }
    }
    var recorded = 0
    if !completed.ids.isEmpty {
      recorded +=
        try await call(
          "SELECT count(*) FROM reeve.job_complete($1, $2)",
          [completed.ids, completed.leases]
        )[0]
        .get(0) as Int
    }
    if !failed.ids.isEmpty {
      recorded +=
        try await call(
          "SELECT count(*) FROM reeve.job_fail($1, $2, $3)",
          [failed.ids, failed.leases, failed.errors]
        )[0].get(0) as Int
    }
    if !released.ids.isEmpty {
      recorded +=
        try await call(
          "SELECT count(*) FROM reeve.job_release($1, $2, $3)",
          [released.ids, released.leases, released.delays]
        )[0].get(0) as Int
    }
    return endings.count - recorded
  }

  // MARK: Housekeeping

  /// Makes the jobs of dead workers ready again; how many.
  func sweep() async throws -> Int { try await call("SELECT reeve.worker_sweep()")[0].get(0) }

  /// Fires schedules that are due; how many.
  func fire() async throws -> Int {
    try await call("SELECT reeve.job_schedule_tick(100)")[0].get(0)
  }

  /// Makes jobs that are due ready; how many.
  func ready() async throws -> Int {
    try await call("SELECT reeve.job_timer_tick(10000)")[0].get(0)
  }

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
}

/// A job that came from the queue, and its place there.
struct Claimed: Sendable {
  let job: Job
  let priority: Int
  let seq: Int64
}
