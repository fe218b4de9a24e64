import Dispatch
import Glibc
import Postgres

/// Stands between a test and the server, passes everything on, and misbehaves on demand.
///
/// It listens on a unix socket in a directory of its own and forces orders of events that a healthy
/// server shows by chance only: a server that dies, a cancel request that comes late.
package final class ServerProxy: Sendable {
  /// What the proxy does besides passing bytes on.
  package enum Mode: Hashable, Sendable {
    /// Nothing.
    case healthy
    /// Ends both sides before the client's bytes that contain this text.
    case cutBefore(String)
    /// Lets the client's bytes that contain this text through to the server, then ends both sides.
    case cutAfter(String)
    /// Lets COMMIT through to the server, and then ends both sides: the first on a connection after the
    /// client's bytes that contain this text.
    case cutAtCommit(of: String)
    /// Lets the client's bytes that contain this text through to the server, and then nothing more on
    /// that connection.
    case silentAfter(String)
    /// Lets the server's bytes through up to and with this text, then ends both sides.
    case cutAfterAnswer(String)
    /// Lets the server's bytes through up to and with this text, and then nothing more on that
    /// connection.
    case silentAfterAnswer(String)
    /// Keeps cancel requests back until the mode changes.
    case holdingCancelRequests
    /// Takes connections and says nothing.
    case mute
  }

  private struct State {
    var mode = Mode.healthy
    var isOver = false
    var isHolding = false
    var lines: [Line] = []
    var trips: [[String]] = []
  }

  /// A client's connection and the server's; -1 where there is none yet.
  private struct Line {
    var client: Int32
    var upstream: Int32
    var isNew = true
    var isSilent = false
    /// Whether the next COMMIT is the last that is passed on.
    var isCommitting = false
    var asked = ClientMessages()
  }

  private let state = Guarded(State())
  private let directory: String
  private let upstreamPath: String
  private let listener: Int32
  private let queue = DispatchQueue(label: "reeve.test.proxy")
  private let hasEnded = DispatchSemaphore(value: 0)

  /// A connection string for the superuser of the test's database, by way of the proxy.
  package func conninfo() throws -> String {
    try ConnectionInfo.replacing(
      TestDatabase.current.conninfo(),
      with: [("host", directory), ("port", "5432")]
    )
  }

  /// Runs `body` with a proxy before the server of the tests.
  package static func run<R>(_ body: (ServerProxy) async throws -> R) async throws -> R {
    let path: String = try await server.withAdministrator { administrator in
      try await administrator.query(
        """
        SELECT split_part(current_setting('unix_socket_directories'), ',', 1) || '/.s.PGSQL.'
          || current_setting('port')
        """
      )[0].get(0)
    }
    let proxy = try ServerProxy(upstreamPath: path)
    defer { proxy.stop() }
    return try await body(proxy)
  }

  /// Changes what the proxy does, from now on.
  package func set(_ mode: Mode) { state.withLock { $0.mode = mode } }

  /// What clients have asked for so far: the statements of each round trip.
  package var trips: [[String]] { state.withLock { $0.trips } }

  /// Ends all connections, as a server that dies does.
  package func cut() {
    state.withLock { state in
      for line in state.lines {
        shutdown(line.client, Int32(SHUT_RDWR))
        shutdown(line.upstream, Int32(SHUT_RDWR))
      }
    }
  }

  /// Passes nothing on any more for the connections there are, which stay open; new ones are
  /// healthy.
  package func fallSilent() {
    state.withLock { state in
      for index in state.lines.indices { state.lines[index].isSilent = true }
    }
  }

  /// Whether nothing is passed on any more for one of the connections.
  package var hasSilentLine: Bool { state.withLock { $0.lines.contains { $0.isSilent } } }

  /// Whether a cancel request has come and is kept back.
  package var holdsCancelRequest: Bool { state.withLock { $0.isHolding } }

  private init(upstreamPath: String) throws {
    var template = Array("/tmp/reeve-proxy-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ProxyFailure(call: "mkdtemp", code: errno) }
    let length = template.firstIndex(of: 0) ?? template.count
    directory = String(decoding: template[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.upstreamPath = upstreamPath
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let bound = Self.withAddress(directory + "/.s.PGSQL.5432") { bind(listener, $0, $1) }
    guard bound == 0, listen(listener, 16) == 0 else {
      throw ProxyFailure(call: "bind", code: errno)
    }
    queue.async { self.serve() }
  }

  private func stop() {
    state.withLock { $0.isOver = true }
    hasEnded.wait()
    unlink(directory + "/.s.PGSQL.5432")
    rmdir(directory)
  }

  private func serve() {
    while !state.withLock({ $0.isOver }) {
      let lines = state.withLock { $0.lines }
      var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      let isMute = state.withLock { $0.mode == .mute }
      for line in lines {
        for descriptor in [line.client, line.upstream] {
          // A negative descriptor is passed over by poll.
          let isListenedTo = !isMute && !line.isSilent && !(line.isNew && isHeld(line))
          polled.append(
            pollfd(fd: isListenedTo ? descriptor : -1, events: Int16(POLLIN), revents: 0)
          )
        }
      }
      guard poll(&polled, nfds_t(polled.count), 10) > 0 else { continue }
      if polled[0].revents != 0 { accept() }
      for index in lines.indices {
        let isClient = polled[1 + 2 * index].revents != 0
        let isUpstream = polled[2 + 2 * index].revents != 0
        // The request may have arrived only now, after the line was put up for polling.
        if isClient, !(lines[index].isNew && isHeld(lines[index])) {
          pass(lines[index], fromClient: true)
        }
        if isUpstream { pass(lines[index], fromClient: false) }
      }
    }
    for line in state.withLock({ $0.lines }) { end(line) }
    Glibc.close(listener)
    hasEnded.signal()
  }

  private func accept() {
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { return }
    let upstream = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = Self.withAddress(upstreamPath) { connect(upstream, $0, $1) }
    state.withLock { $0.lines.append(Line(client: client, upstream: upstream)) }
  }

  /// Whether this is a cancel request (code 1234.5678, protocol chapter 55.2) that has to wait.
  private func isHeld(_ line: Line) -> Bool {
    guard state.withLock({ $0.mode == .holdingCancelRequests }) else { return false }
    var start = [UInt8](repeating: 0, count: 8)
    let count = recv(line.client, &start, start.count, Int32(MSG_PEEK | MSG_DONTWAIT))
    let isCancel = count == 8 && start[4...] == [4, 210, 22, 46]
    if isCancel { state.withLock { $0.isHolding = true } }
    return isCancel
  }

  private func pass(_ line: Line, fromClient: Bool) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let source = fromClient ? line.client : line.upstream
    let target = fromClient ? line.upstream : line.client
    var count = read(source, &buffer, buffer.count)
    guard count > 0 else { return end(line) }
    state.withLock { state in
      if let index = state.lines.firstIndex(where: { $0.client == line.client }) {
        state.lines[index].isNew = false
        if fromClient { state.trips += state.lines[index].asked.trips(buffer[..<count]) }
      }
    }
    if fromClient, case .cutBefore(let text) = state.withLock({ $0.mode }),
      buffer[..<count].contains(text)
    {
      return end(line)
    }
    var answer: ServerProxy.Mode?
    if !fromClient {
      let mode = state.withLock { $0.mode }
      switch mode {
      case .cutAfterAnswer(let text), .silentAfterAnswer(let text):
        if let end = buffer[..<count].end(of: text) { (count, answer) = (end, mode) }
      default: break
      }
    }
    var sent = 0
    while sent < count {
      let step = buffer[sent..<count].withUnsafeBytes { bytes in
        send(target, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard step > 0 else { return end(line) }
      sent += step
    }
    switch answer ?? (fromClient ? state.withLock({ $0.mode }) : .healthy) {
    case .cutAfterAnswer where !fromClient: end(line)
    case .silentAfterAnswer where !fromClient: silence(line)
    case .cutAfter(let text) where buffer[..<count].contains(text): end(line)
    case .cutAtCommit(of: let text):
      let bytes = buffer[..<count]
      if line.isCommitting, bytes.contains("COMMIT") { return end(line) }
      guard bytes.contains(text) else { return }
      state.withLock { state in
        if let index = state.lines.firstIndex(where: { $0.client == line.client }) {
          state.lines[index].isCommitting = true
        }
      }
    case .silentAfter(let text) where buffer[..<count].contains(text): silence(line)
    default: break
    }
  }

  private func silence(_ line: Line) {
    state.withLock { state in
      if let index = state.lines.firstIndex(where: { $0.client == line.client }) {
        state.lines[index].isSilent = true
      }
    }
  }

  private func end(_ line: Line) {
    let isThere = state.withLock { state in
      let before = state.lines.count
      state.lines.removeAll { $0.client == line.client }
      return state.lines.count < before
    }
    guard isThere else { return }
    for descriptor in [line.client, line.upstream] {
      // Programs that other tests start may have inherited it.
      shutdown(descriptor, Int32(SHUT_RDWR))
      Glibc.close(descriptor)
    }
  }

  private static func withAddress<R>(
    _ path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
  ) -> R {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { target in
      target.copyBytes(from: path.utf8.prefix(target.count - 1))
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// The proxy could not begin.
struct ProxyFailure: Error {
  /// The system call that failed.
  let call: String
  /// Its errno.
  let code: Int32
}

extension ArraySlice<UInt8> {
  /// Whether `text` occurs.
  fileprivate func contains(_ text: String) -> Bool { end(of: text) != nil }

  /// Where the first occurrence of `text` ends.
  fileprivate func end(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    return indices.first { self[$0...].starts(with: wanted) }.map { $0 + wanted.count }
  }
}
