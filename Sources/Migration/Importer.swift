package import Catalog
package import Postgres

/// Brings the records of a file into a table, a chunk a transaction.
///
/// What is written, what is counted and where a run goes on are the database's affair
/// (`reeve.import_…`); this reads the file and presents its records.
package struct Importer: Sendable {
  let connection: Connection
  let staging: Connection
  let mapping: Mapping
  let path: String
  let report: @Sendable (String) -> Void

  /// How far an import is.
  package struct Progress: Hashable, Sendable {
    package let id: Int
    /// Records that the file holds.
    package let declared: Int
    package let read: Int
    package let inserted: Int
    package let changed: Int
    /// Records whose row was there already, equal.
    package let same: Int
    package let quarantined: Int
    let nextOffset: Int
    let nextLine: Int

    static let columns =
      "i.import_id, i.declared, i.read, i.inserted, i.changed, i.same, i.quarantined, "
      + "i.next_offset, i.next_line"

    init(_ rows: Rows) throws {
      let row = rows[0]
      id = try row.get(0)
      declared = try row.get(1)
      read = try row.get(2)
      inserted = try row.get(3)
      changed = try row.get(4)
      same = try row.get(5)
      quarantined = try row.get(6)
      nextOffset = try row.get(7)
      nextLine = try row.get(8)
    }

    /// Records that are rows now.
    package var written: Int { inserted + changed + same }
  }

  /// Makes an importer.
  ///
  /// - Parameters:
  ///   - connection: A connection of an installer.
  ///   - staging: Another one, which stages a chunk while the one before is written.
  ///   - mapping: A mapping whose shape is right.
  ///   - path: The file.
  ///   - report: Takes a line for people from time to time.
  package init(
    connection: Connection,
    staging: Connection,
    mapping: Mapping,
    path: String,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.connection = connection
    self.staging = staging
    self.mapping = mapping
    self.path = path
    self.report = report
  }

  /// Imports the file, or goes on where a run was cut off.
  ///
  /// - Parameters:
  ///   - restart: Whether to forget a run that was cut off.
  ///   - declared: How many records the file must hold, where somebody said so.
  /// - Returns: The counts of the whole import.
  /// - Throws: `ImportError`, `PostgresError`.
  package func run(restart: Bool = false, declared: Int? = nil) async throws -> Progress {
    var stager = try await open()
    let start = stager.reader
    let counted = try stager.reader.count()
    guard declared == nil || declared == counted else {
      throw ImportError("\(path) holds \(counted) records, not the \(declared ?? 0) declared")
    }
    var progress = try Progress(
      await connection.withTransaction { transaction in
        try await transaction.query(
          """
          SELECT \(Progress.columns)
          FROM reeve.import_begin($1::jsonb, $2, $3, $4, $5) i
          """,
          [mapping.json, path, start.file.mark, counted, restart]
        )
      }
    )
    stager.reader = start
    if progress.read > 0 {
      report("going on with import \(progress.id) behind record \(progress.read)")
      stager.reader.seek(offset: progress.nextOffset, line: progress.nextLine)
      stager.read = progress.read
    }
    let id = progress.id
    let clock = ContinuousClock()
    var told = clock.now
    do {
      var staged: Staged?
      (stager, staged) = try await stage(behind: stager, of: id)
      while let chunk = staged {
        try await connection.execute(
          "SELECT \(Self.isStaged), reeve.import_turn($1, $2)",
          [progress.id, progress.read]
        )
        let behind = stager
        async let following = stage(behind: behind, of: id)
        progress = try await write(chunk, progress)
        (stager, staged) = try await following
        if clock.now - told > .seconds(2) {
          told = clock.now
          report("\(progress.read) of \(progress.declared), \(progress.quarantined) quarantined")
        }
      }
    } catch {
      report(
        "import \(progress.id) has read \(progress.read) of \(progress.declared) records; the same "
          + "command goes on behind them"
      )
      throw error
    }
    try start.file.requireUnchanged()
    return try Progress(
      await connection.query(
        "SELECT \(Progress.columns) FROM reeve.import_finish($1) i",
        [progress.id]
      )
    )
  }

  /// Opens the file, at its first record, and compares the mapping with it and with the database.
  private func open() async throws -> Stager {
    try await connection.execute("SELECT reeve.client_require($1)", [Release.version])
    let findings = try await connection.query(
      "SELECT path, message FROM reeve.import_check($1::jsonb)",
      [mapping.json]
    ).map { row in
      try Finding(mapping.position(of: row.get("path")), row.get("message"))
    }
    guard findings.isEmpty else {
      throw ImportError("the mapping does not fit the database", findings: findings)
    }
    let rows = try await connection.query(
      """
      SELECT t.child, c.* FROM reeve.import_targets($1::jsonb) t
      CROSS JOIN LATERAL reeve.import_columns(t.target) c
      ORDER BY t.child, c.place
      """,
      [mapping.json]
    )
    let reader = try RecordReader(path, mapping: mapping)
    var stager = Stager(
      reader: reader,
      projection: try Projection(rows, mapping: mapping),
      mapping: mapping
    )
    if mapping.format == .csv {
      let names = try header(&stager.reader)
      try stager.projection.take(header: names, mapping: mapping, file: path)
    }
    return stager
  }

  /// Reads the header of a CSV file.
  private func header(_ reader: inout RecordReader) throws -> [String] {
    guard let chunk = try reader.next(limit: 1), let frame = chunk.frames.first else {
      throw ImportError("\(path) is empty; it must begin with a header")
    }
    do {
      if let fault = frame.fault { throw fault }
      try chunk.requireUTF8(frame)
    } catch let fault as Fault {
      throw ImportError("\(path):1: the header cannot be read: \(fault.reason)")
    }
    var fields = CSVFields()
    fields.split(chunk.bytes.span, frame.range, delimiter: mapping.delimiter)
    return fields.fields.indices.map {
      String(decoding: fields.text($0, of: chunk.bytes), as: UTF8.self)
    }
  }

  /// What is staged does not outlive a crash, so nobody waits for the disk when it is committed.
  private static let isStaged = "set_config('synchronous_commit', 'off', true)"

  /// Stages the next chunk, in a transaction that does not outlive a crash.
  ///
  /// - Returns: The stager behind it, and the chunk without its rows; nil at the end.
  private func stage(behind stager: Stager, of id: Int) async throws -> (Stager, Staged?) {
    var (stager, staged) = try await stager.ahead()
    if let rows = staged?.rows {
      try await staging.withTransaction { transaction in
        try await transaction.execute("SELECT \(Self.isStaged), reeve.import_ahead($1)", [id])
        try await copy(rows, to: id, "_next", in: transaction)
      }
      staged?.rows = []
    }
    return (stager, staged)
  }

  /// Writes a staged chunk in one transaction, again where it met a deadlock.
  private func write(_ staged: Staged, _ progress: Progress) async throws -> Progress {
    try await connection.withTransaction(retry: TransactionRetry(attempts: 5)) { transaction in
      let refused = try await transaction.query(
        "SELECT record, code, reason FROM reeve.import_write_staged($1, $2, $3)",
        [progress.id, progress.read, staged.last]
      ).map { row in
        try staged.rejection(
          row.get("record"),
          Fault(code: row.get("code"), reason: row.get("reason"))
        )
      }
      var rejected: [UInt8] = [UInt8(ascii: "[")]
      for (index, rejection) in (staged.rejections + refused).enumerated() {
        if index > 0 { rejected.append(UInt8(ascii: ",")) }
        rejection.appendJSON(to: &rejected)
      }
      rejected.append(UInt8(ascii: "]"))
      return try Progress(
        await transaction.query(
          "SELECT \(Progress.columns) FROM reeve.import_close($1, $2, $3, $4, $5::jsonb) i",
          [
            progress.id, staged.last, staged.chunk.nextOffset, staged.chunk.nextLine,
            String(decoding: rejected, as: UTF8.self),
          ]
        )
      )
    }
  }

  private func copy(
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
    let file = try RecordReader(path, mapping: mapping).file
    return try await connection.query(
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
      return mapping.format == .firestore
        ? "\(file.place(offset)): \(reason) (\(code))"
        : "\(path):\(line): \(reason) (\(code), byte \(offset) of the file)"
    }
  }

  /// What comparing a file with its table found.
  package struct Verification: Hashable, Sendable {
    package let progress: Progress
    /// Records compared; the others are in quarantine.
    package fileprivate(set) var compared = 0
    /// Records in quarantine.
    package fileprivate(set) var skipped = 0
    /// Records whose row is missing or differs.
    package fileprivate(set) var differing = 0
    /// The first of them, a line each.
    package fileprivate(set) var examples: [String] = []
  }

  /// Reads the file again and compares each record that is not in quarantine with its row.
  ///
  /// - Throws: `ImportError`, `PostgresError`; RV004 where this file's import is not finished.
  package func verify() async throws -> Verification {
    var stager = try await open()
    var result = Verification(
      progress: try Progress(
        await connection.query(
          "SELECT \(Progress.columns) FROM reeve.import_verify_begin($1::jsonb, $2) i",
          [mapping.json, stager.reader.file.mark]
        )
      )
    )
    let rejected = try await connection.query(
      "SELECT record FROM reeve.quarantine WHERE import_id = $1",
      [result.progress.id]
    ).map { try $0.get(0, as: Int.self) }
    let skipped = Set(rejected)
    var staged: Staged?
    (stager, staged) = try await stager.ahead(skipping: skipped)
    while let chunk = staged {
      let behind = stager
      async let following = behind.ahead(skipping: skipped)
      try await compare(chunk, of: stager.reader.file, &result)
      (stager, staged) = try await following
    }
    result.skipped = skipped.count
    result.compared = stager.read - skipped.count
    if stager.read != result.progress.read {
      result.differing += 1
      result.examples.append(
        "\(path): \(stager.read) records; the import read \(result.progress.read)"
      )
    }
    return result
  }

  private func compare(
    _ staged: Staged,
    of file: ImportFile,
    _ result: inout Verification
  ) async throws {
    let id = result.progress.id
    var found = staged.rejections.map { ($0.record, $0.fault.reason) }
    found += try await connection.withTransaction { transaction in
      try await transaction.execute("SELECT reeve.import_verify_open($1)", [id])
      try await copy(staged.rows, to: id, in: transaction)
      let differences = try await transaction.query(
        "SELECT record, difference FROM reeve.import_compare($1)",
        [id]
      ).map { row in
        (try row.get("record", as: Int.self), try row.get("difference", as: String.self))
      }
      try await transaction.execute("SELECT reeve.import_verify_close($1)", [id])
      return differences
    }
    result.differing += found.count
    for (record, difference) in found.prefix(max(0, 10 - result.examples.count)) {
      let index = record - staged.first
      let place =
        mapping.format == .firestore
        ? file.place(staged.chunk.offsets[index]) : "\(path):\(staged.chunk.lines[index])"
      result.examples.append("\(place): record \(record): \(difference)")
    }
  }
}
