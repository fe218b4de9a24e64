import CMicroHTTPD
import Glibc
import Synchronization

/// A connection to a server, the one request that it may bring, and the answer to that.
///
/// `@unchecked`: a task uses `connection` only in `answer`, once, and the server keeps a suspended
/// connection until then. MonitorTests, "a worker stops while it is asked all the time".
final class Exchange: @unchecked Sendable {
  /// A client's request.
  struct Request {
    let method: String
    /// The path, without the query after a question mark.
    let path: String
    /// The field Host.
    let host: String?
  }

  /// The answer to it.
  struct Answer {
    let status: UInt32
    let text: String
    var type = "text/plain; charset=utf-8"
  }

  private enum Stage {
    case silent
    case busy
    case answered(Answer)
  }

  /// When the connection began.
  let begin = ContinuousClock.now
  private let connection: OpaquePointer
  private let socket: Int32
  private let stage = Mutex(Stage.silent)

  init(_ connection: OpaquePointer) {
    self.connection = connection
    socket = cmicrohttpd_socket(connection)
  }

  /// Whether the request has come and the server owes the answer.
  var isBusy: Bool {
    stage.withLock { if case .busy = $0 { true } else { false } }
  }

  /// Leaves the connection alone until there is an answer.
  func suspend() {
    stage.withLock { $0 = .busy }
    MHD_suspend_connection(connection)
  }

  /// Has the server's thread send an answer.
  func answer(_ answer: Answer) {
    stage.withLock { $0 = .answered(answer) }
    MHD_resume_connection(connection)
  }

  /// Sends the answer, in the server's thread; nil where there is none yet.
  func send() -> MHD_Result? {
    guard case .answered(let answer) = stage.withLock({ $0 }) else { return nil }
    let response = Array(answer.text.utf8).withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count,
        UnsafeMutableRawPointer(mutating: bytes.baseAddress),
        .RESPMEM_MUST_COPY
      )
    }
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    for (name, value) in [
      ("Content-Type", answer.type), ("Cache-Control", "no-store"), ("Connection", "close"),
    ] {
      guard MHD_add_response_header(response, name, value) == .YES else { return .NO }
    }
    return MHD_queue_response(connection, answer.status, response)
  }

  /// Ends the connection; the server's thread then closes it.
  func cut() { _ = shutdown(socket, Int32(SHUT_RDWR)) }
}
