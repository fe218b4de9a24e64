internal import Outcome
internal import Postgres

/// Fills an app's tables from `sql/apps/<app>/scale`, in the transaction that has just made them.
///
/// The files run in the order of their names. One that has parameters is a single statement that
/// makes the rows of the units `$1` … `$2`, and is run for one range after the other; any other is
/// run once. They read the settings `sample.scale`, `sample.seed` and `sample.as_of`. Keys, indexes
/// and triggers are away meanwhile, and put back, checked, at the end.
///
/// Rows are made where they end up: drawn on a second connection and fed through COPY they took 1.1
/// to 1.3 times as long, and the files could not read each other's rows, which are of one
/// transaction.
struct SampleGenerator {
  let scripts: [Share.Script]
  let bare: String
  let scale: SampleScale
  let transaction: Transaction
  let report: @Sendable (String) -> Void

  /// Makes the rows of the tables of a schema that the role in force owns.
  ///
  /// - Throws: `ScriptError`, `Failure`, `PostgresError`.
  func fill(_ schema: String) async throws {
    try await settle()
    let parts = try await transaction.query(bare, [schema])
    for part in parts { try await transaction.execute(part.get(0)) }
    for script in scripts {
      if script.text.contains("$1") {
        try await runInBatches(script)
      } else {
        report(script.name)
        try await transaction.run(script)
      }
    }
    let count = counter("keys, indexes and triggers", of: parts.count)
    for part in parts.reversed() {
      try await transaction.executeScript(part.get(1))
      count(1)
    }
  }

  /// Sets the sizes for the files, and the memory that each step may take in the server.
  private func settle() async throws {
    let day = try await transaction.query(
      """
      SELECT coalesce($1, (now() AT TIME ZONE 'UTC')::date::text),
        coalesce($1 !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', FALSE)
      """,
      [scale.asOf]
    )
    guard try !day[0].get(1, as: Bool.self) else {
      throw Failure(.usage, "a day is written YYYY-MM-DD")
    }
    try await transaction.query(
      """
      SELECT set_config(name, value, TRUE) FROM (VALUES
        ('sample.scale', $1), ('sample.seed', $2), ('sample.as_of', $3::date::text),
        ('work_mem', '64MB'), ('maintenance_work_mem', '256MB'), ('TimeZone', 'UTC'))
        setting (name, value)
      """,
      ["\(scale.units)", "\(scale.seed)", day[0].get(0, as: String.self)]
    )
  }

  private func runInBatches(_ script: Share.Script) async throws {
    let count = counter(script.name, of: scale.units)
    for batch in scale.batches {
      do {
        try await transaction.execute(script.text, [batch.lowerBound, batch.upperBound])
      } catch PostgresError.server(let error) {
        throw ScriptError(script: script, server: error)
      }
      count(batch.count)
    }
  }

  /// Returns what counts the units of a step; tells at the end, and before that every few seconds.
  private func counter(_ step: String, of total: Int) -> (Int) -> Void {
    var progress = Progress(step, done: 0, of: total, from: 0)
    var interval = ReportInterval()
    return { units in
      progress.done? += units
      if progress.isWhole || interval.isOver { report(progress.text()) }
    }
  }
}
