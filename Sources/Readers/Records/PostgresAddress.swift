internal import Glibc
package import Postgres

/// The address of a database on a server: `postgresql://…`, or `host=… dbname=…`.
package struct PostgresAddress: Sendable {
  /// As it was given; may hold a password.
  package let conninfo: String
  /// The address in messages and in the database: without a password, and itself a valid address.
  package let shown: String
  /// The database's name; empty where libpq finds it.
  package let database: String

  private static let keywords = ["service", "host", "hostaddr", "port", "dbname", "user"]

  /// Reads an address.
  ///
  /// - Throws: `PostgresError.cannotConnect` where libpq cannot.
  package init(_ conninfo: String) throws(PostgresError) {
    self.conninfo = conninfo
    let values = try ConnectionInfo.values(of: Self.keywords, in: conninfo)
    database = values.first { $0.keyword == "dbname" }?.value ?? ""
    let settings = values.map { "\($0.keyword)=\(Self.quoted($0.value))" }
    shown = settings.isEmpty ? "postgresql://" : settings.joined(separator: " ")
  }

  /// Whether a text is an address, and not the path of a file.
  package static func isAddress(_ text: String) -> Bool {
    if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") { return true }
    guard let sign = text.firstIndex(of: "=") else { return false }
    let word = text[..<sign].filter { $0 != " " }
    return (keywords + ["password", "passfile", "sslmode"]).contains(String(word))
      && access(text, F_OK) != 0
  }

  private static func quoted(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { byte in
      byte > 0x20 && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\")
    }
    if isPlain, !value.isEmpty { return value }
    return "'" + value.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
