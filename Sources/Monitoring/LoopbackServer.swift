import CMicroHTTPD
import Glibc

/// An HTTP server on a port of 127.0.0.1, which answers one request a connection.
///
/// libmicrohttpd speaks HTTP: a small library that distributions keep safe, and that takes no time
/// to build. The limits set here: 64 sockets, one thread, and 16 KiB of memory a connection, which a
/// head has to fit into; bodies are dropped. `ConnectionTable` keeps the connections to 32 and each
/// to 20 s. A connection ends with its answer: who is silent has not asked yet.
struct LoopbackServer {
  /// Of whom those that were cut are still to be closed.
  private static let sockets = UInt32(2 * ConnectionTable.limit)
  private static let headBytes = 16 << 10

  /// Address and port.
  let address: String
  private let listener: Int32

  /// Takes a port, from 1: who connects from now on waits until it runs.
  init(port: UInt16) throws(PortError) {
    self.address = "127.0.0.1:\(port)"
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    // What closes first waits, and must not keep the next worker from the port.
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
    let hall = Hall(arrivals: arrivals)
    let daemon = cmicrohttpd_start(
      listener,
      Self.sockets,
      Self.headBytes,
      { hall, connection, path, method, _, _, _, _ in
        guard let hall, let connection, let path, let method else { return .NO }
        return Hall.at(hall).hear(connection, String(cString: method), String(cString: path))
      },
      { hall, connection, exchange, event in
        guard let hall, let connection, let exchange else { return }
        Hall.at(hall).watch(connection, &exchange.pointee, event)
      },
      Unmanaged.passUnretained(hall).toOpaque()
    )
    guard let daemon else { throw PortError(address: address, code: errno) }
    // It waits for its thread, which waits for nobody.
    defer { withExtendedLifetime(hall) { MHD_stop_daemon(daemon) } }
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        while true {
          try await Task.sleep(for: .seconds(1))
          hall.table.cutOverdue()
        }
      }
      // Cancelling ends the stream after those that have come: each gets its answer.
      for await (request, exchange) in requests {
        group.addTask { exchange.give(await answer(request)) }
      }
    }
  }
}

/// Where the server's thread meets the tasks.
private final class Hall: Sendable {
  let table = ConnectionTable()
  private let arrivals: AsyncStream<(Exchange.Request, Exchange)>.Continuation

  init(arrivals: AsyncStream<(Exchange.Request, Exchange)>.Continuation) {
    self.arrivals = arrivals
  }

  static func at(_ pointer: UnsafeMutableRawPointer) -> Hall {
    Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Notes that a connection begins or ends; the server keeps its exchange.
  func watch(
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

  /// Hears a request, or sends what there is to answer: each is called twice for.
  func hear(_ connection: OpaquePointer, _ method: String, _ path: String) -> MHD_Result {
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
      exchange.give(Exchange.Answer(status: 503, text: "the worker ends\n"))
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
