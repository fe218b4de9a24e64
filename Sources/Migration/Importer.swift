package import Catalog
package import Postgres

/// Brings the records of a file into a table, a chunk a transaction.
///
/// What is written, what is counted and where a run goes on are the database's affair
/// (`reeve.import_…`); this reads the file and presents its records.
package struct Importer: Sendable {
  let connection: Connection
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
  ///   - mapping: A mapping whose shape is right.
  ///   - path: The file.
  ///   - report: Takes a line for people from time to time.
  package init(
    connection: Connection,
    mapping: Mapping,
    path: String,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.connection = connection
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
    var (reader, projection, fields) = try await open()
    let counted = try reader.count()
    guard declared == nil || declared == counted else {
      throw ImportError("\(path) holds \(counted) records, not the \(declared ?? 0) declared")
    }
    let data = try fields == 0 ? (offset: 0, line: 1) : header(&reader).next
    var progress = try Progress(
      await connection.withTransaction { transaction in
        try await transaction.query(
          """
          SELECT \(Progress.columns)
          FROM reeve.import_begin($1::jsonb, $2, $3, $4, $5) i
          """,
          [mapping.json, path, reader.file.mark, counted, restart]
        )
      }
    )
    if progress.read > 0 {
      report("going on with import \(progress.id) behind record \(progress.read)")
    }
    reader.seek(
      offset: max(progress.nextOffset, data.offset),
      line: progress.nextOffset == 0 ? data.line : progress.nextLine
    )
    let clock = ContinuousClock()
    var told = clock.now
    while let chunk = try reader.next() {
      let staged = stage(chunk, after: progress.read, &projection, fields: fields)
      progress = try await write(staged, chunk, progress)
      if clock.now - told > .seconds(2) {
        told = clock.now
        report("\(progress.read) of \(progress.declared), \(progress.quarantined) quarantined")
      }
    }
    try reader.file.requireUnchanged()
    return try Progress(
      await connection.query(
        "SELECT \(Progress.columns) FROM reeve.import_finish($1) i",
        [progress.id]
      )
    )
  }

  /// Opens the file and compares the mapping with it and with the database.
  private func open() async throws -> (RecordReader, Projection, fields: Int) {
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
      "SELECT * FROM reeve.import_columns($1::jsonb) ORDER BY place",
      [mapping.json]
    )
    var reader = try RecordReader(path, mapping: mapping)
    var projection = try Projection(rows, mapping: mapping)
    guard mapping.format == .csv else { return (reader, projection, 0) }
    let names = try header(&reader).names
    try projection.take(header: names, mapping: mapping, file: path)
    return (reader, projection, names.count)
  }

  /// Reads the header of a CSV file.
  private func header(
    _ reader: inout RecordReader
  ) throws -> (names: [String], next: (offset: Int, line: Int)) {
    reader.seek(offset: 0, line: 1)
    guard let chunk = try reader.next(limit: 1), let frame = chunk.frames.first else {
      throw ImportError("\(path) is empty; it must begin with a header")
    }
    do {
      if let fault = frame.fault { throw fault }
      let record = try Record(
        chunk.bytes[frame.range],
        mapping: mapping,
        header: 0
      )
      guard case .fields(let fields) = record else { return ([], (0, 1)) }
      let names = fields.map { field in
        guard case .string(let name) = field else { return "" }
        return String(decoding: name, as: UTF8.self)
      }
      return (names, (chunk.nextOffset, chunk.nextLine))
    } catch let fault as Fault {
      throw ImportError("\(path):1: the header cannot be read: \(fault.reason)")
    }
  }

  /// A chunk's rows, and the records that do not become any.
  private struct Staged: Sendable {
    var rows: [UInt8] = []
    var rejections: [Rejection] = []
    let first: Int
  }

  private func stage(
    _ chunk: Chunk,
    after read: Int,
    _ projection: inout Projection,
    fields: Int,
    skipping skipped: Set<Int> = []
  ) -> Staged {
    var staged = Staged(first: read + 1)
    staged.rows.reserveCapacity(chunk.bytes.count)
    for (index, frame) in chunk.frames.enumerated() where !skipped.contains(read + 1 + index) {
      do throws(Fault) {
        if let fault = frame.fault { throw fault }
        let record = try Record(
          chunk.bytes[frame.range],
          mapping: mapping,
          header: fields
        )
        try projection.append(record, number: read + 1 + index, to: &staged.rows)
      } catch {
        staged.rejections.append(rejection(chunk, index, staged.first, error))
      }
    }
    return staged
  }

  private func rejection(
    _ chunk: Chunk,
    _ index: Int,
    _ first: Int,
    _ fault: Fault
  ) -> Rejection {
    let frame = chunk.frames[index]
    return Rejection(
      record: first + index,
      line: chunk.lines[index],
      offset: chunk.offsets[index],
      fault: fault,
      original: chunk.bytes[frame.range]
    )
  }

  /// Writes a chunk in one transaction, again where it met a deadlock.
  private func write(
    _ staged: Staged,
    _ chunk: Chunk,
    _ progress: Progress
  ) async throws -> Progress {
    try await connection.withTransaction(retry: TransactionRetry(attempts: 5)) { transaction in
      try await transaction.execute(
        "SELECT reeve.import_open($1, $2)",
        [progress.id, progress.read]
      )
      try await copy(staged.rows, to: progress.id, in: transaction)
      let refused = try await transaction.query(
        "SELECT record, code, reason FROM reeve.import_write($1)",
        [progress.id]
      ).map { row in
        try rejection(
          chunk,
          row.get("record", as: Int.self) - staged.first,
          staged.first,
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
            progress.id, progress.read + chunk.frames.count, chunk.nextOffset, chunk.nextLine,
            String(decoding: rejected, as: UTF8.self),
          ]
        )
      )
    }
  }

  private func copy(
    _ rows: [UInt8],
    to id: Int,
    in transaction: Transaction
  ) async throws {
    if rows.isEmpty { return }
    try await transaction.copyIn("COPY reeve_stage.import_\(id) FROM STDIN") { writer in
      try await writer.write(rows)
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
    var (reader, projection, fields) = try await open()
    if fields > 0 {
      let data = try header(&reader).next
      reader.seek(offset: data.offset, line: data.line)
    }
    var result = Verification(
      progress: try Progress(
        await connection.query(
          "SELECT \(Progress.columns) FROM reeve.import_verify_begin($1::jsonb, $2) i",
          [mapping.json, reader.file.mark]
        )
      )
    )
    var read = 0
    while let chunk = try reader.next() {
      try await compare(chunk, of: reader.file, after: read, &projection, fields: fields, &result)
      read += chunk.frames.count
    }
    if read != result.progress.read {
      result.differing += 1
      result.examples.append("\(path): \(read) records; the import read \(result.progress.read)")
    }
    try await connection.execute(
      "SELECT reeve.import_revoke(i.import_id, i.mapping) FROM reeve.import i WHERE i.import_id = $1",
      [result.progress.id]
    )
    return result
  }

  private func compare(
    _ chunk: Chunk,
    of file: ImportFile,
    after read: Int,
    _ projection: inout Projection,
    fields: Int,
    _ result: inout Verification
  ) async throws {
    let id = result.progress.id
    let skipped = try await connection.query(
      "SELECT record FROM reeve.quarantine WHERE import_id = $1 AND record BETWEEN $2 AND $3",
      [id, read + 1, read + chunk.frames.count]
    ).map { try $0.get(0, as: Int.self) }
    let staged = stage(chunk, after: read, &projection, fields: fields, skipping: Set(skipped))
    var found = staged.rejections.map { ($0.record, $0.fault.reason) }
    found += try await connection.withTransaction { transaction in
      try await transaction.execute("SELECT reeve.import_clear($1)", [id])
      try await copy(staged.rows, to: id, in: transaction)
      return try await transaction.query(
        "SELECT record, difference FROM reeve.import_compare($1)",
        [id]
      ).map { row in
        let difference: String = try row.get("difference")
        return (try row.get("record", as: Int.self), "its row \(difference)")
      }
    }
    result.skipped += skipped.count
    result.compared += chunk.frames.count - skipped.count
    result.differing += found.count
    for (record, difference) in found.prefix(max(0, 10 - result.examples.count)) {
      let index = record - staged.first
      let place =
        mapping.format == .firestore
        ? file.place(chunk.offsets[index]) : "\(path):\(chunk.lines[index])"
      result.examples.append("\(place): record \(record): \(difference)")
    }
  }
}
