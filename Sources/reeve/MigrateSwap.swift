import Import
import LiveCopy
import Outcome

extension MigrateCommand.Source {
  /// Cuts over or back and tells how it went.
  func swap(
    isBack: Bool,
    _ locks: MigrateCommand.Locks,
    _ terms: Migrator.Terms = Migrator.Terms()
  ) async throws {
    let (swap, status) = try await withMigrator { migrator in
      let swap = try await migrator.swap(
        isBack: isBack,
        lockTimeout: .milliseconds(locks.lockTimeout),
        budget: locks.patience,
        terms: terms
      )
      return (swap, try await migrator.status())
    }
    let live = isBack ? status.source : status.target
    guard let swap else { return Output.note("\(live) is already live") }
    let milliseconds = Int(swap.held / .milliseconds(1))
    if terms.isRehearsal {
      return Output.line(
        """
        rehearsed: the old name would read the same; the locks were held for \(milliseconds) ms; \
        nothing was changed
        """
      )
    }
    Output.line("\(live) is live; the locks were held for \(milliseconds) ms")
    if !swap.collections.isEmpty {
      Output.note(
        """
        the catalog knows \(swap.collections.joined(separator: ", ")) by the other table; name \(live) \
        in it, then `reeve catalog apply`
        """
      )
    }
    guard !swap.invalid.isEmpty else { return }
    throw Failure(
      .failed,
      "some existing rows violate foreign keys; new rows are checked",
      details: swap.invalid
    )
  }
}
