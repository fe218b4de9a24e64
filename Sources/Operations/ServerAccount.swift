internal import Glibc
import Host
package import Outcome

/// A user of this machine.
package struct ServerAccount: Hashable, Sendable {
  /// The login name.
  package let name: String
  let uid: uid_t
  let gid: gid_t

  /// The user who runs this program.
  ///
  /// - Returns: The account.
  /// - Throws: `Failure` where the user id has no name: peer authentication goes by names.
  package static func current() throws(Failure) -> ServerAccount {
    guard let entry = getpwuid(geteuid()) else {
      throw Failure(
        .failed,
        "user id \(geteuid()) has no name on this machine, but peer authentication needs one",
        hint: "Add the user to /etc/passwd, or name a server with --dsn."
      )
    }
    return ServerAccount(entry.pointee)
  }

  private init(_ entry: passwd) {
    name = String(cString: entry.pw_name)
    uid = entry.pw_uid
    gid = entry.pw_gid
  }

  /// Returns the account with a user id.
  static func with(uid: uid_t) -> ServerAccount? {
    getpwuid(uid).map { ServerAccount($0.pointee) }
  }

  /// Returns the account with a name.
  static func named(_ name: String) -> ServerAccount? {
    getpwnam(name).map { ServerAccount($0.pointee) }
  }

  /// The role of this user: their name, unless the cluster keeps such names for itself.
  package var adminRole: String {
    name == "postgres" || name.hasPrefix("pg_") || name.hasPrefix("reeve_") ? "admin_\(name)" : name
  }

  /// Returns whom programs of the server run as; nil for the caller.
  func programUser() throws -> ProgramUser? {
    uid == geteuid() ? nil : try ProgramUser.find(name)
  }

  /// Returns whom the server of a new cluster runs as: the caller, or for root a user without
  /// rights.
  ///
  /// - Throws: `Failure` where root has neither a user `postgres` nor can make one.
  static func forNewCluster() async throws -> ServerAccount {
    if geteuid() != 0 { return try current() }
    if let account = named("postgres") ?? named("reeve") { return account }
    guard let useradd = Programs.find("useradd") else {
      throw Failure(.failed, "there is no user postgres, and no useradd to create a user reeve")
    }
    let outcome = try await ChildProcess(arguments: [
      useradd, "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent",
      "--shell", "/usr/sbin/nologin", "reeve",
    ]).run()
    guard let account = named("reeve") else {
      throw Failure(.failed, "cannot create the user reeve", details: outcome.lastLines)
    }
    return account
  }
}

/// Programs of this machine.
enum Programs {
  /// Returns the path of a program in PATH or the usual places.
  static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let places = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/bin", "/bin"]
    return places.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}
