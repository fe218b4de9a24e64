import Catalog
import Postgres
import Readers

extension Importer {
  /// The result of comparing records with their table.
  package struct Verification: Hashable, Sendable {
    package let progress: Progress
    /// Records compared; the others are in quarantine, were kept, or are as in an earlier import.
    package fileprivate(set) var compared = 0
    /// Records in quarantine.
    package fileprivate(set) var skipped = 0
    /// Records whose row is missing or differs.
    package fileprivate(set) var differing = 0
    /// The first of them, a line each.
    package fileprivate(set) var examples: [String] = []
  }

  /// The counts of this import, where it has ended with this very source and mapping and none came
  /// after it; otherwise nil.
  package func finished() async throws -> Progress? {
    do {
      return Progress(
        try await connection.one(
          ImportFunctions.importVerifyBegin(
            mapping: JSONB(mapping.json),
            fileMark: source.file.mark
          )
        )
      )
    } catch let error as PostgresError where error.sqlState == SQLState("RV004") {
      return nil
    }
  }

  /// Compares each record that is not in quarantine with its row, but for those that this process
  /// has recognized as they were in an earlier import.
  ///
  /// - Parameters:
  ///   - isComparing: Whether to compare.
  ///   - afterRun: Whether the import has just ended, having compared each row when it wrote it:
  ///     where all of them are still as they were then, the records are not read again.
  /// - Returns: The counts of the import, and of the comparison where there is one.
  /// - Throws: `Failure`, `PostgresError`; RV004 where this source's import is not finished.
  package func verify(
    comparing isComparing: Bool = true,
    afterRun: Bool = false
  ) async throws -> Verification {
    var stager = stager
    var result = Verification(
      progress: Progress(
        try await connection.one(
          ImportFunctions.importVerifyBegin(
            mapping: JSONB(mapping.json),
            fileMark: source.file.mark
          )
        )
      )
    )
    guard isComparing else { return result }
    if afterRun, let compared = try await proven(result.progress) {
      result.skipped = result.progress.quarantined
      result.compared = compared
      return result
    }
    let rejected = try await connection.query(
      """
      SELECT q.record FROM reeve.quarantine q WHERE q.import_id = $1
      UNION ALL
      SELECT k.record FROM reeve.import_kept k WHERE k.import_id = $1
      """,
      [result.progress.id]
    ).map { try $0.get(0, as: Int.self) }
    let skipped = Set(rejected)
    stager.notesContents = result.progress.hasKeys
    var staged: Staged?
    (stager, staged) = try await stager.ahead { isLeftOut($0, skipped) }
    while staged != nil {
      (stager, staged, result) = try await connection.withTransaction { transaction in
        try await compare(staged, of: stager, skipping: skipped, result, in: transaction)
      }
    }
    result.skipped = result.progress.quarantined
    result.compared = stager.read - skipped.count - recognized.count
    if stager.read != result.progress.read {
      result.differing += 1
      result.examples.append(
        "\(source.file.path): \(stager.read) records; the import read \(result.progress.read)"
      )
    }
    return result
  }

  /// How many records an import that has just ended has compared with their rows, all of which are
  /// as they were then; nil where not all are, or some were not compared.
  private func proven(_ progress: Progress) async throws -> Int? {
    let id = progress.id
    let rows = try await connection.withTransaction { transaction in
      try await transaction.one(ImportFunctions.importProve(importID: id))
    }
    try source.file.requireUnchanged()
    let written = progress.read - progress.quarantined - recognized.count
    return progress.kept == 0 && rows == Int64(written) ? written : nil
  }

  /// Whether a record is not compared: one that is in quarantine or was kept, and one that was
  /// recognized, since an earlier import has written its row, and nothing else since.
  private func isLeftOut(_ record: Int, _ skipped: Set<Int>) -> Bool {
    skipped.contains(record) || recognized.contains(record)
  }

  /// Compares chunks for some seconds, since the rights that it takes are given for each anew, and
  /// an old transaction keeps the server from cleaning up.
  ///
  /// - Returns: What is to be compared next, and what was found.
  private func compare(
    _ first: Staged?,
    of reached: Stager,
    skipping skipped: Set<Int>,
    _ before: Verification,
    in transaction: Transaction
  ) async throws -> (Stager, Staged?, Verification) {
    var (stager, staged, result) = (reached, first, before)
    let id = result.progress.id
    let end = ContinuousClock.now + .seconds(5)
    try await transaction.one(ImportFunctions.importVerifyOpen(importID: id))
    while let chunk = staged, ContinuousClock.now < end {
      let reached = stager
      async let following = reached.ahead { isLeftOut($0, skipped) }
      result.take(chunk.rejections.map { ($0.record, $0.fault.reason) }, of: chunk, source)
      if !chunk.rows[0].isEmpty {
        try await copy(chunk.rows, to: id, in: transaction)
        let differences = try await transaction.call(ImportFunctions.importCompare(importID: id))
        result.take(differences.map { (Int($0.record), $0.difference) }, of: chunk, source)
      }
      (stager, staged) = try await following
    }
    try await transaction.one(ImportFunctions.importVerifyClose(importID: id))
    return (stager, staged, result)
  }
}

extension Importer.Verification {
  /// Takes records of a chunk that differ, and how.
  fileprivate mutating func take(
    _ found: [(record: Int, difference: String)],
    of staged: Staged,
    _ source: any RecordSource
  ) {
    differing += found.count
    for (record, difference) in found.prefix(max(0, 10 - examples.count)) {
      let index = record - staged.first
      let position = source.position(
        offset: staged.chunk.offsets[index],
        line: staged.chunk.lines[index]
      )
      examples.append("\(position): record \(record): \(difference)")
    }
  }
}
