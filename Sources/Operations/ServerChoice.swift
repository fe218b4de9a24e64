import Host

/// The server that a command connects to.
package enum ServerChoice: Hashable, Sendable {
  /// A connection string; empty for what libpq finds in its environment.
  case conninfo(String)
  /// The user's own cluster.
  case embedded

  /// Chooses: `--dsn`, else DATABASE_URL, else libpq's variables, else the embedded server.
  ///
  /// - Parameters:
  ///   - dsn: The value of `--dsn`.
  ///   - environment: Returns a variable's value; empty counts as unset.
  package init(dsn: String?, environment: (String) -> String? = environmentValue) {
    if let conninfo = dsn ?? environment("DATABASE_URL") {
      self = .conninfo(conninfo)
    } else if ["PGHOST", "PGHOSTADDR", "PGPORT", "PGSERVICE"].contains(where: {
      environment($0) != nil
    }) {
      self = .conninfo("")
    } else {
      self = .embedded
    }
  }
}

/// The kind of login that a command needs.
package enum LoginPurpose: Sendable {
  /// An admin at the console.
  case admin
  /// An installer: the embedded server's bootstrap role.
  case install
}

extension ServerChoice {
  /// Returns an admin's connection string at once, nil where the embedded server must be started
  /// first.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func readyConninfo() throws -> String? {
    switch self {
    case .conninfo(let conninfo): return conninfo
    case .embedded:
      let server = try EmbeddedServer()
      guard case .running(_, isReady: true) = try server.state() else { return nil }
      return try server.conninfo()
    }
  }

  /// Returns the connection string, starting the embedded server if it is the one and does not run.
  ///
  /// - Parameters:
  ///   - purpose: Chooses the role on the embedded server; a named server's login is its own
  ///     affair.
  ///   - report: Takes a line for people when the embedded server is made or started.
  /// - Returns: A connection string; empty for libpq's environment.
  /// - Throws: `Failure`, `PostgresError`.
  package func conninfo(
    for purpose: LoginPurpose,
    report: @Sendable (String) -> Void
  ) async throws -> String {
    if purpose == .admin, let ready = try readyConninfo() { return ready }
    switch self {
    case .conninfo(let conninfo): return conninfo
    case .embedded:
      let server = try EmbeddedServer()
      try await server.start(report: report)
      return try server.conninfo(role: purpose == .install ? EmbeddedServer.bootstrapRole : nil)
    }
  }
}
