package import Catalog
import Outcome
import Postgres
import Readers

/// Brings the records of one mapping into its table, a chunk a transaction, two chunks at a time.
///
/// The database decides which rows are written, how they are counted and where a run continues
/// (`reeve.import_…`); this type only sends the records.
package struct Importer: Sendable {
  let connection: Connection
  let staging: Connection
  package let mapping: Mapping
  let source: any RecordSource
  /// How many records there are; nil where they were not counted.
  package let declared: Int?
  /// At the first record.
  let stager: Stager
  /// Notes on parts of the source that are left out, a line each.
  package let told: [String]
  let report: @Sendable (String) -> Void
  /// How often the source may be read again to find repeated keys.
  let passes = PassBudget()
  /// The records that are as they were in an earlier import, as far as this process has met them.
  let recognized = RecognizedRecords()

  /// How far an import is.
  package struct Progress: Hashable, Sendable {
    package let id: Int
    /// Number of this process among those of the import.
    let run: Int
    /// Records that the source holds; nil while nobody has counted them.
    package let declared: Int?
    package let read: Int
    package let inserted: Int
    package let changed: Int
    /// Records whose row was there already, equal.
    package let same: Int
    /// Records that differ from a row which stays as it is.
    package let kept: Int
    package let quarantined: Int
    let nextOffset: Int
    let nextLine: Int
    /// Whether the digests of its records are noted.
    let hasKeys: Bool
    /// Whether records of an earlier import may be recognized.
    let isLater: Bool

    /// Takes an import's row.
    init(_ row: ImportFunctions.ImportRow) {
      id = row.importID
      run = row.run
      declared = row.declared.map { Int($0) }
      read = Int(row.read)
      inserted = Int(row.inserted)
      changed = Int(row.changed)
      same = Int(row.same)
      kept = Int(row.kept)
      quarantined = Int(row.quarantined)
      nextOffset = Int(row.nextOffset)
      nextLine = Int(row.nextLine)
      hasKeys = row.hasKeys
      isLater = row.known > 0
    }

    /// Records that are rows now.
    package var written: Int { inserted + changed + same }
  }

  /// Imports the records, or continues where a run was cut off.
  ///
  /// - Parameters:
  ///   - restart: Whether to forget a run that was interrupted.
  ///   - options: How it treats rows, errors and others.
  /// - Returns: The counts of the whole import.
  /// - Throws: `Failure`, also where too many records are rejected; `PostgresError`.
  package func run(
    restart: Bool = false,
    options: ImportOptions = ImportOptions()
  ) async throws -> Progress {
    var stager = stager
    let facts = source.facts
    let begun = try await connection.withTransaction(named: "the import's beginning") {
      transaction in
      try await transaction.one(
        ImportFunctions.importBegin(
          mapping: JSONB(mapping.json),
          file: source.file.path,
          fileMark: source.file.mark,
          declared: declared.map { Int64($0) },
          restart: restart,
          existing: options.existing.rawValue,
          told: Self.json(.array(told.map { .string(Array($0.utf8)[...]) })),
          header: facts.header.map { Self.line($0, delimiter: facts.delimiter) },
          keepsKeys: options.keepsKeys
        )
      )
    }
    var progress = Progress(begun)
    stager.notesContents = progress.hasKeys
    if progress.read == 0 {
      for line in try begun.told.decode(as: [String].self) where !told.contains(line) {
        report("import \(progress.id): \(line)")
      }
    }
    if progress.read > 0 {
      report("import \(progress.id) continues after record \(progress.read)")
      stager.feed.seek(offset: progress.nextOffset, line: progress.nextLine)
      stager.read = progress.read
    }
    var interval = ReportInterval()
    // Each costs as long as the server waits before it looks for a deadlock.
    var conflictsLeft = 10
    do {
      var staged: [Staged]
      (stager, staged) = try await stager.pair()
      while let first = staged.first {
        let reached = stager
        async let following = reached.pair()
        let start = ContinuousClock.now
        progress = try await write(first, staged.dropFirst().first, progress, &conflictsLeft)
        (stager, staged) = try await following
        if let most = options.maxErrors, progress.quarantined > most {
          throw Failure(
            .failed,
            "import \(progress.id) stopped: \(progress.quarantined) records were rejected, more "
              + "than the \(most) of --max-errors",
            details: try await rejected(of: progress, limit: 10),
            hint: "`reeve import rejected \(progress.id)` lists them."
          )
        }
        try await options.pace.wait(after: .now - start, on: connection, report)
        if interval.isOver {
          report("\(extent(of: progress)), \(progress.quarantined) quarantined")
        }
      }
    } catch {
      // Only the server knows what was committed. Ctrl-C has cancelled this task, so a new one
      // asks.
      let (connection, id) = (connection, progress.id)
      let state = await Task {
        try await connection.one(ImportFunctions.importState(importID: id))
      }.result
      let known = if case .success(let row) = state { Progress(row) } else { progress }
      let least = if case .success = state { "" } else { "at least " }
      report(
        "import \(id) has read \(least)\(extent(of: known)); the same command resumes after them"
      )
      throw error
    }
    try source.file.requireUnchanged()
    return try await finish(progress, keepsKeys: options.comparesAfter)
  }

  /// Ends an import that has read everything.
  private func finish(_ progress: Progress, keepsKeys: Bool = false) async throws -> Progress {
    let name = "the end of import \(progress.id)"
    let ended = try await connection.withTransaction(named: name) { transaction in
      Progress(
        try await transaction.one(
          ImportFunctions.importFinish(
            importID: progress.id,
            run: progress.run,
            keepsKeys: keepsKeys
          )
        )
      )
    }
    try await connection.checkpointAfterLoad()
    return ended
  }

  /// Returns the name of the transaction that writes a chunk.
  private func name(of staged: Staged, _ progress: Progress) -> String {
    "import \(progress.id), records \(staged.first) to \(staged.last)"
  }

  /// A header as a file has it.
  private static func line(_ fields: [String], delimiter: String) -> String {
    fields.map { field in
      let isPlain = !field.contains { $0 == "\"" || $0.isNewline } && !field.contains(delimiter)
      let text = field.replacing("\u{0}", with: " ")
      return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }.joined(separator: delimiter)
  }

  private static func json(_ value: Value) -> JSONB {
    var text: [UInt8] = []
    value.appendJSON(to: &text)
    return JSONB(String(decoding: text, as: UTF8.self))
  }

  /// How much of the source an import has read.
  private func extent(of progress: Progress) -> String {
    if let declared = progress.declared { return "\(progress.read) of \(declared) records" }
    let percent = progress.nextOffset * 100 / max(1, source.file.bytes)
    return "\(progress.read) records, \(percent) % of the file"
  }

  /// Tries the records again that a finished import quarantined.
  ///
  /// - Parameters:
  ///   - id: The import.
  ///   - options: How it treats rows, and others.
  /// - Returns: The counts of the whole import.
  /// - Throws: `Failure`, `PostgresError`; RV008 for a source other than the imported one.
  package func retry(_ id: Int, options: ImportOptions) async throws -> Progress {
    var progress = try await connection.withTransaction(
      named: "the return to import \(id)"
    ) { transaction in
      Progress(
        try await transaction.one(
          ImportFunctions.importReopen(
            importID: id,
            mapping: JSONB(mapping.json),
            fileMark: source.file.mark,
            existing: options.existing.rawValue
          )
        )
      )
    }
    let wanted = Set(
      try await connection.query(
        "SELECT record FROM reeve.quarantine WHERE import_id = $1",
        [id]
      ).map { try $0.get(0, as: Int.self) }
    )
    var stager = stager
    stager.notesContents = progress.hasKeys
    var staged: Staged?
    (stager, staged) = try await stager.ahead { !wanted.contains($0) }
    while let chunk = staged {
      let start = ContinuousClock.now
      let records = (chunk.first...max(chunk.first, chunk.last)).filter(wanted.contains)
      if !records.isEmpty { progress = try await retake(records, of: chunk, progress) }
      try await options.pace.wait(after: .now - start, on: connection, report)
      (stager, staged) = try await stager.ahead { !wanted.contains($0) }
    }
    try source.file.requireUnchanged()
    return try await finish(progress)
  }

  /// Tries records of a chunk again, in one transaction.
  private func retake(
    _ records: [Int],
    of staged: Staged,
    _ progress: Progress
  ) async throws -> Progress {
    try await connection.withTransaction(
      named: name(of: staged, progress),
      retry: TransactionRetry(attempts: 5)
    ) { transaction in
      try await transaction.one(
        ImportFunctions.importRetake(
          importID: progress.id,
          run: progress.run,
          records: records.map { Int64($0) }
        )
      )
      try await copy(staged.rows, to: progress.id, in: transaction)
      let refused = try await located(
        transaction.call(ImportFunctions.importWrite(importID: progress.id))
          .map { staged.rejection(Int($0.record), Fault(code: $0.code, reason: $0.reason)) },
        of: staged
      )
      return try await close(
        staged,
        refused,
        read: progress.read,
        next: (progress.nextOffset, progress.nextLine),
        of: progress.id,
        in: transaction
      )
    }
  }

  /// Quarantines rejected records, counts changed values, and advances an import.
  private func close(
    _ staged: Staged,
    _ refused: [Rejection],
    read: Int,
    next: (offset: Int, line: Int),
    of id: Int,
    in transaction: Transaction
  ) async throws -> Progress {
    var rejected: [UInt8] = [UInt8(ascii: "[")]
    for (index, rejection) in (staged.rejections + refused).enumerated() {
      if index > 0 { rejected.append(UInt8(ascii: ",")) }
      rejection.appendJSON(to: &rejected)
    }
    rejected.append(UInt8(ascii: "]"))
    var changes: [String: Int] = [:]
    if !staged.changed.isEmpty {
      let isRefused = Set(refused.map(\.record))
      for value in staged.changed where !isRefused.contains(value.record) {
        changes[value.change, default: 0] += 1
      }
    }
    return Progress(
      try await transaction.one(
        ImportFunctions.importClose(
          importID: id,
          read: Int64(read),
          nextOffset: Int64(next.offset),
          nextLine: Int64(next.line),
          rejected: JSONB(String(decoding: rejected, as: UTF8.self)),
          changes: Self.json(
            .map(changes.map { Value.Member(key: Array($0.utf8)[...], value: .int(Int64($1))) })
          )
        )
      )
    )
  }

  /// Writes a chunk and the one after it, each in one transaction: at the same time, unless other
  /// chunks were in each other's way too often.
  private func write(
    _ first: Staged,
    _ second: Staged?,
    _ progress: Progress,
    _ conflictsLeft: inout Int
  ) async throws -> Progress {
    // Where most of a chunk is left out, there is little to write beside another.
    let other = conflictsLeft > 0 && !progress.isLater ? second : nil
    async let beside = writeBeside(other, progress)
    let written = try await write(first, progress)
    guard let second else { return written }
    if let both = try await beside { return both }
    conflictsLeft -= 1
    return try await write(second, written)
  }

  /// Writes those records of a chunk that are not as they were in an earlier import, in one
  /// transaction, again where it met a deadlock.
  private func write(_ staged: Staged, _ progress: Progress) async throws -> Progress {
    let (written, known) = try await connection.withTransaction(
      named: name(of: staged, progress),
      retry: TransactionRetry(attempts: 5)
    ) { transaction in
      try await transaction.one(
        ImportFunctions.importOpen(importID: progress.id, run: progress.run)
      )
      var rows = staged.rows
      var known: [Int] = []
      if progress.isLater {
        known = try await transaction.one(
          ImportFunctions.importKnown(importID: progress.id, contents: staged.contents)
        ).map { Int($0) - 1 }
        rows[0] = staged.rows(without: known)
        if rows[0].isEmpty {
          return (try await close(staged, [], of: progress.id, in: transaction), known)
        }
      }
      try await copy(rows, to: progress.id, in: transaction)
      let refused = try await located(
        transaction.call(ImportFunctions.importWrite(importID: progress.id))
          .map { staged.rejection(Int($0.record), Fault(code: $0.code, reason: $0.reason)) },
        of: staged
      )
      return (try await close(staged, refused, of: progress.id, in: transaction), known)
    }
    recognized.append(known.map { staged.first + $0 })
    return written
  }

  /// Writes a chunk while the one before it is written; the server lets it end after that.
  ///
  /// - Returns: nil where both are in each other's way: then it is as if it had not begun.
  private func writeBeside(_ staged: Staged?, _ progress: Progress) async throws -> Progress? {
    guard let staged else { return nil }
    do {
      return try await staging.withTransaction(named: name(of: staged, progress)) { transaction in
        try await transaction.one(
          ImportFunctions.importOpen(
            importID: progress.id,
            run: progress.run,
            isBeside: true
          )
        )
        try await copy(staged.rows, to: progress.id, "_next", in: transaction)
        let refused = try await located(
          transaction.call(
            ImportFunctions.importWriteBeside(
              importID: progress.id,
              run: progress.run,
              first: Int64(staged.first)
            )
          ).map { staged.rejection(Int($0.record), Fault(code: $0.code, reason: $0.reason)) },
          of: staged
        )
        return try await close(staged, refused, of: progress.id, in: transaction)
      }
    } catch let error as PostgresError where error.sqlState?.isRetryable == true {
      return nil
    }
  }

  private func close(
    _ staged: Staged,
    _ refused: [Rejection],
    of id: Int,
    in transaction: Transaction
  ) async throws -> Progress {
    try await close(
      staged,
      refused,
      read: staged.last,
      next: (staged.chunk.nextOffset, staged.chunk.nextLine),
      of: id,
      in: transaction
    )
  }

  /// Copies rows to the staging tables.
  func copy(
    _ tables: [[UInt8]],
    to id: Int,
    _ suffix: String = "",
    in transaction: Transaction
  ) async throws {
    for (child, rows) in tables.enumerated() where !rows.isEmpty {
      let name = child == 0 ? "import_\(id)" : "import_\(id)_\(child)"
      try await transaction.copyIn("COPY reeve_stage.\(name)\(suffix) FROM STDIN") { writer in
        try await writer.write(rows)
      }
    }
  }

  /// Returns the first records that an import rejected, a line each.
  package func rejected(of progress: Progress, limit: Int) async throws -> [String] {
    try await connection.query(
      """
      SELECT q.line, q.byte_offset, q.code, q.reason FROM reeve.quarantine q
      WHERE q.import_id = $1 ORDER BY q.record LIMIT $2
      """,
      [progress.id, limit]
    ).map { row in
      let line: Int = try row.get(0)
      let offset: Int = try row.get(1)
      let code: String = try row.get(2)
      let reason: String = try row.get(3)
      return "\(source.position(offset: offset, line: line)): \(reason) (\(code))"
    }
  }
}
