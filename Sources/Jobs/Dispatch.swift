package import Catalog

/// The jobs that a worker holds: those that wait for a handler, run, or have ended and are not
/// recorded yet.
///
/// A slot is free again only when the ending is recorded. How many jobs are held beyond those that
/// run follows the rate at which they end: about 100 ms of work, none at all when jobs are slow.
/// They are claimed in half-buffer batches, so that one runs while the next arrives.
package struct Dispatch: Sendable {
  /// An attempt whose handler runs; the job may have one that the database has given up, too.
  private struct Start: Hashable {
    let id: Int64
    let lease: Int

    init(_ job: Job) { (id, lease) = (job.id, job.lease) }
  }

  /// Most jobs held beyond those that run.
  package static let prefetchLimit = 4000
  /// Endings that are worth a call of their own.
  package static let batch = 200

  /// Handlers at a time.
  package let concurrency: Int
  /// Highest position in the queue taken of priority 1, 0 and -1; 1 before any, as 0 asks for a cold
  /// scan.
  package private(set) var marks: [Int64] = [1, 1, 1]
  /// Jobs held beyond those that run, at most.
  package private(set) var prefetch = 0
  /// Jobs whose handler runs.
  package private(set) var running = 0
  /// Whether jobs are no longer taken.
  package private(set) var isStopping = false
  private var arriving = 0
  private var started: Set<Start> = []
  private var waiting: [Job] = []
  private var next = 0
  private var ended: [EndedJob] = []
  private var leaving = 0
  private var recordedAt: Duration?
  private var rate = 0.0

  /// Starts with nothing held.
  package init(concurrency: Int) { self.concurrency = concurrency }

  /// Jobs that wait for a handler.
  package var waitingCount: Int { waiting.count - next }

  /// Whether a job waits for a handler.
  package func isWaiting(_ job: Int64) -> Bool { waiting[next...].contains { $0.id == job } }

  /// Endings that have not been taken to be recorded.
  package var endedCount: Int { ended.count }

  /// The jobs that wait for a handler, run, or have ended and are not being recorded.
  package var heldIDs: [Int64] {
    waiting[next...].map(\.id) + started.map(\.id) + ended.map(\.id)
  }

  /// Everything claimed whose ending is not recorded.
  package var held: Int { arriving + waitingCount + running + ended.count + leaving }

  /// How many jobs to ask for now, if what has ended is recorded with the same call; 0 = not worth
  /// one.
  package var wanted: Int {
    guard !isStopping else { return 0 }
    let free = concurrency + prefetch - held + ended.count
    return free >= max(1, prefetch / 2) ? min(free, concurrency + prefetch / 2) : 0
  }

  /// Whether endings are worth recording before the usual wait is over.
  package var isUrgent: Bool {
    prefetch == 0 || ended.count >= max(Self.batch, prefetch / 2)
      || arriving + waitingCount + running == 0
  }

  /// Notes a claimed job, which ``accept(_:)`` takes in.
  ///
  /// - Parameters:
  ///   - priority: -1, 0 or 1.
  ///   - seq: Its position in the queue.
  package mutating func announce(priority: Int, seq: Int64) {
    marks[1 - priority] = max(marks[1 - priority], seq)
    arriving += 1
  }

  /// Takes in a job that was announced; one that comes while stopping is handed back.
  package mutating func accept(_ job: Job) {
    arriving -= 1
    if isStopping {
      ended.append(EndedJob(job, .scheduled(after: .zero)))
    } else {
      waiting.append(job)
    }
  }

  /// Gives the next job to a handler.
  package mutating func start() -> Job? {
    guard next < waiting.count else { return nil }
    let job = waiting[next]
    next += 1
    if next == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      next = 0
    }
    running += 1
    started.insert(Start(job))
    return job
  }

  /// Notes that a handler's job has ended.
  package mutating func finish(_ job: Job, _ outcome: JobOutcome, took: Duration? = nil) {
    running -= 1
    started.remove(Start(job))
    ended.append(EndedJob(job, outcome, took: took))
  }

  /// Takes no more jobs; those that wait are handed back.
  package mutating func stop() {
    isStopping = true
    ended += waiting[next...].map { EndedJob($0, .scheduled(after: .zero)) }
    waiting = []
    next = 0
  }

  /// Gives the endings to whoever records them.
  package mutating func takeEnded() -> [EndedJob] {
    leaving += ended.count
    defer { ended = [] }
    return ended
  }

  /// Notes that endings are recorded, and learns the rate from them.
  package mutating func recorded(_ count: Int, at moment: Duration) {
    leaving -= count
    if let recordedAt {
      let seconds = max((moment - recordedAt) / .seconds(1), 0.001)
      rate = 0.5 * rate + 0.5 * Double(count) / seconds
      prefetch = min(Self.prefetchLimit, Int(rate * 0.1))
    }
    recordedAt = moment
  }

  /// Takes endings back that could not be recorded.
  package mutating func putBack(_ endings: [EndedJob]) {
    leaving -= endings.count
    ended = endings + ended
  }
}
