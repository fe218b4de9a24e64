/// A JSON value that a manifest can hold.
package enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// The text of the value: no blanks, keys in the order of their UTF-8 bytes.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += "," }
        item.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, member) in sorted.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    var bytes: [UInt8] = []
    append(string.utf8, to: &bytes)
    text += String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a JSON string with its quotes; what need not be escaped is copied.
  package static func append(_ string: some Sequence<UInt8>, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    defer { text.append(UInt8(ascii: "\"")) }
    // Most strings need no escape and lie in one piece.
    let isCopied = string.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte < 32 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      {
        return false
      }
      text.append(contentsOf: bytes)
      return true
    }
    if isCopied == true { return }
    for byte in string {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        text.append(UInt8(ascii: "\\"))
        text.append(byte)
      case 0..<32:
        text += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: text.append(byte)
      }
    }
  }
}
