internal import Catalog
internal import Postgres

extension Migrator {
  /// A column that reads differently through the old name once the target is live.
  package struct Unlike: Hashable, Sendable {
    package let column: String
    /// Rows of the sample, and how many of them differ.
    package let rows: Int
    package let differing: Int
    /// Key and values of one of them.
    package let example: String
  }

  /// Creates the view that would have the old name, compares all its columns with the source's over
  /// a sample, and undoes it.
  ///
  /// - Parameter sample: How many rows to compare.
  /// - Returns: Columns that read differently.
  /// - Throws: `Failure`, `PostgresError`; RV009 unless the copy follows.
  package func rehearse(sample: Int) async throws -> [Unlike] {
    let id = try await status().id
    _ = try await catchUp(id)
    var unlike: [Unlike] = []
    do {
      try await connection.withTransaction { transaction in
        unlike = try await transaction.call(
          MigrationFunctions.migrateRehearse(copyID: id, maxRows: sample)
        ).map {
          Unlike(
            column: $0.name,
            rows: Int($0.rows),
            differing: Int($0.differing),
            example: $0.example
          )
        }
        throw Undone()
      }
    } catch is Undone {
      // The view is gone again.
    }
    return unlike
  }

  /// Ends a transaction that is to leave nothing.
  private struct Undone: Error {}

  /// Refuses where columns read differently that nobody has accepted.
  ///
  /// - Parameters:
  ///   - sample: How many rows to compare.
  ///   - accepted: Columns that may differ.
  /// - Throws: `Failure` naming the columns, `PostgresError`.
  func requireAlike(sample: Int, accepted: Set<String>) async throws {
    let unlike = try await rehearse(sample: sample).filter { !accepted.contains($0.column) }
    guard unlike.isEmpty else {
      throw Failure(
        .failed,
        "the old name would read differently after the cutover",
        details: unlike.map {
          "column \($0.column): \($0.differing) of \($0.rows) rows, such as \($0.example)"
        },
        hint: "Correct the mapping, or accept what is lost: --accept COLUMN."
      )
    }
  }
}
