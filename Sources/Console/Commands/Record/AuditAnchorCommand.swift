import Display
import Glibc
import Host
import Outcome
import Postgres
import Prompt

/// `audit anchor FILE`.
struct AuditAnchorCommand: ConsoleCommand {
  /// How long a program may take over an anchor.
  private static let timeout = Duration.seconds(60)
  private static let program = Flag(
    "program",
    .text,
    "a program that reads the line from standard input"
  )

  let name = "audit anchor"
  let summary: SafeText = "store the head of the chain outside the database"
  let arguments = Arguments("FILE|--program \"…\"", [.file], required: 0)
  let flags: [any CommandFlag] = [program]
  let changesData = true
  let examples: [SafeText] = [
    "audit anchor /mnt/worm/anchors", "audit anchor --program \"/usr/bin/logger -t anchor\"",
  ]

  /// Writes the head of the chain down outside the database: as a line at the end of a file, or on
  /// the standard input of a program.
  ///
  /// The database remembers it only once it is there.
  func run(_ context: CommandContext) async throws {
    let program = context[Self.program]
    guard (program == nil) == (context.arguments.count == 1) else {
      throw misuse("`audit anchor` needs a file, or `--program`")
    }
    await context.seal()
    let (info, at) = try await context.session.read { connection in
      let rows = try await connection.query(
        """
        SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at
        """
      )
      return (
        try await context.session.sessionInfo(connection), try rows[0].get("at", as: String.self)
      )
    }
    guard info.chainSequence > 0 else {
      throw Failure(.failed, "nothing has been recorded yet")
    }
    let head = "\(info.chainSequence):\(info.chainHash)"
    let line = Array("\(head) \(at) \(info.database)\n".utf8)
    let place =
      if let program { try await feed(line, to: program) } else {
        try append(line, to: context.arguments[0])
      }
    _ = try await context.write(
      ConsoleFunctions.anchorRecord(
        seq: info.chainSequence,
        hashHex: info.chainHash,
        destination: place
      )
    )
    try await context.emitText("anchored  \(head)")
  }

  /// Has a program read the line; returns the program's path.
  private func feed(_ line: [UInt8], to program: String) async throws -> String {
    let argv = words(of: program).words.map(\.text)
    guard let path = argv.first, path.hasPrefix("/") else {
      throw misuse("`--program` needs an absolute path")
    }
    var problem: String?
    do {
      problem = try await PipedProgram.feed(argv, line, timeout: Self.timeout)
    } catch {
      problem = String(describing: error)
    }
    if let problem {
      throw Failure(.failed, "\(path) did not accept the anchor: \(problem)")
    }
    return path
  }

  /// Adds the line to a file; returns its path.
  private func append(_ line: [UInt8], to path: String) throws -> String {
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure.system("cannot write \(path)") }
    defer { Glibc.close(file) }
    try Disk.write(line, to: file, path)
    guard fsync(file) == 0 else { throw Failure.system("cannot write \(path)") }
    return path
  }
}
