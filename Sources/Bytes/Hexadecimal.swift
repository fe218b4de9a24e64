/// Bytes as pairs of hexadecimal digits, the higher half first.
extension [UInt8] {
  /// Reads pairs of digits of either case; nil if the text is anything else.
  package init?(hexadecimal text: String) {
    var text = text
    let bytes = text.withUTF8 { Self(hexadecimal: $0.span) }
    guard let bytes else { return nil }
    self = bytes
  }

  /// Reads pairs of digits of either case; nil if the text is anything else.
  package init?(hexadecimal digits: Span<UInt8>) {
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexadecimalValue,
        let low = digits[index + 1].hexadecimalValue
      else { return nil }
      append(high << 4 | low)
    }
  }

  /// The bytes in lower-case digits.
  package var hexadecimal: String {
    var text: [UInt8] = []
    text.append(hexadecimal: self)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the lower-case digits of bytes.
  package mutating func append(hexadecimal bytes: some Collection<UInt8>) {
    for byte in bytes {
      append(digits[Int(byte >> 4)])
      append(digits[Int(byte & 15)])
    }
  }
}

extension UInt8 {
  /// The value of this ASCII digit, 0 to 15; nil if it is none.
  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

private let digits = Array("0123456789abcdef".utf8)
