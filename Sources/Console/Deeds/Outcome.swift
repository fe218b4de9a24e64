import Postgres

/// What a function that changes data returned.
struct Performed: Sendable {
  let isDone: Bool
  let isProposed: Bool
  let code: String
  let message: String
  let detail: [UInt8]

  /// Reads the one row of outcome, code, message and detail.
  ///
  /// - Throws: ``CommandFailure`` where there is none.
  init(_ rows: Rows) throws {
    guard let row = rows.first else { throw CommandFailure(.failed, "the server gave no outcome") }
    let outcome: String = try row.get("outcome")
    isDone = outcome == "done"
    isProposed = outcome == "proposed"
    code = try row.get("code", as: String?.self) ?? ""
    message = try row.get("message", as: String?.self) ?? ""
    detail = row[bytes: 3].map { Array($0) } ?? []
  }

  /// The failure of a command that the server refused.
  var refusal: CommandFailure {
    CommandFailure(ExitCode(refusal: code), "refused: \(message)")
  }
}

extension CommandFailure {
  /// The failure that a row of an outcome tells.
  init(refusal row: Row) throws {
    self.init(
      ExitCode(refusal: try row.get("code", as: String?.self) ?? ""),
      "refused: \(try row.get("message", as: String?.self) ?? "")"
    )
  }
}

extension ExitCode {
  /// The exit status that goes with the code of a refusal.
  init(refusal code: String) {
    self =
      switch code {
      case "rank", "self", "peer", "other", "early", "unenforced", "login", "quota", "held",
        "final":
        .refused
      case "notfound": .notFound
      case "argument": .usage
      default: .failed
      }
  }
}

extension CommandContext {
  /// The row of an outcome that is done.
  ///
  /// - Throws: ``CommandFailure`` with what the server said against it.
  func done(_ rows: Rows) throws -> Row {
    guard let row = rows.first else { throw CommandFailure(.failed, "the server gave no outcome") }
    guard try row.get("outcome", as: String.self) == "done" else {
      throw try CommandFailure(refusal: row)
    }
    return row
  }
}
