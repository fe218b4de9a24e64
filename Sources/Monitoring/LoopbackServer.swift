import CMicroHTTPD
import Glibc

/// An HTTP server on a port of 127.0.0.1, which answers one request a connection.
///
/// libmicrohttpd speaks HTTP: a small library that distributions maintain, so that nothing has to
/// be built for two routes. Limits: one thread; 16 KiB of memory a connection, into which the head
/// of a request has to fit; no body; 64 sockets, of which `ConnectionTable` leaves 32 connected,
/// each for at most 20 s. A connection ends with its answer, so a silent one has not asked yet.
struct LoopbackServer {
  /// Those that were cut have a socket until the server's thread closes it.
  private static let socketLimit = UInt32(2 * ConnectionTable.limit)
  private static let memoryBytes = 16 << 10

  /// Address and port.
  let address: String
  private let listener: Int32

  /// Opens a port, from 1; clients wait until the server runs.
  init(port: UInt16) throws(PortError) {
    self.address = "127.0.0.1:\(port)"
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    // Connections that the last worker closed must not keep this one from the port.
    var isReused: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    address.sin_port = port.bigEndian
    let isListening = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
          && listen(listener, SOMAXCONN) == 0
      }
    }
    guard isListening else {
      let code = errno
      close(listener)
      throw PortError(address: self.address, code: code)
    }
  }

  /// Serves until its task is cancelled; once.
  ///
  /// - Throws: `PortError` where it cannot begin; `CancellationError`.
  func run(_ answer: @escaping @Sendable (Exchange.Request) async -> Exchange.Answer) async throws {
    let (requests, arrivals) = AsyncStream<(Exchange.Request, Exchange)>.makeStream()
    let callbacks = Callbacks(arrivals: arrivals)
    let daemon = cmicrohttpd_start(
      listener,
      Self.socketLimit,
      Self.memoryBytes,
      { callbacks, connection, path, method, _, _, _, _ in
        guard let callbacks, let connection, let path, let method else { return .NO }
        return Callbacks.at(callbacks)
          .receive(connection, String(cString: method), String(cString: path))
      },
      { callbacks, connection, exchange, event in
        guard let callbacks, let connection, let exchange else { return }
        Callbacks.at(callbacks).note(connection, &exchange.pointee, event)
      },
      Unmanaged.passUnretained(callbacks).toOpaque()
    )
    guard let daemon else { throw PortError(address: address, code: errno) }
    // This joins the thread, which waits for nobody.
    defer { withExtendedLifetime(callbacks) { MHD_stop_daemon(daemon) } }
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        while true {
          try await Task.sleep(for: .seconds(1))
          callbacks.table.cutOverdue()
        }
      }
      // Cancelling ends the stream after the requests that it holds, which get their answers: the
      // server must not be stopped while a connection is suspended.
      for await (request, exchange) in requests {
        group.addTask { exchange.answer(await answer(request)) }
      }
    }
  }
}

/// The callbacks for the server's thread.
private final class Callbacks: Sendable {
  let table = ConnectionTable()
  private let arrivals: AsyncStream<(Exchange.Request, Exchange)>.Continuation

  init(arrivals: AsyncStream<(Exchange.Request, Exchange)>.Continuation) {
    self.arrivals = arrivals
  }

  static func at(_ pointer: UnsafeMutableRawPointer) -> Callbacks {
    Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Notes that a connection begins or ends; the server keeps its exchange.
  func note(
    _ connection: OpaquePointer,
    _ exchange: inout UnsafeMutableRawPointer?,
    _ event: MHD_ConnectionNotificationCode
  ) {
    if event == .CONNECTION_NOTIFY_STARTED {
      let new = Exchange(connection)
      exchange = Unmanaged.passRetained(new).toOpaque()
      table.add(new)
    } else if let old = exchange {
      table.remove(Unmanaged<Exchange>.fromOpaque(old).takeRetainedValue())
    }
  }

  /// Hands a request to the tasks, or sends their answer: the server calls once for each.
  func receive(_ connection: OpaquePointer, _ method: String, _ path: String) -> MHD_Result {
    guard let pointer = cmicrohttpd_context(connection) else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    if let result = exchange.send() { return result }
    let host = MHD_lookup_connection_value(connection, .HEADER_KIND, "Host")
    let request = Exchange.Request(
      method: method,
      path: path,
      host: host.map { String(cString: $0) }
    )
    exchange.suspend()
    if case .terminated = arrivals.yield((request, exchange)) {
      exchange.answer(Exchange.Answer(status: 503, text: "the worker is stopping\n"))
    }
    return .YES
  }
}

/// A port of this host that cannot be listened on.
package struct PortError: Error, CustomStringConvertible {
  let address: String
  let code: Int32

  /// One line for people.
  package var description: String {
    "cannot listen on \(address): \(String(cString: strerror(code)))"
  }
}
