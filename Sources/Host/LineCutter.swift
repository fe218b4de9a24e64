/// Cuts bytes into lines of text.
///
/// Of a line that is too long the beginning is kept, and it says so; empty lines are left out. What
/// is not UTF-8, or is NUL, which the database cannot hold, becomes U+FFFD.
package struct LineCutter {
  /// The first line that is not UTF-8 text, from 1.
  package private(set) var garbledLine: Int?
  /// Bytes that were not kept: of lines that were too long, and empty lines.
  package private(set) var droppedBytes = 0
  private let limit: Int
  private var line: [UInt8] = []
  private var number = 1
  private var isCut = false

  /// Keeps at most `limit` bytes of a line.
  package init(limit: Int) { self.limit = limit }

  /// Takes more bytes; the lines that are whole with them.
  package mutating func cut(_ bytes: ArraySlice<UInt8>) -> [String] {
    var lines: [String] = []
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(rest[..<end], &lines)
      let whole = self.end()
      if whole.isEmpty { droppedBytes += 1 }
      lines += whole
      number += 1
      rest = rest[(end + 1)...]
    }
    take(rest, &lines)
    return lines
  }

  /// Ends the line that is open, if there is one.
  package mutating func end() -> [String] {
    defer {
      line.removeAll(keepingCapacity: true)
      isCut = false
    }
    if isCut { return [] }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line.isEmpty ? [] : [take(text: line[...])]
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>, _ lines: inout [String]) {
    if isCut {
      droppedBytes += bytes.count
      return
    }
    let room = limit - line.count
    line += bytes.prefix(room)
    guard bytes.count > room else { return }
    droppedBytes += bytes.count - room
    isCut = true
    // Not in the middle of a character.
    let isWhole = line.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    lines.append(take(text: line[..<isWhole]) + " … (longer than \(limit) bytes)")
  }

  private mutating func take(text bytes: ArraySlice<UInt8>) -> String {
    if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil {
      garbledLine = garbledLine ?? number
    }
    return Self.text(of: bytes)
  }

  /// Text that the database can hold, whatever the bytes are.
  package static func text(of bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(0) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(scalar == "\0" ? "\u{FFFD}" : scalar) }
    return String(scalars)
  }
}
