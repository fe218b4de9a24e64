import Dispatch
import Glibc
import TestSupport

/// A port of 127.0.0.1 where a worker tells how it is.
struct Scrape: Sendable {
  struct Answer: Hashable, Sendable {
    let status: Int
    let headers: [String: String]
    let body: String
  }

  /// A sample's name and labels.
  struct Series: Hashable {
    let name: String
    var labels: [String: String] = [:]
  }

  let port: UInt16

  /// Takes a port that nobody has at this moment.
  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    var address = Self.address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isBound else { throw ProgramFailure(what: "bind", code: errno) }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Asks; nil where nobody listens.
  func get(
    _ path: String,
    method: String = "GET",
    host: String? = "localhost",
    body: String = ""
  ) async -> Answer? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        // Whoever asks again and again leaves the worker time to live.
        usleep(10_000)
        continuation.resume(returning: ask(path, method, host, body))
      }
    }
  }

  /// Asks until the health has a status, for ``patience`` at most; the answer's body.
  @discardableResult
  func health(until status: Int) async throws -> String {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if let answer = await get("/health"), answer.status == status { return answer.body }
    }
    throw ProgramFailure(what: "health is not \(status)", code: ETIMEDOUT)
  }

  /// Asks for the metrics until they fulfil a condition, for ``patience`` at most.
  @discardableResult
  func metrics(
    until condition: ([Series: Double]) -> Bool = { _ in true }
  ) async throws -> [Series: Double] {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if let answer = await get("/metrics") {
        let samples = try Self.parse(answer.body)
        if condition(samples) { return samples }
      }
    }
    throw ProgramFailure(what: "the metrics do not come to it", code: ETIMEDOUT)
  }

  /// Connects and says nothing; the socket is the caller's, -1 where nobody listens.
  func open() -> Int32 {
    let line = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(port: port)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        connect(line, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isOpen else {
      close(line)
      return -1
    }
    return line
  }

  private func ask(
    _ path: String,
    _ method: String,
    _ host: String?,
    _ body: String
  ) -> Answer? {
    let line = open()
    guard line >= 0 else { return nil }
    defer { close(line) }
    var fields = host.map { "Host: \($0)\r\n" } ?? ""
    if !body.isEmpty { fields += "Content-Length: \(body.utf8.count)\r\n" }
    let request = Array(
      "\(method) \(path) HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n\(body)".utf8
    )
    guard send(line, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      return nil
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(line, &buffer, buffer.count, 0), count > 0 {
      bytes += buffer[..<count]
    }
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard let end = text.firstRange(of: "\r\n\r\n".unicodeScalars) else { return nil }
    let head = String(text[..<end.lowerBound]).split(separator: "\r\n")
    guard let status = head.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    var headers: [String: String] = [:]
    for line in head.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(line[colon...].dropFirst(2))
    }
    return Answer(status: status, headers: headers, body: String(text[end.upperBound...]))
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }
}

extension Scrape {
  /// Text that is not of Prometheus' format 0.0.4.
  struct Malformed: Error {
    let line: String
  }

  /// Reads Prometheus' text format strictly: each family is declared once, before its samples,
  /// which stand together, and no sample comes twice.
  static func parse(_ text: String) throws -> [Series: Double] {
    var samples: [Series: Double] = [:]
    var declared: Set<String> = []
    var family = ""
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.last?.isEmpty == true else { throw Malformed(line: "the end") }
    for line in lines.dropLast() {
      let malformed = Malformed(line: String(line))
      if line.starts(with: "# HELP ".unicodeScalars) { continue }
      if line.starts(with: "# TYPE ".unicodeScalars) {
        let words = String(line).split(separator: " ")
        guard words.count == 4, ["counter", "gauge", "histogram"].contains(words[3]),
          declared.insert(String(words[2])).inserted
        else { throw malformed }
        family = String(words[2])
        continue
      }
      var rest = line[...]
      let name = String(
        rest.prefix {
          $0 == "_" || ("0"..."9").contains($0) || $0.isASCII && $0.properties.isAlphabetic
        }
      )
      rest = rest.dropFirst(name.unicodeScalars.count)
      guard
        name == family || ["_bucket", "_sum", "_count"].contains(where: { name == family + $0 })
      else { throw malformed }
      var series = Series(name: name)
      if rest.first == "{" {
        repeat {
          rest = rest.dropFirst()
          let label = String(rest.prefix { $0 != "=" })
          rest = rest.dropFirst(label.unicodeScalars.count)
          guard rest.starts(with: "=\"".unicodeScalars) else { throw malformed }
          rest = rest.dropFirst(2)
          var value = String.UnicodeScalarView()
          while let scalar = rest.popFirst(), scalar != "\"" {
            guard scalar == "\\" else {
              value.append(scalar)
              continue
            }
            switch rest.popFirst() {
            case "\\": value.append("\\")
            case "\"": value.append("\"")
            case "n": value.append("\n")
            default: throw malformed
            }
          }
          guard series.labels.updateValue(String(value), forKey: label) == nil else {
            throw malformed
          }
        } while rest.first == ","
        guard rest.popFirst() == "}" else { throw malformed }
      }
      guard rest.popFirst() == " ", let value = Double(String(rest)),
        samples.updateValue(value, forKey: series) == nil
      else { throw malformed }
    }
    return samples
  }
}
