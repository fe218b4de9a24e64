import CLibPQ
import Glibc

/// A server's refusal of a statement, with every field that it sent, each at most ``limitBytes``
/// long: an app's code can raise 1 GB.
///
/// `message`, `detail`, `hint` and `context` are the server's words and may quote values, bound
/// ones included. `description` is for logs: it holds neither detail nor context, and where the
/// message repeats a bound value it shows the value's number instead (`$1`).
package struct ServerError: Error, Hashable, Sendable {
  /// The code to branch on.
  package let sqlState: SQLState
  /// ERROR, FATAL or PANIC, never translated.
  package let severity: String
  /// The primary message, one line.
  package let message: String
  /// More on what happened, in sentences.
  package let detail: String?
  /// The server's advice.
  package let hint: String?
  /// Where the fault is in the statement, counted in characters from 1.
  package let position: Int?
  /// Where the fault is in `internalQuery`, counted in characters from 1.
  package let internalPosition: Int?
  /// The statement a function ran, where the fault was in that.
  package let internalQuery: String?
  /// The call stack, innermost first.
  package let context: String?
  /// Schema of the object that the error is about.
  package let schema: String?
  /// Table that the error is about.
  package let table: String?
  /// Column that the error is about.
  package let column: String?
  /// Type that the error is about.
  package let dataType: String?
  /// Constraint that refused the row.
  package let constraint: String?
  /// File, line and function in the server's source.
  package let source: String?
  /// Whether the server was a standby; nil where that is not known, as behind a pooler.
  package let isStandby: Bool?
  /// The message with bound values replaced by their numbers.
  let loggedMessage: String

  /// Bytes of a field that are kept.
  static let limitBytes = 8192
  /// Lines of the detail that people are shown.
  private static let limitLines = 20

  /// Copies the fields out of a result; `parameters` are the values that must not show up in logs.
  init(_ result: OpaquePointer, hiding parameters: Statement? = nil, isStandby: Bool? = nil) {
    self.isStandby = isStandby
    func field(_ code: Int32) -> String? { Field.text(result, code, limitBytes: Self.limitBytes) }
    let message = field(Field.message) ?? "the server gave no reason"
    sqlState = SQLState(field(Field.sqlState) ?? "XX000")
    severity = field(Field.severity) ?? "ERROR"
    self.message = message
    detail = field(Field.detail)
    hint = field(Field.hint)
    position = field(Field.position).flatMap { Int($0) }
    internalPosition = field(Field.internalPosition).flatMap { Int($0) }
    internalQuery = field(Field.internalQuery)
    context = field(Field.context)
    schema = field(Field.schema)
    table = field(Field.table)
    column = field(Field.column)
    dataType = field(Field.dataType)
    constraint = field(Field.constraint)
    source = field(Field.sourceFile).map { file in
      "\(file):\(field(Field.sourceLine) ?? "?") \(field(Field.sourceFunction) ?? "")"
    }
    loggedMessage = parameters?.hidingParameters(in: message) ?? message
  }

  /// The detail, a line each; of many the first, and how many more there are.
  package var detailLines: [String] {
    let lines = detail?.split(separator: "\n").map(String.init) ?? []
    let more = lines.count - Self.limitLines
    return more > 0 ? lines.dropLast(more) + ["… and \(more.grouped) more lines"] : lines
  }
}

extension ServerError: CustomStringConvertible {
  /// Severity, code and message, fit for a log: no detail, no bound value.
  package var description: String { "\(severity) \(sqlState): \(loggedMessage)" }
}

/// A message that the server sent beside its answers: NOTICE, WARNING or INFO; each field at most
/// ``limitBytes`` long.
package struct ServerNotice: Hashable, Sendable {
  /// NOTICE, WARNING or INFO, never translated.
  package let severity: String
  /// The code; 00000 for a plain notice.
  package let sqlState: SQLState
  /// The primary message.
  ///
  /// Untrusted: it may quote what users typed.
  package let message: String
  /// More on what happened.
  package let detail: String?
  /// The server's advice.
  package let hint: String?
  /// The call stack, innermost first.
  package let context: String?

  /// Bytes of a field that are kept.
  static let limitBytes = 1000

  /// Copies the fields out of a result.
  init(_ result: OpaquePointer) {
    func field(_ code: Int32) -> String? { Field.text(result, code, limitBytes: Self.limitBytes) }
    severity = Self.severity(of: result)
    sqlState = SQLState(field(Field.sqlState) ?? "00000")
    message = field(Field.message) ?? ""
    detail = field(Field.detail)
    hint = field(Field.hint)
    context = field(Field.context)
  }

  /// Says how many notices were left out.
  init(leftOut count: Int) {
    severity = "NOTICE"
    sqlState = SQLState("00000")
    message = "… and \(count.grouped) more"
    (detail, hint, context) = (nil, nil, nil)
  }

  /// NOTICE, WARNING or INFO, without the rest.
  static func severity(of result: OpaquePointer) -> String {
    Field.text(result, Field.severity, limitBytes: limitBytes) ?? "NOTICE"
  }
}

extension Int {
  /// The number with a comma before each three digits, such as 4,711.
  fileprivate var grouped: String {
    var text = ""
    for (place, digit) in String(self).reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}

extension String {
  /// Copies a text of libpq's, cut with `…` where it is longer; nothing beyond that is copied.
  init(_ start: UnsafePointer<CChar>, limitBytes: Int) {
    guard strnlen(start, limitBytes + 1) > limitBytes else {
      self.init(cString: start)
      return
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: limitBytes + 1)
    // Not in the middle of a character.
    let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    self = String(decoding: bytes[..<end], as: UTF8.self) + "…"
  }
}

/// Field codes of an error or notice message: postgres_ext.h, `PG_DIAG_*` (character macros, which
/// Swift does not import as `Int32`).
private enum Field {
  static let severity = code("V")
  static let sqlState = code("C")
  static let message = code("M")
  static let detail = code("D")
  static let hint = code("H")
  static let position = code("P")
  static let internalPosition = code("p")
  static let internalQuery = code("q")
  static let context = code("W")
  static let schema = code("s")
  static let table = code("t")
  static let column = code("c")
  static let dataType = code("d")
  static let constraint = code("n")
  static let sourceFile = code("F")
  static let sourceLine = code("L")
  static let sourceFunction = code("R")

  private static func code(_ character: Unicode.Scalar) -> Int32 { Int32(character.value) }

  /// A field of a result, cut where it is longer.
  static func text(_ result: OpaquePointer, _ code: Int32, limitBytes: Int) -> String? {
    PQresultErrorField(result, code).map { String($0, limitBytes: limitBytes) }
  }
}
