internal import Catalog
internal import Outcome
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
    _ = try await Work(id: id, source: self).catchUp()
    var unlike: [Unlike] = []
    do {
      try await connection.withTransaction { transaction in
        unlike = try await transaction.call(
          LiveCopyFunctions.migrateRehearse(copyID: id, maxRows: sample)
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

extension Migrator {
  /// The operations that each role could perform by the old names, with their outcomes.
  struct Operations: Sendable {
    fileprivate struct Operation: Hashable {
      let table: String
      let role: String
      let operation: String
    }

    /// SQLSTATE and message, 00000 where it succeeded.
    fileprivate var outcomes: [Operation: (state: String, problem: String)] = [:]
    fileprivate var untried: Set<String> = []

    /// Compares these with the same operations after the cutover.
    func broken(after: Operations) -> Broken {
      var broken = Broken(untried: untried.union(after.untried).sorted())
      for (operation, now) in after.outcomes {
        guard let then = outcomes[operation], now.state != "00000", now.state != then.state else {
          continue
        }
        // Another row may be in the way: earlier operations have used up other numbers.
        guard now.state != SQLState.uniqueViolation.code,
          then.state == "00000" || ["42", "0A", "55"].contains(now.state.prefix(2))
        else { continue }
        // 42P10: a view with triggers has no unique index to name in ON CONFLICT, as the plan says.
        let line =
          "\(operation.role), \(operation.operation) on \(operation.table): \(now.problem) (\(now.state))"
        if now.state == "42P10" {
          broken.told.append(line)
        } else {
          broken.lines.append(line)
        }
      }
      broken.lines.sort()
      broken.told.sort()
      return broken
    }
  }

  /// The operations that would no longer work after a cutover.
  struct Broken: Sendable {
    /// Roles that were not tried.
    let untried: [String]
    /// Operations that worked before, a line each.
    var lines: [String] = []
    /// Operations that the plan already lists as failing, a line each.
    var told: [String] = []

    /// Refuses where something that programs may well do would fail.
    ///
    /// - Throws: `Failure` naming role, statement and error.
    func require(_ report: (String) -> Void) throws {
      for line in told { report("would fail: \(line)") }
      if !untried.isEmpty {
        report(
          "not tried as \(untried.joined(separator: ", ")): you are no member, it has rights beyond "
            + "this app, or it takes too long"
        )
      }
      guard lines.isEmpty else {
        throw Failure(
          .failed,
          "what works now would fail through the old name after the cutover",
          details: lines,
          hint: "Nothing was changed. Correct the target, its rights or the mapping."
        )
      }
    }
  }

  /// Tries the operations of each role by the old names, and undoes them.
  func operations(of id: Int, in transaction: Transaction) async throws -> Operations {
    var operations = Operations()
    for row in try await transaction.call(LiveCopyFunctions.migrateTry(copyID: id, seconds: 2)) {
      guard let operation = row.operation, let state = row.state else {
        operations.untried.insert(row.roleName)
        continue
      }
      operations.outcomes[.init(table: row.tableName, role: row.roleName, operation: operation)] =
        (state, row.problem ?? "")
    }
    return operations
  }
}
