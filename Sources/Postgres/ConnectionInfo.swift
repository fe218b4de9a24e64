import CLibPQ
import Glibc

/// Connection strings, in libpq's two forms: `key=value …` and `postgresql://…`.
package enum ConnectionInfo {
  /// Returns `conninfo` with some settings replaced, in the `key=value` form.
  ///
  /// It carries the password if `conninfo` does: not for logs.
  ///
  /// - Throws: `cannotConnect` if `conninfo` is not a connection string.
  package static func replacing(
    _ conninfo: String,
    with settings: [(keyword: String, value: String)]
  ) throws(PostgresError) -> String {
    var merged = try parse(conninfo)
    for (keyword, value) in settings {
      merged.removeAll { $0.keyword == keyword }
      merged.append((keyword, value))
    }
    return text(merged)
  }

  /// Adds settings that neither `conninfo` nor libpq's environment has.
  ///
  /// A service stays as its file has it, which libpq alone reads.
  ///
  /// - Parameters:
  ///   - conninfo: As for `Connection.connect`.
  ///   - settings: Each with the variable of the environment that stands for it.
  ///   - isSet: Whether a variable of the environment is set.
  /// - Returns: A connection string; it carries the password if `conninfo` does: not for logs.
  /// - Throws: `cannotConnect` if `conninfo` is not a connection string.
  package static func completing(
    _ conninfo: String,
    with settings: [(keyword: String, variable: String, value: String)],
    isSet: (String) -> Bool = { getenv($0) != nil }
  ) throws(PostgresError) -> String {
    var merged = try parse(conninfo)
    let names = merged.map(\.keyword)
    guard !names.contains("service"), !isSet("PGSERVICE") else { return conninfo }
    for setting in settings where !names.contains(setting.keyword) && !isSet(setting.variable) {
      merged.append((setting.keyword, setting.value))
    }
    return text(merged)
  }

  /// Returns what `conninfo` says about some settings, in their order.
  ///
  /// - Throws: `cannotConnect` if `conninfo` is not a connection string.
  package static func values(
    of keywords: [String],
    in conninfo: String
  ) throws(PostgresError) -> [(keyword: String, value: String)] {
    let settings = try parse(conninfo)
    return keywords.compactMap { keyword in settings.first { $0.keyword == keyword } }
  }

  /// Whether `conninfo` holds a password, or is nothing that libpq can read.
  package static func mayHoldPassword(_ conninfo: String) -> Bool {
    do throws(PostgresError) {
      return try parse(conninfo).contains { ["password", "sslpassword"].contains($0.keyword) }
    } catch {
      return true
    }
  }

  /// Throws `cannotConnect` if `conninfo` is not a connection string.
  static func check(_ conninfo: String) throws(PostgresError) { _ = try parse(conninfo) }

  /// How long connecting to an address may take by default.
  static let connectTimeout = Duration.seconds(15)

  /// How long `connect_timeout` lets an address take; nil is forever.
  ///
  /// libpq, section 34.1.2: at least two seconds, zero or less means no limit.
  static func connectTimeout(_ raw: OpaquePointer) -> Duration? {
    guard let options = PQconninfo(raw) else { return connectTimeout }
    defer { PQconninfoFree(options) }
    for option in settings(options)
    where option.keyword == "connect_timeout" && !option.value.isEmpty {
      guard let seconds = Int(option.value), seconds > 0 else { return nil }
      return .seconds(max(seconds, 2))
    }
    return connectTimeout
  }

  /// Whether a connection leaves this machine and no setting says whether it must be encrypted:
  /// then it must be.
  ///
  /// libpq's own defaults, `prefer` and `allow`, go on without TLS where the server, or whoever
  /// stands between, says that it has none; they count as nothing said. Unix sockets and loopback
  /// addresses stay on this machine: what listens there may be a pooler or a tunnel, whose way on
  /// no client can see.
  static func needsTLS(_ raw: OpaquePointer) -> Bool {
    guard let options = PQconninfo(raw) else { return true }
    defer { PQconninfoFree(options) }
    let said = settings(options)
    let value = { (keyword: String) in said.first { $0.keyword == keyword }?.value ?? "" }
    guard ["", "prefer", "allow"].contains(value("sslmode")), value("gssencmode") != "require"
    else { return false }
    let hosts = value("host").split(separator: ",", omittingEmptySubsequences: false)
    let addresses = value("hostaddr").split(separator: ",", omittingEmptySubsequences: false)
    return (0..<max(hosts.count, addresses.count)).contains { place in
      let address = place < addresses.count ? addresses[place] : ""
      return !isLocal(address.isEmpty ? (place < hosts.count ? hosts[place] : "") : address)
    }
  }

  /// Says how to connect to a server that has no TLS.
  static func advice(of address: String) -> String {
    "a connection off this machine must be encrypted: turn on TLS at \(address), or say "
      + "sslmode=disable (PGSSLMODE) to send everything in the clear"
  }

  /// Whether a host as libpq takes it is this machine: a directory of sockets, or loopback.
  private static func isLocal(_ host: some StringProtocol) -> Bool {
    if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") { return true }
    if ["localhost", "::1"].contains(host.lowercased()) { return true }
    var address = in_addr()
    return inet_pton(AF_INET, String(host), &address) == 1
      && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }

  /// The server that a connection is made to, as messages name it.
  static func address(_ raw: OpaquePointer) -> String {
    let text: (UnsafeMutablePointer<CChar>?) -> String = { $0.map { String(cString: $0) } ?? "" }
    let (host, address) = (text(PQhost(raw)), text(PQhostaddr(raw)))
    let named = host == address || address.isEmpty ? host : "\(host) (\(address))"
    return "\(named), port \(text(PQport(raw)))"
  }

  /// Says that a server has not answered in time.
  static func silence(of address: String, _ limit: Duration) -> String {
    "\(address) has not answered within \(limit.components.seconds) s"
  }

  private static func parse(
    _ conninfo: String
  ) throws(PostgresError) -> [(keyword: String, value: String)] {
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(conninfo, &message)
    defer { PQfreemem(message) }
    guard let options else {
      let reason = message.map { String(cString: $0) } ?? "out of memory"
      throw .cannotConnect(message: withoutQuotations(reason))
    }
    defer { PQconninfoFree(options) }
    return settings(options)
  }

  /// libpq quotes the string, or a piece of it, which may be the password.
  private static func withoutQuotations(_ message: String) -> String {
    let quote = UInt8(ascii: "\"")
    let bytes = Array(message.utf8)
    guard let first = bytes.firstIndex(of: quote), let last = bytes.lastIndex(of: quote) else {
      return message.filter { !$0.isNewline }
    }
    let text = bytes[..<first] + Array("\"…\"".utf8) + bytes[(last + 1)...]
    return String(decoding: text, as: UTF8.self).filter { !$0.isNewline }
  }

  private static func settings(
    _ options: UnsafeMutablePointer<PQconninfoOption>
  ) -> [(keyword: String, value: String)] {
    var settings: [(keyword: String, value: String)] = []
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        settings.append((String(cString: keyword), String(cString: value)))
      }
      option += 1
    }
    return settings
  }

  /// Returns libpq's settings of a connection as a string, some of them replaced, empty ones left
  /// out.
  static func text(
    of options: UnsafeMutablePointer<PQconninfoOption>,
    replacing replaced: [(keyword: String, value: String)]
  ) -> String {
    let kept = settings(options).filter { setting in
      !replaced.contains { $0.keyword == setting.keyword }
    }
    return text((kept + replaced).filter { !$0.value.isEmpty })
  }

  private static func text(_ settings: [(keyword: String, value: String)]) -> String {
    settings.map { "\($0.keyword)=\(quoted($0.value))" }.joined(separator: " ")
  }

  private static func quoted(_ value: String) -> String {
    let isPlain = value.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("-"..."9").contains($0) || "_:,@+".unicodeScalars.contains($0)
    }
    if isPlain, !value.isEmpty { return value }
    var text = "'"
    for scalar in value.unicodeScalars {
      if scalar == "'" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text + "'"
  }
}
