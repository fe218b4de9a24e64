import Display
import Outcome
import Prompt

/// `jobs watch 42`.
struct JobsWatchCommand: ConsoleCommand {
  /// How often a watched job is looked at.
  private static let pause: Duration = .milliseconds(250)
  /// How often a script gets a line about a job whose total is not known.
  fileprivate static let silence: Duration = .seconds(10)

  let name = "jobs watch"
  let summary: SafeText = "follow a job until it ends: its log and its progress"
  let arguments = Arguments("ID", [.job], needed: "a job's number")
  let flags: [any CommandFlag] = [JobLine.count]
  let isLive = true
  let examples: [SafeText] = ["jobs watch 1207"]

  /// Prints a job's log and its progress until it ends.
  ///
  /// - Throws: ``Failure`` of kind failed for a job that ends as a dead letter or cancelled, of
  ///   kind interrupted after Ctrl-C, which ends the watching only.
  func run(_ context: CommandContext) async throws {
    let job = try context.job()
    defer { context.io.redraw(nil) }
    do {
      let end = try await follow(job, context)
      guard end == "completed" else {
        throw Failure(.failed, "job \(job) ended \(end)")
      }
    } catch is CancellationError {
      throw Failure(
        .interrupted,
        "stopped watching; job \(job) continues",
        hint: "`jobs watch \(job)` watches again; `jobs cancel \(job)` cancels it."
      )
    }
  }

  /// Prints until the job has ended; returns how.
  private func follow(_ job: Int64, _ context: CommandContext) async throws -> String {
    let io = context.io
    let clock = ContinuousClock()
    var line: Int64?
    var last: JobGlance?
    var (began, before, told) = (clock.now, 0, clock.now)
    while true {
      // The state first, so that the log read after it has everything up to that state.
      let now = try await glance(job, context)
      let lines = try await context.jobLog(
        job,
        after: line,
        line == nil ? context[JobLine.count] ?? JobLine.limit : 1000
      )
      if !lines.isEmpty { io.redraw(nil) }
      for line in lines { try await context.emitText(line.text) }
      line = lines.last?.id ?? line ?? 0
      if lines.count == 1000 { continue }
      if now.state != last?.state || now.attempt != last?.attempt {
        io.redraw(nil)
        try await context.emitText("job \(job) \(now.kind)  \(now.state, .bold)  \(now.reason)")
        (began, before) = (clock.now, now.done ?? 0)
      }
      if now.isEnded { return now.state }
      let progress = now.progress(from: before, since: began)
      if io.canRedraw {
        io.redraw("\(progress?.bar ?? "")\(now.text(progress))")
      } else if let progress, now.isNews(progress, after: last, in: clock.now - told) {
        try await context.emitText("\(now.text(progress))")
        told = clock.now
      }
      last = now
      try await Task.sleep(for: Self.pause)
    }
  }

  private func glance(_ job: Int64, _ context: CommandContext) async throws -> JobGlance {
    let shown = try await context.one(ConsoleFunctions.jobShow(jobID: job))
    let why = try await context.first(ConsoleFunctions.jobWhy(jobID: job))
    return JobGlance(shown, why?.reason ?? "")
  }
}

/// The state of a watched job at one reading.
private struct JobGlance: Sendable {
  let kind: String
  let state: String
  let attempt: Int
  let done: Int?
  let total: Int?
  let note: String
  /// Why it is in its state.
  let reason: String

  init(_ shown: ConsoleFunctions.JobShowRow, _ reason: String) {
    (kind, state, attempt) = (shown.kind, shown.state, shown.attempt)
    (done, total) = (shown.done.map { Int($0) }, shown.total.map { Int($0) })
    (note, self.reason) = (shown.note ?? "", reason)
  }

  var isEnded: Bool { ["completed", "cancelled", "discarded"].contains(state) }

  /// How far it is; nil for a job that does not run, or does not say.
  func progress(
    from before: Int? = nil,
    since began: ContinuousClock.Instant = .now
  ) -> Progress? {
    guard state == "running", let done else { return nil }
    return Progress(done: done, of: total, from: before, since: began)
  }

  /// The same in words; for a job that does not run, why.
  func text(_ progress: Progress?) -> String {
    guard state == "running" else { return "\(state)  \(reason)" }
    guard let progress else { return "running" }
    return progress.text() + (note.isEmpty ? "" : "  \(note)")
  }

  /// Whether enough time has passed to print the progress for a script again.
  func isNews(_ progress: Progress, after last: JobGlance?, in pause: Duration) -> Bool {
    guard total != nil else { return pause >= JobsWatchCommand.silence && done != last?.done }
    return progress.tenth != Progress(done: last?.done ?? 0, of: total).tenth
  }
}
