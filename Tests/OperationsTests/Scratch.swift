import Answers
import Glibc
import Host
import Outcome
import Postgres
import TestSupport

@testable import Operations

/// Makes a directory with a short name, lends it, and removes it with all that is in it.
func withScratch<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  var template = Array("/tmp/reeve-ops-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw Failure.system("mkdtemp") }
  let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  // The server's user, who is another where root runs this, must get to its data.
  chmod(path, 0o755)
  do {
    let result = try await body(path)
    try await command("/bin/rm", "-rf", path)
    return result
  } catch {
    try await command("/bin/rm", "-rf", path)
    throw error
  }
}

/// Runs a program that must succeed.
func command(_ arguments: String...) async throws {
  let outcome = try await ChildProcess(arguments: arguments).run()
  guard outcome.status == 0 else {
    throw Failure(.failed, "\(arguments) failed", details: outcome.lastLines)
  }
}

/// Lends a copy of this tree's SQL and jobs that a test may change.
func withShare<Result>(_ body: (Share) async throws -> Result) async throws -> Result {
  let original = try Share.find()
  return try await withScratch { path in
    try await command("/bin/cp", "-r", "\(original.path)/sql", "\(original.path)/jobs", path)
    return try await body(Share(path: path))
  }
}

extension Share {
  /// Writes a file of the copy, making its directory.
  func write(_ text: String, to file: String) throws {
    let target = "\(path)/\(file)"
    try Disk.makeDirectory(
      String(target[..<(target.lastIndex(of: "/") ?? target.endIndex)]),
      mode: 0o755
    )
    try Disk.write(text, to: target, mode: 0o644)
  }

  /// Changes the first occurrence of a text in a file of the copy.
  func change(_ file: String, _ old: String, to new: String) throws {
    guard let text = try Disk.text("\(path)/\(file)"), text.contains(old) else {
      throw Failure(.failed, "\(file) does not hold “\(old)”")
    }
    try write(text.replacing(old, with: new, maxReplacements: 1), to: file)
  }
}

/// What a failing operation throws, as people get it.
func failure(of body: () async throws -> Void) async -> Failure? {
  do {
    try await body()
    return nil
  } catch {
    return Failure(error, during: .operation)
  }
}

/// Lends a connection to the test's database.
@discardableResult
func connected<Result>(
  to conninfo: String? = nil,
  user: String? = nil,
  _ body: (Connection) async throws -> Result
) async throws -> Result {
  try await Connection.connect(conninfo ?? TestDatabase.current.conninfo(user: user)).use(body)
}

/// Upgrades the test's database from a share.
@discardableResult
func upgrade(
  from share: Share,
  to conninfo: String? = nil,
  user: String? = nil,
  firstAdmins: [String] = []
) async throws -> Upgrade.Summary {
  try await connected(to: conninfo, user: user) { connection in
    try await Upgrade(share: share, connection: connection, report: { _ in })
      .run(firstAdmins: firstAdmins)
  }
}

/// Asks the test's database for one value.
func value<Value: PostgresDecodable & Sendable>(
  _ sql: String,
  _ parameters: [(any PostgresEncodable)?] = [],
  as type: Value.Type = Value.self
) async throws -> Value {
  try await connected { try await $0.query(sql, parameters)[0].get(0) }
}
