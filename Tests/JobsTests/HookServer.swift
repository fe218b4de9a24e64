import Dispatch
import Glibc
import Synchronization

/// Speaks just enough HTTP on a port of 127.0.0.1 to take what is posted.
final class HookServer: Sendable {
  struct Request: Hashable, Sendable {
    let headers: [String: String]
    let body: String
  }

  private struct State {
    var requests: [Request] = []
    var open = 0
    var mostOpen = 0
    var connections: [Int32] = []
    var isOver = false
  }

  let port: UInt16
  private let listener: Int32
  private let answer: @Sendable (_ number: Int, _ request: Request) -> String
  private let state = Mutex(State())

  /// Answers request `number`, from 1, with a status line and headers; may block.
  init(_ answer: @escaping @Sendable (_ number: Int, _ request: Request) -> String) throws {
    self.answer = answer
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isListening else { throw ProgramFailure(what: "listen", code: errno) }
    port = UInt16(bigEndian: address.sin_port)
    DispatchQueue(label: "reeve test hook").async { self.accept() }
  }

  /// What was posted, in order.
  var requests: [Request] { state.withLock { $0.requests } }

  /// The most requests that were unanswered at a time.
  var mostOpen: Int { state.withLock { $0.mostOpen } }

  func stop() {
    state.withLock { state in
      state.isOver = true
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func accept() {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      guard connection >= 0 else { break }
      let isOver = state.withLock { state in
        state.connections.append(connection)
        return state.isOver
      }
      if isOver { shutdown(connection, Int32(SHUT_RDWR)) }
      DispatchQueue(label: "reeve test hook line").async { self.serve(connection) }
    }
    close(listener)
  }

  private func serve(_ connection: Int32) {
    var pending: [UInt8] = []
    while let request = receive(connection, &pending) {
      let number = state.withLock { state in
        state.requests.append(request)
        state.open += 1
        state.mostOpen = max(state.mostOpen, state.open)
        return state.requests.count
      }
      let head = answer(number, request)
      state.withLock { $0.open -= 1 }
      let bytes = Array("HTTP/1.1 \(head)\r\nContent-Length: 2\r\n\r\nok".utf8)
      guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { break }
    }
    state.withLock { state in
      state.connections.removeAll { $0 == connection }
      close(connection)
    }
  }

  private func receive(_ connection: Int32, _ pending: inout [UInt8]) -> Request? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      if let end = Self.end(ofHead: pending) {
        let lines = String(decoding: pending[..<end], as: UTF8.self).split(separator: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          guard let colon = line.firstIndex(of: ":") else { continue }
          headers[line[..<colon].lowercased()] = String(line[colon...].dropFirst(2))
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        if pending.count >= end + 4 + length {
          let body = String(decoding: pending[(end + 4)..<(end + 4 + length)], as: UTF8.self)
          pending.removeFirst(end + 4 + length)
          return Request(headers: headers, body: body)
        }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      pending += buffer[..<count]
    }
  }

  private static func end(ofHead bytes: [UInt8]) -> Int? {
    let blank: [UInt8] = [13, 10, 13, 10]
    guard bytes.count >= 4 else { return nil }
    return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual(blank) }
  }
}
