package import Catalog
import Host
package import Postgres

/// Runs a program that the worker's own manifest names.
///
/// The job's arguments are the entry's `name` and an `input`; the program gets them on standard
/// input as one JSON object, with the job's number, the attempt and the checkpoint of the attempt
/// before. What it writes to standard output is progress, a checkpoint or a line of the job's log:
/// `reeve.job_hear`. Its exit status is the outcome.
package struct CommandHandler: JobHandler {
  private let pool: ConnectionPool
  private let commands: @Sendable () -> [String: WorkerManifest.Command]

  /// Takes its connections from `pool`, and programs from what the manifest is at that time.
  package init(
    pool: ConnectionPool,
    commands: @escaping @Sendable () -> [String: WorkerManifest.Command]
  ) {
    self.pool = pool
    self.commands = commands
  }

  /// Runs the program; it is stopped when the job is cancelled, and when nobody waits for it any
  /// more.
  ///
  /// It is not started if the asker may no longer enqueue it. Under root it runs as another
  /// user.
  package func run(_ job: Job) async throws -> JobOutcome {
    let begun = try await pool.withConnection { connection in
      try await connection.one(JobsFunctions.commandBegin(jobID: job.id, lease: job.lease))
    }
    guard begun.isLive, let input = begun.input else { throw StaleAttempt() }
    guard let name = begun.name else {
      return .discarded("a command takes a name and an input")
    }
    guard let command = commands()[name] else {
      return .discarded("this worker's manifest has no command “\(name)”")
    }
    let isLive = try await pool.withConnection { connection in
      try await connection.one(
        JobsFunctions.jobLimit(
          jobID: job.id,
          lease: job.lease,
          seconds: command.timeout / .seconds(1)
        )
      )
    }
    guard isLive else { throw StaleAttempt() }
    var plan: Subprocess.Plan
    do throws(SubprocessError) {
      plan = try Subprocess.Plan(
        command,
        ["REEVE_JOB": "\(job.id)", "REEVE_ATTEMPT": "\(job.attempt)"]
      )
    } catch {
      return .discarded(error.description)
    }
    plan.input = Array(input.text.utf8) + [UInt8(ascii: "\n")]
    let process = Subprocess(plan)
    do {
      async let end = process.run()
      let room = try await listen(to: process, of: job, room: command.outputLimit)
      let outcome = try await end
      guard room >= 0 else {
        return .discarded("it wrote more than \(command.outputLimit) bytes of log and was stopped")
      }
      if Task.isCancelled, outcome.status != 0 { throw CancellationError() }
      return try Self.judge(outcome, command)
    } catch let error as SubprocessError where !error.isPassing {
      return .discarded(error.description)
    }
  }

  /// Passes on the program's output until it ends.
  ///
  /// - Returns: The bytes of log that it might have written more; negative if it was stopped for
  ///   that.
  private func listen(to process: Subprocess, of job: Job, room: Int) async throws -> Int {
    var room = room
    var said = Subprocess.Speech()
    func pass() async throws {
      if said.lines.isEmpty { said = process.takeSpeech() }
      room -= said.droppedBytes
      said.droppedBytes = 0
      guard !said.lines.isEmpty else { return }
      let lines = said.lines
      let left = max(room, 0)
      let kept = try await pool.withConnection { connection in
        try await connection.one(
          JobsFunctions.jobHear(jobID: job.id, lease: job.lease, lines: lines, room: Int64(left))
        )
      }
      guard let kept else { throw StaleAttempt() }
      said.lines = []
      room -= Int(kept)
    }
    for await _ in process.news {
      do {
        try await pass()
      } catch let error as PostgresError where error.isConnectionFailure {
        continue  // The program goes on; it has to wait if it says much.
      }
      if room < 0 { process.stop() }
    }
    // Sends the progress that the database did not receive, and the rest.
    try await pass()
    try await pass()
    return room
  }

  /// Returns the outcome of a job by the exit status of its program.
  static func judge(
    _ outcome: Subprocess.Outcome,
    _ command: WorkerManifest.Command
  ) throws -> JobOutcome {
    let tail = outcome.errorTail.split(separator: "\n").joined(separator: "\n")
    func told(_ what: String) -> String { tail.isEmpty ? what : "\(what): \(tail)" }
    if outcome.hasTimedOut {
      throw CommandFailure(description: told("stopped after \(command.timeout)"))
    }
    if let line = outcome.garbledLine {
      return .discarded(told("line \(line) of its output is not UTF-8 text"))
    }
    guard let status = outcome.status else {
      throw CommandFailure(description: told("ended by signal \(outcome.signal)"))
    }
    switch status {
    case 0: return .completed
    case 76: return .scheduled(after: command.snooze)
    case 77: return .cancelled(told("exit status 77"))
    case 64, 65, 78, 126, 127: return .discarded(told("exit status \(status)"))
    default: throw CommandFailure(description: told("exit status \(status)"))
    }
  }
}

/// A program failed; it may be tried again.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
  let description: String
}

/// The job was given to another attempt.
struct StaleAttempt: Error, CustomStringConvertible {
  let description = "another attempt runs the job"
}
