import Catalog
import Glibc
import HTTPTypes
import HummingbirdCore
package import Jobs
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Answers `/health` and `/metrics` over HTTP on a port of 127.0.0.1, and nowhere else.
package struct MonitorServer: Service {
  private static let host = "127.0.0.1"
  /// Connections at a time.
  private static let limit = 32

  private let monitor: Monitor
  private let workers: [Worker]
  private let port: Int
  private let logger: Logger
  private let onReady: @Sendable () -> Void

  /// Takes a port, from 1; `onReady` is called once it is open.
  package init(
    _ monitor: Monitor,
    of workers: [Worker],
    port: Int,
    logger: Logger,
    onReady: @escaping @Sendable () -> Void
  ) {
    self.monitor = monitor
    self.workers = workers
    self.port = port
    self.logger = logger
    self.onReady = onReady
  }

  /// Serves until the process is asked to end.
  ///
  /// - Throws: `PortError` where the port cannot be had.
  package func run() async throws {
    let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    var quiet = logger
    quiet.logLevel = .warning
    let table = ConnectionTable(limit: Self.limit)
    let server = HTTP1Channel(
      responder: { request, writer, channel in
        table.set(channel, isBusy: true)
        defer { table.set(channel, isBusy: false) }
        let response = await answer(to: request)
        try await writer.write(response: response.head, body: response.body)
      },
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionWatch(table)]
      )
    ).server(
      configuration: ServerConfiguration(address: .hostname(Self.host, port: port)),
      onServerRunning: { _ in
        logger.info("metrics at http://\(Self.host):\(port)/metrics")
        onReady()
      },
      eventLoopGroup: threads,
      logger: quiet
    )
    let result: Result<Void, any Error>
    do {
      result = .success(try await server.run())
    } catch let error as IOError {
      result = .failure(PortError(address: "\(Self.host):\(port)", code: error.errnoCode))
    } catch {
      result = .failure(error)
    }
    await monitor.close()
    try await threads.shutdownGracefully()
    try result.get()
  }

  private func answer(to request: Request) async -> Response {
    guard Self.isLoopback(request.head.authority) else {
      // A page in a browser here can have a name of its own point to us.
      return response(.misdirectedRequest, "only 127.0.0.1 and localhost are answered for\n")
    }
    guard request.method == .get || request.method == .head else {
      return response(.methodNotAllowed, "only GET is answered\n")
    }
    let answer: Response
    switch request.uri.path {
    case "/health":
      let complaint = Monitor.complaint(of: workers.map(\.status))
      answer = response(
        complaint == nil ? .ok : .serviceUnavailable,
        Untrusted(complaint ?? "ok").printed + "\n"
      )
    case "/metrics":
      answer = response(
        .ok,
        await monitor.metrics(of: workers.map(\.status)),
        type: "text/plain; version=0.0.4; charset=utf-8"
      )
    default: answer = response(.notFound, "there are /health and /metrics\n")
    }
    return request.method == .head ? answer.createHeadResponse() : answer
  }

  /// Whether a request is for this host by a name that nobody else can give it; without one it is no
  /// browser's.
  static func isLoopback(_ authority: String?) -> Bool {
    guard let authority, !authority.isEmpty else { return true }
    var host = authority[...]
    if let colon = host.lastIndex(of: ":"),
      host[host.index(after: colon)...].allSatisfy(\.isNumber),
      host.hasPrefix("[") == host[..<colon].hasSuffix("]")
    {
      host = host[..<colon]
    }
    if ["localhost", "[::1]"].contains(host.lowercased()) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private func response(
    _ status: HTTPResponse.Status,
    _ text: String,
    type: String = "text/plain; charset=utf-8"
  ) -> Response {
    Response(
      status: status,
      headers: [.contentType: type, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
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
