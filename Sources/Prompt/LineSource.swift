import CReadline
import Glibc
import Outcome

/// Where lines come from.
package enum LineSource {
  /// The readline prompt.
  case keyboard
  /// `-c`, in order.
  case commands([String])
  /// A script, read as it comes.
  case script(Script)

  /// The next step of the terminal's loop.
  enum Next {
    /// A line, and where it is from.
    case line(String, LinePlace)
    /// Nothing until the descriptor is readable.
    case wait
    case end
    /// The script cannot be read from there on.
    case failed(Failure, LinePlace)
  }

  /// A script's bytes so far.
  ///
  /// It may be a pipe that somebody still writes to, so it is read in the terminal's `poll`, as
  /// bytes come: `FileLines`, which reads files elsewhere, would wait for them.
  package struct Script {
    let descriptor: Int32
    let name: String
    fileprivate var bytes: [UInt8] = []
    fileprivate var offset = 0
    fileprivate var number = 0
    fileprivate var isAtEnd = false
    fileprivate var failure: Int32 = 0

    /// Reads from an open descriptor.
    package init(descriptor: Int32, name: String) {
      self.descriptor = descriptor
      self.name = name
    }
  }

  /// Longest line of a script, in bytes.
  static let lineLimit = 1 << 20

  package var isKeyboard: Bool {
    if case .keyboard = self { true } else { false }
  }

  /// The descriptor to poll; -1 for none.
  var descriptor: Int32 {
    if case .script(let script) = self { script.descriptor } else { -1 }
  }

  /// Takes the next line.
  mutating func next() -> Next {
    switch self {
    case .keyboard: return .wait
    case .commands(let lines):
      guard let line = lines.first else { return .end }
      self = .commands(Array(lines.dropFirst()))
      return .line(line, LinePlace())
    case .script(var script):
      defer { self = .script(script) }
      return script.next()
    }
  }

  /// Reads what has arrived.
  mutating func fill() {
    guard case .script(var script) = self else { return }
    script.fill()
    self = .script(script)
  }
}

extension LineSource.Script {
  fileprivate mutating func next() -> LineSource.Next {
    if let end = bytes[offset...].firstIndex(of: 0x0A) {
      defer { offset = end + 1 }
      return line(bytes[offset..<end])
    }
    if failure != 0 {
      let reason = Failure(.failed, "\(name): \(String(cString: strerror(failure)))")
      return .failed(reason, LinePlace(file: name))
    }
    if bytes.count - offset > LineSource.lineLimit {
      let place = LinePlace(file: name, number: number + 1)
      return .failed(Failure(.failed, "the line is longer than 1 MiB"), place)
    }
    guard isAtEnd else { return .wait }
    guard offset < bytes.count else { return .end }
    defer { offset = bytes.count }
    return line(bytes[offset...])
  }

  /// What some editors begin a file in UTF-8 with; it is no text.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private mutating func line(_ bytes: ArraySlice<UInt8>) -> LineSource.Next {
    number += 1
    let place = LinePlace(file: name, number: number)
    let hasMark = number == 1 && bytes.starts(with: Self.byteOrderMark)
    let written = hasMark ? bytes.dropFirst(Self.byteOrderMark.count) : bytes
    guard let text = String(validating: written, as: UTF8.self), !written.contains(0) else {
      let reason = Failure(
        .usage,
        "the line is not text in UTF-8",
        hint: "Nothing of it was done: the letters would be stored otherwise than written."
      )
      return .failed(reason, place)
    }
    return .line(text, place)
  }

  fileprivate mutating func fill() {
    bytes.removeSubrange(..<offset)
    offset = 0
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 {
      bytes += chunk[..<count]
    } else if count == 0 {
      isAtEnd = true
    } else if errno != EINTR, errno != EAGAIN {
      failure = errno
    }
  }
}
