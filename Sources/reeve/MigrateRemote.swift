import ArgumentParser
import Catalog
import Import
import LiveCopy
import Outcome
import Readers

/// What `reeve migrate` does where the mapping's target is in another database.
extension MigrateCommand.Source {
  /// Lends a migrator for a target in another database; nil where it is in this one.
  func withRemote<R: Sendable>(_ body: (RemoteMigrator) async throws -> R) async throws -> R? {
    guard try CopyMapping(file: SourceFile.manifest(mapping)).server != nil else { return nil }
    return try await withMigrator { migrator in
      guard let remote = RemoteMigrator(migrator) else { return nil }
      return try await body(remote)
    }
  }

  /// Refuses what only a copy within a database can do.
  ///
  /// - Parameter what: A plural, such as `rehearsals`.
  /// - Throws: `Failure`, `ManifestError`.
  func requireLocal(_ what: String) throws {
    guard try CopyMapping(file: SourceFile.manifest(mapping)).server == nil else {
      throw Failure(.usage, "a copy to another database has no \(what)")
    }
  }

  /// Refuses what only a copy to another database can do.
  ///
  /// - Throws: `Failure`, `ManifestError`.
  func requireRemote() throws {
    guard try CopyMapping(file: SourceFile.manifest(mapping)).server != nil else {
      throw Failure(.usage, "--lost is for a copy to another database")
    }
  }
}

extension MigrateCommand {
  /// What `--lost` of a copy to another database does.
  static let lost: ArgumentHelp = "Do not ask the target's database: it is gone for good."

  /// Cuts over to another database and tells how it went.
  static func cutOver(
    _ remote: RemoteMigrator,
    _ locks: Locks,
    isVerified: Bool
  ) async throws -> String {
    let refused = try await remote.cutover(
      isVerified: isVerified,
      lockTimeout: .milliseconds(locks.lockTimeout),
      budget: locks.patience
    )
    let status = try await remote.status()
    guard let refused else { return "\(status.target) is already live" }
    return """
      \(status.target) is live; writes were refused for \(Int(refused / .milliseconds(1))) ms \
      before it was
      """
  }

  /// Ends a copy to another database and tells what is left.
  static func finish(
    _ remote: RemoteMigrator,
    isAbandoned: Bool,
    isLost: Bool
  ) async throws -> String {
    let status = try await remote.status()
    try await remote.finish(isAbandoned: isAbandoned, isLost: isLost)
    if isAbandoned, isLost { return "abandoned; \(status.target) was left as it is" }
    return isAbandoned
      ? "abandoned; \(status.target) is empty"
      : "finished; \(status.source) refuses writes until you drop it"
  }
}
