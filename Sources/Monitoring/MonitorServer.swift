import Catalog
package import Jobs
package import Logging

/// Answers `/health` and `/metrics` over HTTP on a port of 127.0.0.1, and nowhere else.
package struct MonitorServer: Sendable {
  private let monitor: Monitor
  private let workers: [Worker]
  private let server: LoopbackServer

  /// Takes a port, from 1, and opens it.
  ///
  /// - Throws: `PortError` where the port cannot be had.
  package init(
    _ monitor: Monitor,
    of workers: [Worker],
    port: UInt16,
    logger: Logger
  ) throws(PortError) {
    self.monitor = monitor
    self.workers = workers
    server = try LoopbackServer(port: port)
    logger.info("metrics at http://\(server.address)/metrics")
  }

  /// Serves until its task is cancelled.
  ///
  /// - Throws: `PortError` where it cannot begin; `CancellationError`.
  package func run() async throws {
    let result: Result<Void, any Error>
    do {
      result = .success(try await server.run(answer))
    } catch {
      result = .failure(error)
    }
    await monitor.close()
    try result.get()
  }

  private func answer(to request: Exchange.Request) async -> Exchange.Answer {
    guard Self.isLoopback(request.host) else {
      // A page in a browser here can have a name of its own point to us.
      return Exchange.Answer(
        status: 421,
        text: "only requests to 127.0.0.1 and localhost are answered\n"
      )
    }
    guard ["GET", "HEAD"].contains(request.method) else {
      return Exchange.Answer(status: 405, text: "only GET is supported\n")
    }
    switch request.path {
    case "/health":
      let report = Monitor.report(of: workers.map(\.status))
      return Exchange.Answer(
        status: report == nil ? 200 : 503,
        text: Untrusted(report ?? "ok").printed + "\n"
      )
    case "/metrics":
      return Exchange.Answer(
        status: 200,
        text: await monitor.metrics(of: workers.map(\.status)),
        type: "text/plain; version=0.0.4; charset=utf-8"
      )
    default: return Exchange.Answer(status: 404, text: "try /health or /metrics\n")
    }
  }

  /// Whether a request names this host by an address or name that cannot be rebound by others; a
  /// request without a Host header does not come from a browser.
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
}
