/// The text form of one-dimensional arrays: section 8.15 of the PostgreSQL 15 manual.
enum ArrayLiteral {
  /// Writes `{"a","b\"c",NULL}`: every element is quoted, so that no element can be taken for NULL
  /// or for syntax.
  static func text(of elements: [String?]) -> String {
    var text: [UInt8] = [UInt8(ascii: "{")]
    for (index, element) in elements.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      guard let element else {
        text += "NULL".utf8
        continue
      }
      text.append(UInt8(ascii: "\""))
      for byte in element.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          text.append(UInt8(ascii: "\\"))
        }
        text.append(byte)
      }
      text.append(UInt8(ascii: "\""))
    }
    text.append(UInt8(ascii: "}"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Hands each element's bytes to `body`, nil for NULL.
  ///
  /// Bounds before the braces are read over.
  static func read(
    _ bytes: Span<UInt8>,
    _ body: ([UInt8]?) throws(MalformedValue) -> Void
  ) throws(MalformedValue) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(MalformedValue) in
      var reader = ArrayReader(bytes: bytes)
      try reader.readOpening()
      while let element = try reader.next() { try body(element.bytes) }
    }
  }
}

/// Walks over an array literal, byte by byte; it lives no longer than the bytes.
private struct ArrayReader {
  /// One element; nil bytes are NULL.
  struct Element { let bytes: [UInt8]? }

  let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var isFirst = true

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Passes `[lower:upper]=`, if there, and the opening brace.
  mutating func readOpening() throws(MalformedValue) {
    if current == UInt8(ascii: "[") {
      while let byte = current, byte != UInt8(ascii: "=") { index += 1 }
      index += 1
    }
    guard current == UInt8(ascii: "{") else { throw MalformedValue("it is not an array") }
    index += 1
  }

  /// Returns the next element, or nil after the closing brace.
  mutating func next() throws(MalformedValue) -> Element? {
    if isFirst, current == UInt8(ascii: "}") { return try end() }
    if !isFirst {
      switch current {
      case UInt8(ascii: "}"): return try end()
      case UInt8(ascii: ","): index += 1
      default: throw MalformedValue("it is not an array")
      }
    }
    isFirst = false
    if current == UInt8(ascii: "{") { throw MalformedValue("the array has several dimensions") }
    return current == UInt8(ascii: "\"") ? try quoted() : try bare()
  }

  private mutating func end() throws(MalformedValue) -> Element? {
    guard index == bytes.count - 1 else { throw MalformedValue("it is not an array") }
    return nil
  }

  private mutating func quoted() throws(MalformedValue) -> Element {
    var element: [UInt8] = []
    index += 1
    while var byte = current {
      index += 1
      if byte == UInt8(ascii: "\"") { return Element(bytes: element) }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = current else { break }
        byte = escaped
        index += 1
      }
      element.append(byte)
    }
    throw MalformedValue("it is not an array")
  }

  private mutating func bare() throws(MalformedValue) -> Element {
    var element: [UInt8] = []
    var isEscaped = false
    while var byte = current, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") {
      index += 1
      if byte == UInt8(ascii: "\\") {
        guard let escaped = current else { break }
        byte = escaped
        isEscaped = true
        index += 1
      }
      element.append(byte)
    }
    guard !element.isEmpty else { throw MalformedValue("it is not an array") }
    let isNull =
      !isEscaped && element.count == 4
      && zip(element, "NULL".utf8).allSatisfy { $0 & 0xDF == $1 }
    return Element(bytes: isNull ? nil : element)
  }
}
