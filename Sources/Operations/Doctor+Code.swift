internal import Postgres

extension Doctor {
  /// How many changes of one app's code are listed one by one.
  private static let listedChanges = 20

  /// Reports how the code of each app differs from the pins of its last `catalog apply`, and
  /// which of it would run at COMMIT.
  ///
  /// - Throws: `PostgresError`.
  func codeFindings() async throws -> [Finding] {
    let query = try share.query("operations/doctor_code.sql")
    do {
      return try await connection.withTransaction(TransactionOptions(isReadOnly: true)) {
        try await $0.query(query, [Self.listedChanges])
      }.map { row in
        try Finding(area: row.get(0), isRed: row.get(1), finding: row.get(2), remedy: row.get(3))
      }
    } catch let error where Self.isBusy(error) {
      return [Self.busy]
    }
  }

  private static func isBusy(_ error: any Error) -> Bool {
    let cause: any Error = (error as? TransactionError)?.cause ?? error
    guard case PostgresError.server(let error) = cause else { return false }
    return error.sqlState == .lockNotAvailable
  }

  private static let busy = Finding(
    area: "code",
    isRed: false,
    finding: "app code was not compared: somebody is altering one of the tables",
    remedy: "Run `reeve doctor` again; `SELECT * FROM pg_locks` shows who holds it."
  )
}
