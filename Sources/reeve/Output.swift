import Answers
import Catalog
import Glibc
import Outcome
import Postgres
import Synchronization

/// Lines for people and for pipes; whatever came from outside is escaped.
enum Output {
  /// Writes a line of data to standard output.
  static func line(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Writes a line for people to standard error.
  static func note(_ text: String) { write("reeve: \(text)", to: STDERR_FILENO) }

  /// Writes a line of what is asked on a terminal to standard error.
  static func told(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Draws a line for people over the one drawn before; nil ends that.
  static func redraw(_ text: String?) {
    var bytes = Array("\r\u{1B}[K".utf8)
    if let text { Untrusted("reeve: \(text)").append(to: &bytes) }
    write(bytes, to: STDERR_FILENO)
  }

  /// Why standard output could not be written to, if it could not: an error number.
  private static let undelivered = Mutex<Int32?>(nil)

  /// Says at the end of a command that did what it should whether its output was delivered.
  ///
  /// - Returns: The exit status.
  static func end(_ status: Int32) -> Int32 {
    // Flushes the argument parser's output.
    if fflush(nil) != 0 { undelivered.withLock { $0 = $0 ?? errno } }
    guard let code = undelivered.withLock({ $0 }) else { return status }
    note("cannot write the output: \(String(cString: strerror(code)))")
    write("hint: The command itself is done.", to: STDERR_FILENO)
    if status != 0 { return status }
    return (code == EPIPE ? ExitStatus.brokenPipe : .failed).rawValue
  }

  /// Prints an error.
  ///
  /// - Returns: The exit status it stands for.
  static func fail(_ thrown: any Error) -> Int32 {
    let error = Failure(thrown, during: .operation)
    note(error.message)
    for detail in error.details { write("  \(detail)", to: STDERR_FILENO) }
    if let hint = error.hint ?? (thrown as? PostgresError)?.sqlState.flatMap(remedy) {
      write("hint: \(hint)", to: STDERR_FILENO)
    }
    return error.exit.rawValue
  }

  /// Returns a hint for a refusal of the database, in terms of this program's options.
  private static func remedy(_ state: SQLState) -> String? {
    switch state {
    case .importMismatch:
      "Continue with the original source and mapping, or discard it with --restart; "
        + "the rows that it wrote stay."
    case .copyMismatch:
      "`reeve migrate status` shows the copy. `reeve migrate finish` ends it after a cutover, "
        + "`reeve migrate finish --abandon` before one."
    default: nil
    }
  }

  /// Writes what a renderer has made, escaped already, or what goes to a file as it is, to standard
  /// output.
  static func rendered(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

  /// Writes text of the program's own to standard error as it is, cursor movements too.
  static func raw(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

  /// Columns of a line for people, which may hold what an app's code said of a row.
  private static let longest = 8192

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes: [UInt8] = []
    Untrusted(text).append(to: &bytes, columns: descriptor == STDERR_FILENO ? longest : .max)
    bytes.append(UInt8(ascii: "\n"))
    write(bytes, to: descriptor)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR {
        if descriptor == STDOUT_FILENO { undelivered.withLock { [errno] in $0 = $0 ?? errno } }
        return
      }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}
