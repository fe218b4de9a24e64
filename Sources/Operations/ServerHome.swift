internal import Glibc
import Host
package import Outcome

/// The directory in which the embedded server lives.
///
/// The directory itself and the configuration belong to the caller; the data and the socket's
/// directory belong to the user whom the server runs as, and nobody else gets into them (root gets
/// everywhere).
package struct ServerHome: Sendable {
  /// An absolute path.
  package let path: String

  var data: String { "\(path)/data" }
  /// A data directory that `initdb` has not finished.
  var unfinishedData: String { "\(path)/data.new" }
  /// Directory of the unix socket.
  package var run: String { "\(path)/run" }
  var configuration: String { "\(path)/postgresql.conf" }
  var authentication: String { "\(path)/pg_hba.conf" }
  var identities: String { "\(path)/pg_ident.conf" }
  var lock: String { "\(path)/lock" }
  var startLog: String { "\(data)/start.log" }
  /// The socket's file name carries it; nothing listens on TCP.
  package static let port = 5432

  /// The longest path that a unix socket can have, in bytes, without its closing zero.
  static let limitSocketBytes = 107

  /// Makes a home of a path.
  ///
  /// - Throws: `Failure` where the path is relative, holds control characters, or would make
  ///   the socket's path longer than the system allows.
  package init(path: String) throws(Failure) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard path.hasPrefix("/"), path.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else {
      throw Failure(.failed, "REEVE_HOME must be an absolute path without control characters")
    }
    self.path = path
    let bytes = "\(run)/.s.PGSQL.\(Self.port)".utf8.count
    guard bytes <= Self.limitSocketBytes else {
      throw Failure(
        .failed,
        "the path of the socket in \(run) has \(bytes) bytes; a unix socket allows "
          + "\(Self.limitSocketBytes)",
        hint: "Set REEVE_HOME to a shorter directory."
      )
    }
  }

  /// Returns the home of this user: `$REEVE_HOME`; for root `/var/lib/reeve`; else `reeve` in the
  /// user's data directory.
  ///
  /// - Parameter environment: Returns a variable's value; empty counts as unset.
  /// - Returns: The home; nothing is made yet.
  /// - Throws: `Failure` where the path will not do.
  package static func standard(
    _ environment: (String) -> String? = environmentValue
  ) throws(Failure) -> ServerHome {
    if let home = environment("REEVE_HOME") { return try ServerHome(path: home) }
    if geteuid() == 0 { return try ServerHome(path: "/var/lib/reeve") }
    if let data = environment("XDG_DATA_HOME") { return try ServerHome(path: "\(data)/reeve") }
    guard let home = environment("HOME") else {
      throw Failure(.failed, "HOME is not set", hint: "Set REEVE_HOME to a directory of your own.")
    }
    return try ServerHome(path: "\(home)/.local/share/reeve")
  }

  /// Makes the directories and refuses those that somebody else could have put there.
  ///
  /// - Parameter account: Whom the server runs as.
  /// - Throws: `Failure`.
  func prepare(for account: ServerAccount) throws(Failure) {
    try makeTop()
    try makeOwned(run, by: account)
  }

  /// Makes the directory itself, which only the caller may write.
  func makeTop() throws(Failure) {
    try Disk.makeDirectory(path, mode: geteuid() == 0 ? 0o711 : 0o700)
    guard let status = Disk.status(path), status.isDirectory, status.owner == geteuid(),
      status.mode & 0o022 == 0
    else {
      throw Failure(
        .failed,
        "\(path) is not a directory that you own and only you can write to",
        hint: "Inspect it, or set REEVE_HOME to a directory of your own."
      )
    }
  }

  /// Makes the caller's own directory that a worker delivers notices to by default.
  ///
  /// - Returns: Its path.
  /// - Throws: `Failure`.
  package func makeNotices() throws(Failure) -> String {
    let notices = "\(path)/notices"
    try makeOwned(notices, by: ServerAccount.current())
    return notices
  }

  /// Makes a directory that belongs to the server's user and that nobody else can enter.
  func makeOwned(_ directory: String, by account: ServerAccount) throws(Failure) {
    if Disk.status(directory) == nil {
      try Disk.makeDirectory(directory, mode: 0o700)
      guard account.uid == geteuid() || lchown(directory, account.uid, account.gid) == 0 else {
        throw .system("cannot give \(directory) to \(account.name)")
      }
    }
    guard let status = Disk.status(directory), status.isDirectory, status.owner == account.uid,
      status.mode & 0o077 == 0
    else {
      throw Failure(.failed, "\(directory) is not a private directory of \(account.name)")
    }
  }
}
