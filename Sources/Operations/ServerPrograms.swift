internal import Glibc
import Host
import Outcome

/// The programs of one installed PostgreSQL.
struct ServerPrograms: Sendable {
  /// The oldest major version that Reeve is tested with.
  static let oldestMajor = 15

  /// The directory of `initdb`, `pg_ctl` and `postgres`.
  let directory: String
  /// The major version, such as 15.
  let major: Int

  /// Returns every usable installation: the one in PATH first, then Debian's, newest first.
  static func installed() async throws -> [ServerPrograms] {
    var directories: [String] = []
    if let initdb = Programs.find("initdb"), let end = initdb.lastIndex(of: "/") {
      directories.append(String(initdb[..<end]))
    }
    let debian = "/usr/lib/postgresql"
    let majors = try Disk.names(in: debian).compactMap { Int($0) }.sorted(by: >)
    directories += majors.map { "\(debian)/\($0)/bin" }
    var found: [ServerPrograms] = []
    for directory in directories {
      let isWhole = ["initdb", "pg_ctl", "postgres"].allSatisfy {
        access("\(directory)/\($0)", X_OK) == 0
      }
      guard isWhole, let major = try await major(of: "\(directory)/postgres"), major >= oldestMajor
      else { continue }
      found.append(ServerPrograms(directory: directory, major: major))
    }
    return found
  }

  /// Returns the installation for a data directory.
  ///
  /// - Parameters:
  ///   - major: The version that made the data directory; nil for a new one.
  ///   - data: The data directory, for the message.
  /// - Returns: The installation.
  /// - Throws: `Failure` where none fits.
  static func matching(major: Int?, data: String) async throws -> ServerPrograms {
    let installed = try await installed()
    guard let newest = installed.first else {
      throw Failure(
        .failed,
        "PostgreSQL \(oldestMajor) or later is not installed here",
        hint: "Install the package postgresql, or name a server with --dsn."
      )
    }
    guard let major else { return newest }
    if let same = installed.first(where: { $0.major == major }) { return same }
    let versions = installed.map { String($0.major) }.joined(separator: ", ")
    throw Failure(
      .failed,
      "the data directory \(data) belongs to PostgreSQL \(major), but \(versions) is installed",
      hint:
        "Install PostgreSQL \(major), convert the data with pg_upgrade, or set REEVE_HOME to "
        + "another directory."
    )
  }

  private static func major(of postgres: String) async throws -> Int? {
    // postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)
    let outcome = try await ChildProcess(arguments: [postgres, "--version"]).run()
    let words = outcome.output.split(separator: " ")
    return words.count > 2 ? Int(words[2].prefix { $0.isNumber }) : nil
  }
}
