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
  /// The operations that would not do after a cutover, or a rollback, what they do now.
  struct Broken: Sendable {
    /// Whether it is a rollback.
    private let isBack: Bool
    /// Operations with one outcome, and the roles that have it.
    private typealias Group = (what: String, roles: [String])

    /// Roles that were not tried, or not with everything.
    private var untried: [String] = []
    /// Operations that differ.
    private var differing: [Group] = []
    /// What may mend them.
    private var hints: [String] = []
    /// Operations that the plan already lists as failing.
    private var told: [Group] = []

    init(_ rows: [LiveCopyFunctions.MigrateRehearseWritesRow], isBack: Bool) {
      self.isBack = isBack
      for row in rows {
        guard let operation = row.operation, let was = row.was, let comes = row.comes else {
          if !untried.contains(row.roleName) { untried.append(row.roleName) }
          continue
        }
        let outcome = was == "works" ? comes : "\(was) → \(comes)"
        let what = "\(operation) on \(row.tableName): \(outcome)"
        if row.isTold == true {
          Self.add(row.roleName, what, to: &told)
        } else {
          Self.add(row.roleName, what, to: &differing)
          if let hint = row.hint, !hints.contains(hint) { hints.append(hint) }
        }
      }
    }

    private static func add(_ role: String, _ what: String, to groups: inout [Group]) {
      if let place = groups.firstIndex(where: { $0.what == what }) {
        groups[place].roles.append(role)
      } else {
        groups.append((what, [role]))
      }
    }

    /// Refuses where something that programs may well do would fail, or have another outcome.
    ///
    /// - Throws: `Failure` naming roles, statement and both outcomes.
    func require(_ report: (String) -> Void) throws {
      for (what, roles) in told {
        report("would fail as \(roles.joined(separator: ", ")): \(what)")
      }
      if !untried.isEmpty {
        report(
          "not tried as \(untried.joined(separator: ", ")), or not with everything: you are no member, "
            + "it has rights beyond this app, or it takes too long"
        )
      }
      guard differing.isEmpty else {
        throw Failure(
          .failed,
          "what works now would fail through the old name after the \(isBack ? "rollback" : "cutover"), or do something else",
          details: differing.map { "\($0.roles.joined(separator: ", ")): \($0.what)" },
          hint: (["Nothing was changed."] + hints).joined(separator: " ")
        )
      }
    }
  }

  /// Cuts over or rolls back, and compares what each role may write by the old names before and
  /// after it.
  ///
  /// - Parameters:
  ///   - id: The copy.
  ///   - isBack: Whether to roll back.
  ///   - accepted: Columns that may differ.
  ///   - limit: How long writes are tried; those that are left then are reported.
  ///   - transaction: The caller undoes it.
  /// - Returns: What differs.
  /// - Throws: `PostgresError`.
  func rehearseWrites(
    of id: Int,
    isBack: Bool,
    accepted: Set<String>,
    within limit: Duration,
    in transaction: Transaction
  ) async throws -> Broken {
    Broken(
      try await transaction.call(
        LiveCopyFunctions.migrateRehearseWrites(
          copyID: id,
          accepted: accepted.sorted(),
          seconds: limit / .seconds(1),
          isBack: isBack
        )
      ),
      isBack: isBack
    )
  }
}
