import Display
import Outcome
import Postgres
import Prompt

/// A line that a job said.
struct JobLine: Sendable {
  /// Lines of a job's log that are shown by default.
  static let limit = 10
  static let count = Flag(count: "log", "how many of its last log lines to show")

  let id: Int64
  /// The line with its moment and, where it is notable, its level.
  let text: SafeText

  init(_ row: ConsoleFunctions.JobLogListRow) {
    id = row.logID
    let line = row.line
    let moment = SafeText("\(String(row.at.description.prefix(19)))")
    text =
      switch row.level {
      case "error": "\(moment, .dim)  \(line, .red)"
      case "warning": "\(moment, .dim)  \(line, .yellow)"
      default: "\(moment, .dim)  \(line)"
      }
  }
}

extension CommandContext {
  /// The one job that the first argument names.
  func job() throws -> Int64 {
    let jobs = try jobs()
    guard jobs.count == 1 else {
      throw Failure(
        .usage,
        "`\(arguments[0])` is \(jobs.count) jobs, but this command takes one"
      )
    }
    return jobs[0]
  }

  /// The jobs that the arguments name, `42`, `job:42` or `42,43`: each once, in order.
  func jobs() throws -> [Int64] {
    var seen: Set<Int64> = []
    return try arguments.flatMap { $0.split(separator: ",") }
      .map { word in try Numbered.job.number(String(word)) }
      .filter { seen.insert($0).inserted }
  }

  /// Reads lines of a job's log.
  ///
  /// - Parameters:
  ///   - job: Its number.
  ///   - after: The line before the first; nil for the last lines there are.
  ///   - limit: The most lines.
  /// - Returns: The lines in order.
  /// - Throws: The errors of reading.
  func jobLog(_ job: Int64, after: Int64?, _ limit: Int) async throws -> [JobLine] {
    try await call(
      ConsoleFunctions.jobLogList(jobID: job, after: after, maxLines: limit)
    ).map(JobLine.init)
  }

  /// Says why a job does not run yet, where nothing runs it, and how it is followed.
  func tellWaiting(_ job: Int64) async throws {
    session.state.update { _ = $0.jobs.insert(job) }
    let why = try await call(ConsoleFunctions.jobWhy(jobID: job))
    for row in why where ["paused", "worker"].contains(row.code) {
      io.note("  \("not yet: \(row.reason)", .yellow)")
    }
    io.note("  \(SafeText("follow it with `jobs watch \(job)`"), .dim)")
  }
}
