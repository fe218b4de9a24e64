internal import Glibc
import Outcome

/// Reads the structure of one JSON text of any length, in constant memory.
///
/// The caller decides for each value whether to enter it, to take its text or to pass over it. Of a
/// text that is taken only the brackets are compared; whoever reads it checks the rest.
struct JSONStream: Sendable {
  /// Why the text cannot be read on.
  struct Broken: Error {
    /// In the file.
    let offset: Int
    let reason: String
  }

  /// The deepest nesting, and the longest key.
  private static let limitDepth = 1 << 16
  private static let limitKeyBytes = 1 << 16
  /// How much is read at once.
  static let blockBytes = 1 << 20

  let file: SourceFile
  private let end: Int
  private let block: Int
  private var buffer: [UInt8] = []
  private var at = 0
  /// Offset of the buffer's first byte.
  private var base = 0
  /// The brackets that were entered.
  private var levels: [UInt8] = []
  /// Whether the innermost bracket was just entered.
  private var isFresh = false
  private var scanner = ValueScanner()
  /// Where the key of the value that comes next begins.
  private var keyOffset = 0
  /// The key of the value that comes next, in an object; as it stands between its quotes where it
  /// cannot be read.
  private(set) var key: ArraySlice<UInt8> = []
  /// Why the key of the value that comes next cannot be read; nil where it can.
  private(set) var keyFault: Fault?

  /// Begins before the first value; the text may be taken to end before the file does.
  init(_ file: SourceFile, end: Int? = nil, block: Int = blockBytes) throws {
    self.file = file
    self.block = block
    self.end = min(end ?? file.bytes, file.bytes)
    // A byte order mark is no part of the text.
    if try file.read(at: 0, count: 3) == [0xEF, 0xBB, 0xBF] { base = 3 }
    _ = try fill()
  }

  /// Offset of the next byte in the file.
  var offset: Int { base + at }

  /// Returns the first byte of the value that comes next; nil at the end of the file.
  mutating func peek() throws -> UInt8? {
    while true {
      while at < buffer.count {
        let byte = buffer[at]
        guard byte == 32 || byte == 10 || byte == 13 || byte == 9 else { return byte }
        at += 1
      }
      guard try fill() else { return nil }
    }
  }

  /// Enters the object or array that comes next.
  mutating func enter() throws {
    guard levels.count < Self.limitDepth else {
      throw broken("nested deeper than \(Self.limitDepth) levels")
    }
    levels.append(buffer[at])
    at += 1
    isFresh = true
  }

  /// Moves to the next value of the object or array that was entered last; leaves it at its end.
  ///
  /// - Returns: Whether there is a value.
  mutating func step() throws -> Bool {
    let isObject = levels.last == UInt8(ascii: "{")
    let close = UInt8(ascii: isObject ? "}" : "]")
    var byte = try peek()
    if byte == close {
      at += 1
      levels.removeLast()
      isFresh = false
      return false
    }
    if !isFresh {
      guard byte == UInt8(ascii: ",") else {
        throw broken(lacking(byte, "a comma or a closing bracket"))
      }
      at += 1
      byte = try peek()
    }
    isFresh = false
    keyFault = nil
    if isObject {
      guard byte == quote else { throw broken(lacking(byte, "a key in quotes")) }
      try readKey()
      byte = try peek()
      guard byte == UInt8(ascii: ":") else { throw broken(lacking(byte, "a colon")) }
      at += 1
      byte = try peek()
    }
    guard let byte, !Self.isNoValue(byte) else { throw broken(lacking(byte, "a value")) }
    return true
  }

  /// Appends the text of the value that comes next, at most `limit` bytes of it; none for nil.
  ///
  /// - Returns: Whether the whole value was kept.
  /// - Throws: `Broken`, `Failure`.
  mutating func take(into text: inout [UInt8], limit: Int?) throws -> Bool {
    var room = limit ?? 0
    var isWhole = limit != nil
    guard !Self.isNoValue(buffer[at]) else { throw broken("expected a value") }
    scanner.begin(with: buffer[at])
    while true {
      let start = at
      let isDone: Bool
      do throws(ValueScanner.Mismatch) {
        (at, isDone) = try buffer.withUnsafeBufferPointer {
          bytes throws(ValueScanner.Mismatch) in try scanner.scan(bytes, from: start)
        }
      } catch {
        at = error.at
        throw broken(error.reason)
      }
      let count = min(at - start, room)
      if count > 0 { text += buffer[start..<(start + count)] }
      room -= count
      if count < at - start { isWhole = false }
      if isDone { return isWhole }
      guard try fill() else {
        if scanner.mayEnd { return isWhole }
        throw broken("the file ends inside a value")
      }
    }
  }

  private static func isNoValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  private mutating func readKey() throws {
    keyOffset = offset
    if readPlainKey() { return }
    var text: [UInt8] = []
    let isWhole = try take(into: &text, limit: Self.limitKeyBytes)
    key = text.dropFirst().dropLast(isWhole ? 1 : 0)
    guard isWhole else {
      keyFault = Fault(
        code: "length",
        reason: "a key is longer than \(Self.limitKeyBytes) bytes"
      )
      return
    }
    guard Chunk.isUTF8(text[...]) else {
      keyFault = Fault(code: "encoding", reason: "a key is not UTF-8")
      return
    }
    do throws(Fault) {
      guard case .string(let decoded) = try JSONParser.parse(text[...]) else { return }
      key = decoded
    } catch {
      keyFault = Fault(code: error.code, reason: "a key cannot be read: \(error.reason)")
    }
  }

  /// The error of the key of the value that comes next, if it cannot be read.
  var brokenKey: Broken? { keyFault.map { Broken(offset: keyOffset, reason: $0.reason) } }

  /// Takes a key of ASCII without escapes that ends in this block, as most do.
  private mutating func readPlainKey() -> Bool {
    let start = at + 1
    let end = buffer.withUnsafeBufferPointer { bytes in
      var end = start
      while end < bytes.count, (32..<127).contains(bytes[end]), bytes[end] != quote,
        bytes[end] != UInt8(ascii: "\\")
      { end += 1 }
      return end
    }
    guard end < buffer.count, buffer[end] == quote, end - at < Self.limitKeyBytes else {
      return false
    }
    key = Array(buffer[start..<end])[...]
    at = end + 1
    return true
  }

  private func lacking(_ byte: UInt8?, _ what: String) -> String {
    byte == nil ? "the file ends inside its JSON" : "expected \(what)"
  }

  /// The error of the byte that comes next.
  func broken(_ reason: String) -> Broken { Broken(offset: offset, reason: reason) }

  /// Reads the next block.
  private mutating func fill() throws -> Bool {
    base += buffer.count
    at = 0
    let count = min(block, end - base)
    buffer = count > 0 ? try file.read(at: base, count: count) : []
    guard !buffer.isEmpty || count <= 0 else {
      throw Failure(.failed, "\(file.path) became shorter while being read")
    }
    return !buffer.isEmpty
  }
}

/// Finds the end of a value of JSON, block by block.
private struct ValueScanner: Sendable {
  struct Mismatch: Error {
    let at: Int
    let reason: String
  }

  private enum Mode { case between, string, escape, scalar }

  /// Brackets that are open.
  private var nesting: [UInt8] = []
  private var mode = Mode.between
  /// As deep as a record of the longest that is read can be.
  private static let limitDepth = Chunk.limitBytes

  /// Whether the file may end here.
  var mayEnd: Bool { mode == .scalar }

  mutating func begin(with byte: UInt8) {
    nesting.removeAll(keepingCapacity: true)
    switch byte {
    case quote, UInt8(ascii: "{"), UInt8(ascii: "["): mode = .between
    default: mode = .scalar
    }
  }

  /// Returns where the value ends, or the block, and which of both it is.
  mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) throws(Mismatch) -> (Int, Bool) {
    var at = start
    let count = bytes.count
    while at < count {
      switch mode {
      case .string:
        while at < count, bytes[at] != quote, bytes[at] != UInt8(ascii: "\\") { at += 1 }
        if at == count { return (at, false) }
        at += 1
        if bytes[at - 1] == quote {
          mode = .between
          if nesting.isEmpty { return (at, true) }
        } else {
          mode = .escape
        }
      case .escape:
        at += 1
        mode = .string
      case .between:
        let byte = bytes[at]
        at += 1
        switch byte {
        case quote: mode = .string
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          nesting.append(byte)
          if nesting.count > Self.limitDepth {
            throw Mismatch(at: at - 1, reason: "nested deeper than \(Self.limitDepth) levels")
          }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          guard
            nesting.popLast() == (byte == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "["))
          else { throw Mismatch(at: at - 1, reason: "a bracket closes another one") }
          if nesting.isEmpty { return (at, true) }
        default: break
        }
      case .scalar:
        while at < count {
          switch bytes[at] {
          case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 32, 9, 10, 13:
            return (at, true)
          default: at += 1
          }
        }
      }
    }
    return (at, false)
  }
}
