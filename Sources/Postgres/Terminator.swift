import CLibPQ
import Glibc

/// Ends the server process of a connection, over another connection of the same login.
///
/// A function of an app can catch a cancellation and ignore it: its handler of `query_canceled`
/// goes on. It cannot catch the end of its process. A login may end processes of its own.
final class Terminator: Sendable {
  /// The result.
  enum Outcome: Hashable, Sendable {
    /// The process is gone; nil where it is not known whether its transaction was committed.
    case ended(isCommitted: Bool?)
    /// No second connection, or the process is none of ours, as behind a pooler.
    case outOfReach
  }

  private let conninfo: String
  private let process: String

  /// Takes the server, the login and the process of a connection.
  ///
  /// Returns nil if libpq is out of memory.
  init?(_ connection: OpaquePointer) {
    guard let options = PQconninfo(connection) else { return nil }
    defer { PQconninfoFree(options) }
    func text(_ value: UnsafePointer<CChar>?) -> String {
      value.map { String(cString: $0) } ?? ""
    }
    // If there are several hosts, the one that the process runs on.
    conninfo = ConnectionInfo.text(
      of: options,
      replacing: [
        ("host", text(PQhost(connection))), ("hostaddr", ""), ("port", text(PQport(connection))),
        ("password", text(PQpass(connection))), ("service", ""), ("target_session_attrs", "any"),
        ("connect_timeout", "3"),
      ]
    )
    process = "\(PQbackendPID(connection))"
  }

  /// Ends the process and finds out the outcome of its transaction; blocks for some seconds at
  /// most.
  func run() -> Outcome {
    guard let connection = PQconnectdb(conninfo) else { return .outOfReach }
    defer { PQfinish(connection) }
    guard PQstatus(connection) == CONNECTION_OK,
      let row = Self.row(connection, Self.end, process, columns: 3)
    else { return .outOfReach }
    guard row[1] == "t" else { return .outOfReach }
    // Without a transaction number nothing was written.
    guard let short = row[0].flatMap({ UInt64($0) }) else { return .ended(isCommitted: false) }
    guard let next = row[2].flatMap({ UInt64($0) }) else { return .ended(isCommitted: nil) }
    // The number has 32 bits here; of those that end in them, it is the newest.
    var number = next & ~0xFFFF_FFFF | short
    if number >= next, number > 0xFFFF_FFFF { number -= 1 << 32 }
    switch Self.row(connection, Self.status, "\(number)", columns: 1)?[0] {
    case "committed": return .ended(isCommitted: true)
    case "aborted": return .ended(isCommitted: false)
    default: return .ended(isCommitted: nil)
    }
  }

  /// Everything is named by schema: a login's own search_path may be hostile.
  private static let end = """
    SELECT a.backend_xid::pg_catalog.text, pg_catalog.pg_terminate_backend(a.pid, 3000),
      pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::pg_catalog.text
    FROM pg_catalog.pg_stat_activity AS a
    WHERE a.pid OPERATOR(pg_catalog.=) $1::pg_catalog.int4
      AND a.usename OPERATOR(pg_catalog.=) SESSION_USER
      AND a.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()
    """
  private static let status = "SELECT pg_catalog.pg_xact_status($1::pg_catalog.xid8)"

  /// The first row of a statement with one value; nil where there is none.
  private static func row(
    _ connection: OpaquePointer,
    _ sql: String,
    _ value: String,
    columns: Int32
  ) -> [String?]? {
    let result = value.withCString { value in
      withUnsafePointer(to: UnsafePointer<CChar>?.some(value)) { values in
        PQexecParams(connection, sql, 1, nil, values, nil, nil, 0)
      }
    }
    guard let result else { return nil }
    let owned = ResultHandle(result)
    guard owned.status == PGRES_TUPLES_OK, PQntuples(owned.raw) > 0 else { return nil }
    return (0..<columns).map { column in
      PQgetisnull(owned.raw, 0, column) == 1
        ? nil : PQgetvalue(owned.raw, 0, column).map { String(cString: $0) }
    }
  }
}
