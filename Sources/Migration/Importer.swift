package import Catalog
import Postgres

/// Brings the records of one mapping into its table, a chunk a transaction.
///
/// What is written, what is counted and where a run continues are decided in the database
/// (`reeve.import_…`); this presents the records.
package struct Importer: Sendable {
  let connection: Connection
  let staging: Connection
  package let mapping: Mapping
  let source: any ImportSource
  /// How many records there are; nil where they were not counted.
  let declared: Int?
  /// At the first record.
  let stager: Stager
  let report: @Sendable (String) -> Void

  /// How far an import is.
  package struct Progress: Hashable, Sendable {
    package let id: Int
    /// Records that the source holds; nil while nobody has counted them.
    package let declared: Int?
    package let read: Int
    package let inserted: Int
    package let changed: Int
    /// Records whose row was there already, equal.
    package let same: Int
    package let quarantined: Int
    let nextOffset: Int
    let nextLine: Int

    fileprivate init(_ row: MigrationFunctions.ImportRow) {
      id = row.importID
      declared = row.declared.map { Int($0) }
      read = Int(row.read)
      inserted = Int(row.inserted)
      changed = Int(row.changed)
      same = Int(row.same)
      quarantined = Int(row.quarantined)
      nextOffset = Int(row.nextOffset)
      nextLine = Int(row.nextLine)
    }

    /// Records that are rows now.
    package var written: Int { inserted + changed + same }
  }

  /// Imports the records, or continues where a run was cut off.
  ///
  /// - Parameter restart: Whether to forget a run that was interrupted.
  /// - Returns: The counts of the whole import.
  /// - Throws: `Failure`, `PostgresError`.
  package func run(restart: Bool = false) async throws -> Progress {
    var stager = stager
    var progress = try await connection.withTransaction { transaction in
      Progress(
        try await transaction.one(
          MigrationFunctions.importBegin(
            mapping: JSONB(mapping.json),
            file: source.file.path,
            fileMark: source.file.mark,
            declared: declared.map { Int64($0) },
            restart: restart
          )
        )
      )
    }
    if progress.read > 0 {
      report("import \(progress.id) continues after record \(progress.read)")
      stager.feed.seek(offset: progress.nextOffset, line: progress.nextLine)
      stager.read = progress.read
    }
    let id = progress.id
    var interval = ReportInterval()
    do {
      var staged: Staged?
      (stager, staged) = try await stage(after: stager, of: id)
      while let chunk = staged {
        try await connection.one(
          MigrationFunctions.importTurn(importID: progress.id, read: Int64(progress.read))
        )
        let reached = stager
        async let following = stage(after: reached, of: id)
        progress = try await write(chunk, progress)
        (stager, staged) = try await following
        if interval.isOver {
          report("\(extent(of: progress)), \(progress.quarantined) quarantined")
        }
      }
    } catch {
      report(
        "import \(progress.id) has read \(extent(of: progress)); the same command resumes "
          + "after them"
      )
      throw error
    }
    try source.file.requireUnchanged()
    return Progress(
      try await connection.one(MigrationFunctions.importFinish(importID: progress.id))
    )
  }

  /// How much of the source an import has read.
  private func extent(of progress: Progress) -> String {
    if let declared = progress.declared { return "\(progress.read) of \(declared) records" }
    let percent = progress.nextOffset * 100 / max(1, source.file.bytes)
    return "\(progress.read) records, \(percent) % of the file"
  }

  /// Stages the next chunk, in a transaction that does not outlive a crash.
  ///
  /// - Returns: The stager after it, and the chunk without its rows; nil at the end.
  private func stage(after stager: Stager, of id: Int) async throws -> (Stager, Staged?) {
    var (stager, staged) = try await stager.ahead()
    if let rows = staged?.rows {
      try await staging.withTransaction { transaction in
        try await transaction.one(MigrationFunctions.importAhead(importID: id))
        try await copy(rows, to: id, "_next", in: transaction)
      }
      staged?.rows = []
    }
    return (stager, staged)
  }

  /// Writes a staged chunk in one transaction, again where it met a deadlock.
  private func write(_ staged: Staged, _ progress: Progress) async throws -> Progress {
    try await connection.withTransaction(retry: TransactionRetry(attempts: 5)) { transaction in
      let refused = try await transaction.call(
        MigrationFunctions.importWriteStaged(
          importID: progress.id,
          read: Int64(progress.read),
          last: Int64(staged.last)
        )
      ).map { staged.rejection(Int($0.record), Fault(code: $0.code, reason: $0.reason)) }
      var rejected: [UInt8] = [UInt8(ascii: "[")]
      for (index, rejection) in (staged.rejections + refused).enumerated() {
        if index > 0 { rejected.append(UInt8(ascii: ",")) }
        rejection.appendJSON(to: &rejected)
      }
      rejected.append(UInt8(ascii: "]"))
      return Progress(
        try await transaction.one(
          MigrationFunctions.importClose(
            importID: progress.id,
            read: Int64(staged.last),
            nextOffset: Int64(staged.chunk.nextOffset),
            nextLine: Int64(staged.chunk.nextLine),
            rejected: JSONB(String(decoding: rejected, as: UTF8.self))
          )
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

  /// What comparing records with their table found.
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

  /// Compares each record that is not in quarantine with its row.
  ///
  /// - Throws: `Failure`, `PostgresError`; RV004 where this source's import is not finished.
  package func verify() async throws -> Verification {
    var stager = stager
    var result = Verification(
      progress: Progress(
        try await connection.one(
          MigrationFunctions.importVerifyBegin(
            mapping: JSONB(mapping.json),
            fileMark: source.file.mark
          )
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
      let reached = stager
      async let following = reached.ahead(skipping: skipped)
      try await compare(chunk, &result)
      (stager, staged) = try await following
    }
    result.skipped = skipped.count
    result.compared = stager.read - skipped.count
    if stager.read != result.progress.read {
      result.differing += 1
      result.examples.append(
        "\(source.file.path): \(stager.read) records; the import read \(result.progress.read)"
      )
    }
    return result
  }

  private func compare(
    _ staged: Staged,
    _ result: inout Verification
  ) async throws {
    let id = result.progress.id
    var found = staged.rejections.map { ($0.record, $0.fault.reason) }
    found += try await connection.withTransaction { transaction in
      try await transaction.one(MigrationFunctions.importVerifyOpen(importID: id))
      try await copy(staged.rows, to: id, in: transaction)
      let differences = try await transaction.call(MigrationFunctions.importCompare(importID: id))
      try await transaction.one(MigrationFunctions.importVerifyClose(importID: id))
      return differences.map { (Int($0.record), $0.difference) }
    }
    result.differing += found.count
    for (record, difference) in found.prefix(max(0, 10 - result.examples.count)) {
      let index = record - staged.first
      let position = source.position(
        offset: staged.chunk.offsets[index],
        line: staged.chunk.lines[index]
      )
      result.examples.append("\(position): record \(record): \(difference)")
    }
  }
}
