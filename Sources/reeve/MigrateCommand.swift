import ArgumentParser
import Catalog
import Glibc
import LiveCopy
import Operations
import Outcome
import Postgres
import Readers

/// `reeve migrate …`: moves a collection from one table to another while the app writes.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Move a collection from one table to another while the app writes.",
    subcommands: [
      Plan.self, Start.self, Status.self, Verify.self, Cutover.self, Rollback.self, Finish.self,
      Pause.self, Resume.self, MigrateEmitCommand.self,
    ]
  )

  /// A mapping and the server.
  struct Source: ParsableArguments {
    @Argument(help: "The mapping, such as sql/apps/APP/copies/COPY.yaml.") var mapping: String
    @OptionGroup var server: ServerOptions

    /// Lends what moves it: within the database, or to another.
    ///
    /// - Parameters:
    ///   - local: Options that only a copy within a database has, as a plural; nil for others.
    ///   - lost: Whether to do what only a copy to another database can.
    ///   - body: Uses it.
    /// - Returns: The result of `body`.
    /// - Throws: `Failure` of kind usage for what this one cannot do; what `body` throws.
    func withCopier<R: Sendable>(
      for local: String? = nil,
      lost: Bool = false,
      _ body: (any Copier) async throws -> R
    ) async throws -> R {
      let mapping = try CopyMapping(file: SourceFile.manifest(mapping))
      if let local, mapping.server != nil {
        throw Failure(.usage, "a copy to another database has no \(local)")
      }
      if lost, mapping.server == nil {
        throw Failure(.usage, "--lost is for a copy to another database")
      }
      return try await server.withConnection { connection in
        let migrator = Migrator(
          connection: connection,
          mapping: mapping,
          connect: { try await server.connect() },
          report: Output.note
        )
        return try await body(RemoteMigrator(migrator) ?? migrator)
      }
    }

    /// Swaps the tables and reports the result.
    func swap(
      for local: String? = nil,
      lost: Bool = false,
      _ body: (any Copier) async throws -> SwapReport
    ) async throws {
      let report = try await withCopier(for: local, lost: lost, body)
      report.line.map(Output.line)
      report.note.map(Output.note)
      guard report.unready.isEmpty else {
        throw Failure(
          .failed,
          "the table is live, but a step after it failed",
          details: report.unready + report.invalid,
          hint: "Remove the cause and run the command again: it does what is left."
        )
      }
      guard !report.invalid.isEmpty else { return }
      throw Failure(
        .failed,
        "some existing rows violate foreign keys; new rows are checked",
        details: report.invalid
      )
    }
  }

  /// How long to try for locks.
  struct Locks: ParsableArguments {
    @Option(help: "The most milliseconds to block writers at a time.") var lockTimeout = 100
    @Option(
      help: """
        When to give up waiting for locks: a time such as 05:30 or how long, such as 90s or 2h. \
        Without it, never.
        """,
      transform: MigrateCommand.budget
    )
    var until: Duration?
    @Option(help: .hidden) var budget: Int?

    /// How long to try.
    var patience: LockPatience {
      LockPatience(
        lockTimeout: .milliseconds(lockTimeout),
        budget: until ?? budget.map { .seconds($0) }
      )
    }

    func validate() throws {
      guard lockTimeout > 0, budget ?? 0 >= 0 else {
        throw ValidationError("--lock-timeout and --budget must not be negative")
      }
    }
  }

  /// How long it is until a moment as `--until` names it.
  static func budget(_ text: String) throws -> Duration {
    if let seconds = manifestSeconds(text) { return .seconds(seconds) }
    guard let match = text.wholeMatch(of: /([01]?[0-9]|2[0-3]):([0-5][0-9])/),
      let hour = Int32(match.1), let minute = Int32(match.2)
    else {
      throw ValidationError("--until takes a time such as 05:30, or how long, such as 90s or 2h")
    }
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (hour, minute, 0, -1)
    var then = mktime(&parts)
    if then <= now {
      parts.tm_mday += 1
      parts.tm_isdst = -1
      then = mktime(&parts)
    }
    return .seconds(then - now)
  }

  struct Plan: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Compare the mapping with the database; print what would happen; write nothing."
    )

    @OptionGroup var source: Source

    func perform() async throws {
      let plan = try await source.withCopier { try await $0.plan() }
      plan.definition?.split(separator: "\n").forEach { Output.line(String($0)) }
      guard plan.findings.isEmpty else { throw Failure(findings: plan.findings) }
      let width = plan.lines.map(\.part.count).max() ?? 0
      for line in plan.lines {
        let part = line.part + String(repeating: " ", count: width - line.part.count)
        Output.line("\(part)  \(line.object): \(line.note)")
      }
    }
  }

  struct Start: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract: "Start or resume the copy. Exit status 1 if rows are refused."
    )

    @OptionGroup var source: Source
    var server: ServerOptions { source.server }
    @OptionGroup var locks: Locks
    @Option(help: "Pause after each step, as a fraction of its duration.") var nice = 0.0
    @Option(help: "Wait while a standby lags by more seconds than this.") var maxLag = 10
    @Option(help: "Wait while more sessions than this are active.") var maxActive: Int?
    @Option(help: "Wait while a transaction has been open for more seconds than this.")
    var maxSnapshot: Int?
    @Option(help: "Wait while the server writes more MB of WAL per second than this.")
    var maxWal: Int?
    @Option(help: "Connections, or with --job jobs, that copy at once.") var parallel = 1
    @Flag(help: "Keep following changes until interrupted.") var follow = false
    @Flag(help: "Let a job of the workers copy and follow; `status` shows how far it is.")
    var job = false

    func validate() throws {
      guard (1...16).contains(parallel) else {
        throw ValidationError("--parallel must be 1 to 16")
      }
    }

    func perform() async throws {
      let pace = StepPace(
        nice: nice,
        maxLag: .seconds(maxLag),
        maxActive: maxActive,
        maxSnapshot: maxSnapshot.map { .seconds($0) },
        maxWAL: maxWal.map { $0 << 20 },
        parallel: parallel,
        follows: follow
      )
      let patience = locks.patience
      if job {
        let (jobs, missing) = try await source.withCopier { copier in
          let jobs = try await copier.enqueue("migrate.copy", pace: pace, locks: patience)
          return (jobs, try await copier.missingForJobs())
        }
        let others = jobs.dropFirst().map { "\($0)" }.joined(separator: ", ")
        Output.line(
          "started; job \(jobs[0]) copies and follows\(others.isEmpty ? "" : "; helped by \(others)")"
        )
        MigrateCommand.tell(missing)
        return
      }
      let bar = ProgressBar()
      let show: (Migrator.Status) -> Void = {
        bar.draw(Progress.bar(Int($0.fraction * 10)) + MigrateCommand.describe($0))
      }
      let (status, rejected) = try await source.withCopier { copier in
        let status = try await copier.run(pace: pace, locks: patience, progress: show)
        return (status, try await copier.source.rejected(of: status, limit: 10))
      }
      bar.finish()
      Output.line("\(status.label)  \(MigrateCommand.describe(status))")
      if let broken = status.broken {
        throw Failure(
          .failed,
          "the copy cannot continue: \(broken)",
          hint: "`reeve migrate finish --abandon` empties the target; then start again."
        )
      }
      guard status.rejected > 0 else { return }
      throw Failure(
        .failed,
        "\(status.rejected) rows are in quarantine",
        details: rejected,
        hint: "They are in reeve.live_copy_reject. Cutover needs an empty quarantine."
      )
    }
  }

  struct Status: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(abstract: "Show the state of each copy.")

    @OptionGroup var server: ServerOptions

    func perform() async throws {
      let (statuses, uses, emitters) = try await server.withConnection { connection in
        let statuses = try await Migrator.statuses(on: connection)
        var uses: [Int: [String]] = [:]
        var emitters: [Int: [Migrator.Emitter]] = [:]
        for status in statuses where !["finished", "abandoned"].contains(status.phase) {
          emitters[status.id] = try await Migrator.emitters(of: status, on: connection)
        }
        for status in statuses where ["live", "finished"].contains(status.phase) {
          uses[status.id] = try await Migrator.oldUses(of: status, on: connection)
        }
        return (statuses, uses, emitters)
      }
      for status in statuses {
        Output.line("\(status.label)  \(MigrateCommand.describe(status))")
        Output.line("  \(status.source) → \(status.target)")
        if let at = status.verifiedAt {
          Output.line(
            "  verified \(at): \(status.verifiedRows ?? 0) rows, \(status.differing ?? 0) differing"
          )
        }
        if let waits = status.waits { Output.line("  \(waits)") }
        if let broken = status.broken { Output.line("  cannot continue: \(broken)") }
        for emitter in emitters[status.id] ?? [] {
          Output.line("  emits as \(MigrateEmitCommand.describe(emitter))")
        }
        for use in uses[status.id] ?? [] { Output.line("  old name \(use)") }
      }
      if statuses.isEmpty { Output.note("no copy has been started") }
    }
  }

  struct Verify: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract: "Compare all rows of the two tables. Exit status 1 if any differs."
    )

    @OptionGroup var source: Source
    var server: ServerOptions { source.server }
    @Flag(help: "Let a job of the workers compare; `status` shows the outcome.") var job = false

    func perform() async throws {
      if job {
        let (jobs, missing) = try await source.withCopier { copier in
          (try await copier.enqueue("migrate.verify"), try await copier.missingForJobs())
        }
        Output.line("job \(jobs[0]) compares")
        MigrateCommand.tell(missing)
        return
      }
      let bar = ProgressBar()
      let result = try await source.withCopier { copier in
        let total = try await copier.source.status().total
        return try await copier.verify { rows in
          bar.draw("\(Progress(done: rows, of: total).bar)\(rows) rows compared")
        }
      }
      bar.finish()
      Output.line(
        "compared \(result.rows)  differing \(result.differing)  still changing \(result.moving)"
      )
      guard result.differing > 0 else { return }
      throw Failure(
        .failed,
        "\(result.differing) of \(result.rows) rows differ",
        details: result.examples.map { "key \($0)" }
      )
    }
  }

  struct Cutover: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract:
        "Make the target live; the old name becomes a view of it, and the old table follows."
    )

    @OptionGroup var source: Source
    var server: ServerOptions { source.server }
    @OptionGroup var locks: Locks
    @Flag(help: "Cut over without a verification.") var unverified = false
    @Flag(help: "Try it, compare what the old name reads, and undo it.") var rehearse = false
    @Option(help: "Rows to compare through the old name.") var sample = 1000
    @Option(help: "Cut over although this column reads differently; repeatable.")
    var accept: [String] = []

    func validate() throws {
      guard (0...1_000_000).contains(sample) else {
        throw ValidationError("--sample must be 0 to 1000000")
      }
    }

    func perform() async throws {
      let terms = Migrator.Terms(
        isVerified: !unverified,
        sample: sample,
        accepted: Set(accept),
        isRehearsal: rehearse
      )
      let patience = locks.patience
      try await source.swap(for: rehearse ? "rehearsals" : nil) {
        try await $0.cutOver(terms, locks: patience)
      }
    }
  }

  struct Rollback: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract: "Make the old table live again, with everything written since the cutover."
    )

    @OptionGroup var source: Source
    var server: ServerOptions { source.server }
    @OptionGroup var locks: Locks
    @Flag(help: "Try it, as each role that uses the old name, and undo it.") var rehearse = false
    @Flag(help: MigrateCommand.lost) var lost = false

    func perform() async throws {
      let terms = Migrator.Terms(isRehearsal: rehearse)
      let (lost, patience) = (lost, locks.patience)
      try await source.swap(for: rehearse ? "rehearsals" : nil, lost: lost) {
        try await $0.rollBack(terms, isLost: lost, locks: patience)
      }
    }
  }

  struct Pause: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract: "Copy and apply nothing until `resume`; the app continues to write."
    )

    @OptionGroup var source: Source
    var server: ServerOptions { source.server }

    func perform() async throws { try await source.withCopier { try await $0.source.pause(true) } }
  }

  struct Resume: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(abstract: "Continue after `pause`.")

    @OptionGroup var source: Source
    var server: ServerOptions { source.server }

    func perform() async throws { try await source.withCopier { try await $0.source.pause(false) } }
  }

  struct Finish: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract: "End the copy after its cutover; afterwards there is no rollback."
    )

    @OptionGroup var source: Source
    var server: ServerOptions { source.server }
    @OptionGroup var locks: Locks
    @Flag(help: "End it before the cutover, and empty the target.") var abandon = false
    @Flag(help: "End it without comparing the old table with the live one.") var unverified = false
    @Flag(help: MigrateCommand.lost) var lost = false

    func perform() async throws {
      let told = try await source.withCopier(lost: lost) {
        try await $0.end(
          isAbandoned: abandon,
          isVerified: !unverified,
          isLost: lost,
          locks: locks.patience
        )
      }
      Output.line(told)
    }
  }

  /// The help of `--lost`, for copies to another database.
  static let lost: ArgumentHelp = "Do not ask the target's database: it is gone for good."

  /// Says why the workers cannot do a job yet.
  static func tell(_ missing: Failure?) {
    guard let missing else { return }
    Output.note("the job waits: \(missing.message)")
    for line in missing.details { Output.note("  \(line)") }
    missing.hint.map(Output.note)
  }

  /// A copy's state in one line.
  static func describe(_ status: Migrator.Status) -> String {
    var parts = [status.phase]
    switch status.phase {
    case "copying":
      parts[0] += " \(Int(status.fraction * 100)) %"
      parts.append("\(status.copied) of about \(status.total) rows")
      parts.append("\(status.ranges) ranges open")
      if let rate = status.rate { parts.append("\(Int(rate))/s") }
      if let rest = status.remaining { parts.append("\(rest.components.seconds + 1) s left") }
    case "following", "live": parts.append("\(status.copied) rows copied")
    default: break
    }
    parts.append("\(status.applied) changes applied")
    if status.backlog > 0 { parts.append("\(status.backlog) waiting") }
    if status.rejected > 0 { parts.append("\(status.rejected) in quarantine") }
    return parts.joined(separator: " · ")
  }
}
