import Answers
import Display
import Outcome
import Postgres
import Prompt

/// `jobs cancel 42 …` and `jobs retry 42 …`, or with `--where` whatever fits.
struct JobsChangeCommand: ConsoleCommand {
  /// A change to jobs that this command makes.
  enum Change: String, Sendable {
    case cancel, retry
  }

  private static let filter = Flag(
    "where",
    .text,
    "all jobs with this kind, queue, state, app, and older than this"
  )

  private let change: Change
  let summary: SafeText
  let examples: [SafeText]
  let arguments = Arguments("ID…|--where \"…\"", [.job], required: 0, takesRest: true)
  let flags: [any CommandFlag] = [filter] + Flags.decision + Flags.format
  let changesData = true

  /// Declares a change.
  init(_ change: Change, _ summary: SafeText, examples: [SafeText]) {
    (self.change, self.summary, self.examples) = (change, summary, examples)
  }

  var name: String { "jobs \(change.rawValue)" }

  func run(_ context: CommandContext) async throws {
    guard let filter = context[Self.filter] else { return try await changeNamed(context) }
    guard context.arguments.isEmpty else {
      throw Failure(.usage, "`\(name)` takes job numbers or `--where`, not both")
    }
    try await changeAll(try jobFilter(filter), context)
  }

  // MARK: - By their numbers

  private func changeNamed(_ context: CommandContext) async throws {
    for flag in ["dry-run", "yes", "output", "json"] where context.invocation.flags[flag] != nil {
      throw Failure(.usage, "`\(name)` takes no `--\(flag)` without `--where`")
    }
    let jobs = try context.jobs()
    guard !jobs.isEmpty else { throw misuse("`\(name)` needs a job's number") }
    let results = try await context.write(
      ConsoleFunctions.jobPerform(verb: change.rawValue, jobIDs: jobs, why: context[Flags.why])
    )
    var refusals: [Failure] = []
    for result in results {
      guard result.code == nil else {
        refusals.append(
          Failure(
            ExitStatus(result.code.map { RefusalCode($0) }),
            "refused: \(result.message)"
          )
        )
        continue
      }
      try await context.emitText(
        change == .retry
          ? "job \(result.jobID) is available again; it was \(result.state ?? "")"
          : result.state == "running"
            ? "job \(result.jobID) is running; its worker has been asked to cancel it"
            : "job \(result.jobID) is cancelled; it was \(result.state ?? "")"
      )
    }
    guard let first = refusals.first else { return }
    if results.count == 1 || refusals.allSatisfy({ $0.message == first.message }) { throw first }
    for refusal in refusals { context.io.note("\(refusal.message, .red)") }
    throw Failure(first.exit, "\(refusals.count) of \(results.count) jobs were not changed")
  }

  // MARK: - By what fits

  /// Shows how many there are, asks, and has a job do it.
  private func changeAll(_ filter: JSONB, _ context: CommandContext) async throws {
    let verb = change.rawValue
    let call = ConsoleFunctions.jobAlterPlan(verb: verb, filter: filter)
    let plan = try await context.rows(call)
    guard !plan.isEmpty else { return context.io.note("no jobs match") }
    let count = plural(Int(try plan.reduce(0) { try $0 + call.read($1).jobs }), "job", "jobs")
    let isDecided = try await context.decide(
      orRefuse: "`\(name)` would change \(count), and there is no terminal to ask at",
      Question("\(verb) \(count)? [y/N] ")
    ) {
      try await context.emit(CellRows(plan))
    }
    guard isDecided else { return }
    let outcome = try await context.done(
      ConsoleFunctions.jobAlterAsk(verb: verb, filter: filter, why: context[Flags.why])
    )
    let job = try outcome.detail(as: Detail.self).job_id
    try await context.emitText("job \(job) \(change == .cancel ? "cancels" : "retries") them")
    try await context.tellWaiting(job)
  }

  private struct Detail: Decodable {
    let job_id: Int64
  }

  /// Reads `kind=search.sync,older=7d`; what may be asked for the server knows.
  private func jobFilter(_ text: String) throws -> JSONB {
    var fields: [String: String] = [:]
    for condition in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = condition.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2, fields[parts[0]] == nil else {
        throw Failure(
          .usage,
          "`\(String(condition))` is not a condition, or is given twice",
          hint: "Write `--where kind=search.sync,state=retryable,older=7d`; also queue and app."
        )
      }
      fields[parts[0]] = parts[0] == "older" ? try interval(parts[1]) : parts[1]
    }
    return try JSONB(encoding: fields)
  }
}
