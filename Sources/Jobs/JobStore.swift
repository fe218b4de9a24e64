import Catalog
import Host
import Postgres

/// The functions of the database that a worker calls, over one connection that is created again
/// after it broke or its server stopped taking writes.
actor JobStore {
  private let conninfo: String
  private let applicationName: String
  private let patience: Duration?
  private let onLoss: @Sendable () -> Void
  private var connection: Connection?

  init(
    conninfo: String,
    applicationName: String,
    patience: Duration? = nil,
    onLoss: @escaping @Sendable () -> Void
  ) {
    self.conninfo = conninfo
    self.applicationName = applicationName
    self.patience = patience
    self.onLoss = onLoss
  }

  private func one<Result>(_ call: FunctionCall<Result>) async throws -> Result {
    try await onConnection { try await $0.one(call) }
  }

  private func onConnection<R>(_ body: (Connection) async throws -> R) async throws -> R {
    let open: Connection
    if let connection {
      open = connection
    } else {
      open = try await Connection.connect(
        conninfo,
        applicationName: applicationName,
        patience: patience
      )
      connection = open
    }
    do {
      return try await body(open)
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

  /// Breaks the connection, whose server has fallen silent; calls that wait for it fail at once.
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
    pid: Int,
    version: String,
    kinds: [String],
    proof: HostIdentityFile.Proof?
  ) async throws -> Enrolment {
    let row = try await one(
      JobsFunctions.workerRegister(
        queue: queue,
        host: host,
        pid: pid,
        version: version,
        kinds: kinds,
        hostID: proof?.host,
        epochs: proof?.epochs
      )
    )
    return Enrolment(worker: row.workerID, nonce: row.nonce, queue: row.queueID)
  }

  func beat(
    _ me: Enrolment,
    proof: HostIdentityFile.Proof?
  ) async throws -> JobsFunctions.WorkerBeatRow {
    try await one(
      JobsFunctions.workerBeat(
        workerID: me.worker,
        nonce: me.nonce,
        hostID: proof?.host,
        epochs: proof?.epochs
      )
    )
  }

  func stop(_ me: Enrolment) async throws -> Int {
    try await one(JobsFunctions.workerStop(workerID: me.worker, nonce: me.nonce))
  }

  /// Hands back what this worker has claimed by a call whose answer it did not get; how many.
  func keep(_ me: Enrolment, _ jobs: [Int64]) async throws -> Int {
    try await one(JobsFunctions.workerKeep(workerID: me.worker, nonce: me.nonce, jobIDs: jobs))
  }

  /// Whether another worker of the queue can do jobs of a kind that this one cannot.
  func isKnown(_ kind: String, in queue: Int) async throws -> Bool {
    try await one(JobsFunctions.kindIsKnown(kind: kind, queueID: queue))
  }

  // MARK: Jobs

  /// Records endings and claims jobs, both in one transaction.
  func turn(_ endings: [EndedJob], _ claim: ClaimRequest?) async throws -> TurnAnswer {
    var calls = Self.recording(endings)
    if let claim {
      calls.append(
        JobsFunctions.jobClaim(
          workerID: claim.me.worker,
          nonce: claim.me.nonce,
          marks: claim.marks,
          maxJobs: claim.max,
          isFair: claim.isFair
        ).map { .claimed(ClaimedJob($0)) }
      )
    }
    var answer = TurnAnswer(stale: endings.count { $0.outcome != .recorded })
    guard !calls.isEmpty else { return answer }
    for part in try await onConnection({ [calls] in try await $0.pipeline(calls) }).joined() {
      switch part {
      case .recorded: answer.stale -= 1
      case .failed(let row):
        answer.stale -= 1
        answer.states[row.jobID] = row.outcome
      case .claimed(let job): answer.claims.append(job)
      }
    }
    return answer
  }

  /// A row of the results of one exchange's calls.
  private enum Part: Sendable {
    case recorded
    case failed(JobsFunctions.JobFailRow)
    case claimed(ClaimedJob)
  }

  private static func recording(_ endings: [EndedJob]) -> [FunctionCall<Part>] {
    var completed: (ids: [Int64], leases: [Int]) = ([], [])
    var failed: (ids: [Int64], leases: [Int], errors: [String], outcomes: [String]) =
      ([], [], [], [])
    var released: (ids: [Int64], leases: [Int], delays: [Int64]) = ([], [], [])
    for ended in endings.sorted(by: { $0.id < $1.id }) {
      switch ended.outcome {
      case .completed:
        completed.ids.append(ended.id)
        completed.leases.append(ended.lease)
      case .recorded: break
      case .retryable(let error), .discarded(let error), .cancelled(let error):
        failed.ids.append(ended.id)
        failed.leases.append(ended.lease)
        // Text that the database cannot store must not keep the other endings from being recorded.
        failed.errors.append(LineCutter.text(of: Array(error.utf8)[...]))
        failed.outcomes.append(ended.outcome.state)
      case .scheduled(let delay):
        released.ids.append(ended.id)
        released.leases.append(ended.lease)
        released.delays.append(Int64(delay / .milliseconds(1)))
      }
    }
    var calls: [FunctionCall<Part>] = []
    if !completed.ids.isEmpty {
      calls.append(
        JobsFunctions.jobComplete(jobIDs: completed.ids, leases: completed.leases).map { _ in
          .recorded
        }
      )
    }
    if !failed.ids.isEmpty {
      calls.append(
        JobsFunctions.jobFail(
          jobIDs: failed.ids,
          leases: failed.leases,
          errors: failed.errors,
          outcomes: failed.outcomes
        ).map { .failed($0) }
      )
    }
    if !released.ids.isEmpty {
      calls.append(
        JobsFunctions.jobRelease(
          jobIDs: released.ids,
          leases: released.leases,
          delaysMs: released.delays
        ).map { _ in .recorded }
      )
    }
    return calls
  }

  /// The worker's attempts that somebody asked to cancel.
  func cancelled(_ me: Enrolment) async throws -> [JobsFunctions.WorkerCancelledRow] {
    try await onConnection {
      try await $0.call(JobsFunctions.workerCancelled(workerID: me.worker, nonce: me.nonce))
    }
  }

  // MARK: Housekeeping

  /// Makes the jobs of dead workers ready again, and ends attempts that are over their time; how
  /// many.
  func sweep() async throws -> Int { try await one(JobsFunctions.workerSweep()) }

  /// Links recorded commands into the audit chain, at most `limit`; how many.
  func seal(limit: Int) async throws -> Int {
    try await one(JobsFunctions.recordSeal(maxRows: limit))
  }

  /// Fires schedules that are due; how many.
  func fire() async throws -> Int {
    try await one(JobsFunctions.jobScheduleTick(maxSchedules: 100))
  }

  /// Makes jobs that are due ready; how many.
  func ready() async throws -> Int { try await one(JobsFunctions.jobTimerTick(maxJobs: 10000)) }

  /// Lets jobs continue that wait for others which ended unnoticed, from a number on; the next
  /// number.
  func followLate(after job: Int64) async throws -> Int64 {
    try await one(JobsFunctions.jobFollowLate(afterID: job))
  }

  /// Puts the changes of counts together.
  func foldCounts() async throws { _ = try await one(JobsFunctions.jobDeltaFold()) }

  /// Moves changes to the search indexes that they are for; which of these to bring up to date now,
  /// by app.
  func changedCollections() async throws -> [String: [Int]] {
    let rows = try await onConnection { try await $0.call(JobsFunctions.searchTick()) }
    return Dictionary(grouping: rows, by: \.app).mapValues { $0.map(\.collectionID) }
  }

  /// Leaves the changes that wait for a collection's index to a job.
  func deferChanges(of collection: Int) async throws {
    _ = try await one(JobsFunctions.searchDefer(collectionID: collection))
  }

  /// Creates the partitions of coming days and drops old ones.
  func keepDays(_ days: Int) async throws {
    _ = try await one(JobsFunctions.jobPartitionKeep())
    _ = try await one(JobsFunctions.jobPartitionDrop(keepDays: days))
  }
}

/// The ids by which the database identifies a worker.
struct Enrolment: Sendable {
  let worker: Int
  let nonce: UniqueID
  let queue: Int
}

/// The answer to a call that records endings and claims jobs.
struct TurnAnswer: Sendable {
  /// Endings that were dropped: their jobs had been given to others.
  var stale: Int
  /// States of the jobs of failed attempts, which the database decides.
  var states: [Int64: String] = [:]
  var claims: [ClaimedJob] = []
}

/// A worker's request for jobs.
struct ClaimRequest: Sendable {
  let me: Enrolment
  let marks: [Int64]
  let max: Int
  /// Whether to begin with the jobs that have waited longest, regardless of priority.
  let isFair: Bool
}

/// A job that came from the queue.
struct ClaimedJob: Sendable {
  /// -1, 0 or 1.
  let priority: Int
  /// Its position in the queue.
  let seq: Int64
  let job: Job

  init(_ row: JobsFunctions.JobClaimRow) {
    priority = row.priority
    seq = row.seq
    job = Job(
      id: row.jobID,
      lease: row.lease,
      attempt: row.attempt,
      kind: row.kind,
      app: row.app,
      arguments: row.args.text,
      timeLimit: row.limitMs.map { .milliseconds($0) },
      isStepped: row.isStepped
    )
  }
}
