import Glibc
import Jobs
import Moderation
import Postgres

extension ConsoleSession {
  /// Entries of the chain fetched at a time.
  private static let exportBatch = 2_000

  /// How long a program may take over an anchor.
  private static let anchorTimeout = Duration.seconds(60)

  /// `audit`, `audit who A12`, `audit what user:42`, `audit when 2026-11`, `audit export FILE`,
  /// `audit anchor FILE`, `audit verify FILE`.
  func audit(_ command: Command) async throws {
    let what = command.arguments.first ?? ""
    let isListed = ["", "who", "what", "when"].contains(what)
    let takesProgram = what == "anchor" && command.has("program")
    let isWhole = what == "what" && command.has("by")
    let allowed: Set<String> =
      switch what {
      case "", "who", "what": ["by", "from", "to", "refused", "limit", "output", "json"]
      case "when": ["by", "refused", "limit", "output", "json"]
      case "export": ["from", "to", "since"]
      case "anchor": ["program"]
      case "verify": ["anchor"]
      default: []
      }
    guard isListed || !allowed.isEmpty else {
      throw usage("`audit \(what)` is not known", command)
    }
    if let flag = command.flags.keys.sorted().first(where: { !allowed.contains($0) }) {
      throw usage("`\(what.isEmpty ? "audit" : "audit \(what)")` takes no `--\(flag)`", command)
    }
    let wanted = what.isEmpty ? 0 : takesProgram ? 1 : 2
    guard command.arguments.count == wanted || isWhole && command.arguments.count == 1 else {
      let thing =
        switch what {
        case "who": "an action"
        case "what": "a subject, or `--by LOGIN`"
        case "when": "a time"
        case "anchor": "a file, or `--program`"
        default: "a file"
        }
      throw usage("`audit \(what)` needs \(thing)", command)
    }
    switch what {
    case "export":
      await seal()
      try await auditExport(command.arguments[1], command)
    case "verify": try await auditVerify(command.arguments[1], command.flags["anchor"])
    case "anchor":
      await seal()
      try await auditAnchor(command)
    default: try await auditList(what, command)
    }
  }

  private func usage(_ message: SafeText, _ command: Command) -> CommandFailure {
    CommandFailure(.usage, message, hint: "Usage: \(command.verb.usage)")
  }

  /// The time that `--from` and `--to` name.
  private func period(_ command: Command) throws -> Period {
    var period = Period()
    if let from = command.flags["from"] { period.from = try Period(from).from }
    if let to = command.flags["to"] { period.till = try Period(to).till }
    return period
  }

  private func auditList(_ what: String, _ command: Command) async throws {
    let argument = command.arguments.count > 1 ? command.arguments[1] : nil
    let period = what == "when" ? try Period(argument ?? "") : try period(command)
    let subject = what == "what" && argument != nil ? try await self.subject(argument ?? "") : nil
    let action = what == "who" ? try action(argument ?? "") : nil
    // Who looks behind one action is told from where.
    let origin = action == nil ? [] : [CellColumn("with"), CellColumn("from")]
    try await emit(
      """
      SELECT seq, at, actor, principal, kind, subject, outcome, code, action_id, rank, approval_id,
        program, address
      FROM reeve.command_list(
        $1, NULL, $2, $3, $4, $5, $6::timestamptz, $7::timestamptz, $8, $9)
      """,
      [
        command.count("limit", default: Self.listLimit), command.flags["by"],
        subject?.collection.app, subject?.collection.name, subject?.key, period.from, period.till,
        command.has("refused"), action,
      ],
      shape: RowShape(
        columns: [
          CellColumn("seq", CellType.int8), CellColumn("at", CellType.timestamptz),
          CellColumn("by"), CellColumn("rank"), CellColumn("what"), CellColumn("subject"),
          CellColumn("outcome"), CellColumn("code"), CellColumn("action"),
        ] + origin
      ) { row, shown in
        let action = try row.get("action_id", as: Int64?.self)
        let approval = try row.get("approval_id", as: Int64?.self)
        let number = action.map { "A\($0)" } ?? approval.map { "P\($0)" } ?? ""
        let from: [ArraySlice<UInt8>?] = [row[bytes: 11] ?? [], row[bytes: 12] ?? Self.local[...]]
        shown.append(
          [
            row[bytes: 0], row[bytes: 1],
            ArraySlice(try Self.actor(of: row).utf8),
            row[bytes: 9] ?? [], row[bytes: 4], row[bytes: 5], row[bytes: 6], row[bytes: 7] ?? [],
            ArraySlice(number.utf8),
          ] + (origin.isEmpty ? [] : from)
        )
      },
      none: "nothing is recorded",
      command
    )
  }

  /// What stands for the address of a client on a local socket.
  private static let local = Array("local".utf8)

  /// Writes the sealed chain to a new file that only its owner can read; `-` is standard output.
  ///
  /// The file gets its name when it is whole.
  private func auditExport(_ path: String, _ command: Command) async throws {
    let isFile = path != "-"
    let period = try period(command)
    let span = try await read { connection in
      try await connection.query(
        "SELECT first_seq, last_seq FROM reeve.audit_span($1::timestamptz, $2::timestamptz)",
        [period.from, period.till]
      )
    }
    let end = try span.first?.get(1, as: Int64?.self) ?? 0
    var next = try span.first?.get(0, as: Int64?.self) ?? 1
    if let since = command.flags["since"] {
      next = max(next, try await entry(after: since))
    }
    let unfinished = "\(path).part"
    var file: Int32 = -1
    if isFile {
      file = Glibc.open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw failure("cannot write", unfinished) }
    }
    defer { if file >= 0 { Glibc.close(file) } }
    var count = 0
    var hash = ""
    while next <= end {
      let rows = try await read { [next] connection in
        try await connection.query(
          """
          SELECT seq, us, command_id, actor, principal, kind, subject, batch, manifest_hex,
            prev_hex, hash_hex, content
          FROM reeve.audit_export($1, $2)
          """,
          [next, min(Self.exportBatch, Int(end - next + 1))]
        )
      }
      guard let last = rows.last else { break }
      var out: [UInt8] = []
      let entries = CellRows(rows)
      var renderer = JSONRenderer(entries.columns)
      renderer.append(entries, to: &out)
      if isFile {
        guard writeAll(file, out) else { throw failure("cannot write", unfinished) }
      } else {
        try await io.write(out)
      }
      count += rows.count
      next = try last.get(0, as: Int64.self) + 1
      hash = try last.get("hash_hex")
    }
    if isFile {
      guard fsync(file) == 0, rename(unfinished, path) == 0 else {
        throw failure("cannot finish", path)
      }
      // The database remembers where its head was written down, and when.
      if count > 0 {
        _ = try await write("SELECT reeve.anchor_record($1, $2, $3)", [next - 1, hash, path])
      }
    }
    var told: SafeText = "\(plural(count, "entry", "entries")) exported"
    let head: SafeText = "\(next - 1):\(hash)"
    if count > 0 { told += "; head \(head)" }
    io.note(told)
    if count > 0 {
      io.note(
        "  \(SafeText("Keep the head elsewhere: `audit verify FILE --anchor \(head)`."), .dim)"
      )
    }
  }

  /// The entry that follows an anchor.
  ///
  /// - Throws: ``CommandFailure`` where the chain does not hold the anchor.
  private func entry(after text: String) async throws -> Int64 {
    guard let anchor = AuditAnchor(text) else { throw notAnchor(text) }
    if anchor.seq == 0 { return 1 }
    let rows = try await read { connection in
      try await connection.query("SELECT hash_hex FROM reeve.audit_export($1, 1)", [anchor.seq])
    }
    let hash = try rows.first?.get(0, as: String.self) ?? ""
    guard AuditAnchor("\(anchor.seq):\(hash)") == anchor else {
      throw CommandFailure(
        .failed,
        "the chain has no entry \(anchor.seq) with that hash",
        hint: "Keep what you have: it may show that the chain was rewritten."
      )
    }
    return anchor.seq + 1
  }

  /// The failure for what is no anchor.
  func notAnchor(_ text: String) -> CommandFailure {
    CommandFailure(
      .usage,
      "`\(text)` is no anchor",
      hint: "Write the number and the hash: `41:9f2c…`."
    )
  }

  /// Writes the head of the chain down outside the database: as a line at the end of a file, or on the
  /// standard input of a program.
  ///
  /// The database remembers it only once it is there.
  private func auditAnchor(_ command: Command) async throws {
    let (info, at) = try await read { connection in
      let rows = try await connection.query(
        "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
      )
      return (try await self.sessionInfo(connection), try rows[0].get(0, as: String.self))
    }
    guard info.chainSequence > 0 else { throw CommandFailure(.failed, "nothing is recorded yet") }
    let head = "\(info.chainSequence):\(info.chainHash)"
    let line = Array("\(head) \(at) \(info.database)\n".utf8)
    let place: String
    if let program = command.flags["program"] {
      let argv = words(of: program).words.map(\.text)
      guard let path = argv.first, path.hasPrefix("/") else {
        throw usage("`--program` needs the program's whole path", command)
      }
      place = path
      do {
        let problem = try await PipedProgram.feed(argv, line, timeout: Self.anchorTimeout)
        if let problem { throw CommandFailure(.failed, "\(path) took no anchor: \(problem)") }
      } catch let error as CommandFailure {
        throw error
      } catch {
        throw CommandFailure(.failed, "\(path) took no anchor: \(String(describing: error))")
      }
    } else {
      place = command.arguments[1]
      let file = Glibc.open(
        place,
        O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC,
        0o600
      )
      guard file >= 0 else { throw failure("cannot write", place) }
      defer { Glibc.close(file) }
      guard writeAll(file, line), fsync(file) == 0 else { throw failure("cannot write", place) }
    }
    _ = try await write(
      "SELECT reeve.anchor_record($1, $2, $3)",
      [info.chainSequence, info.chainHash, place]
    )
    try await emitText("anchored  \(head)")
  }

  private func failure(_ what: SafeText, _ path: String) -> CommandFailure {
    CommandFailure(.failed, "\(what) \(path): \(String(cString: strerror(errno)))")
  }
}
