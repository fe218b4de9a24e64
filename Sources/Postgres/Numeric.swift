/// A `numeric`, exactly: decimal digits of any number, NaN or an infinity.
///
/// Equal means printed alike: 1.0 and 1.00, which the server holds for equal, differ.
package struct Numeric: Hashable, Sendable {
  /// Digits with an optional minus and point, `NaN`, `Infinity` or `-Infinity`, as the server
  /// prints it.
  package let text: String

  /// Takes digits with an optional minus and point, as the server prints them; nil for anything
  /// else.
  package init?(_ text: String) {
    let isSpecial = ["NaN", "Infinity", "-Infinity"].contains(text)
    let parts = text.drop { $0 == "-" }.utf8.split(
      separator: UInt8(ascii: "."),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let isNumber = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { 48...57 ~= $0 }
    }
    guard isSpecial || isNumber && !text.hasPrefix("--") && parts[0].count <= 131_072
    else { return nil }
    self.text = text
  }

  private init(server text: String) { self.text = text }
}

extension Numeric: PostgresBinaryEncodable, PostgresDecodable {
  /// The text.
  package var postgresText: String { text }

  /// Reads what `numeric` prints.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    guard let value = Numeric(try String(postgresText: bytes)) else {
      throw MalformedValue("it is not a numeric")
    }
    self = value
  }

  /// The OID of `numeric`.
  package static var binaryType: UInt32 { TypeOID.numeric }

  private static let signs: [UInt16: String] = [
    0: "", 0x4000: "-", 0xC000: "NaN", 0xD000: "Infinity", 0xF000: "-Infinity",
  ]

  /// Number of digits to the base 10,000, weight of the first, sign, digits after the point,
  /// digits.
  package func appendBinary(to bytes: inout [UInt8]) {
    guard text.utf8.last.map({ 48...57 ~= $0 }) == true else {
      let sign = Self.signs.first { $0.value == text }?.key ?? 0xC000
      for field in [0, 0, sign, 0] { bytes.appendBigEndian(field) }
      return
    }
    let parts = text.drop { $0 == "-" }.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let head = String(repeating: "0", count: (4 - parts[0].count % 4) % 4)
    let whole = head + String(parts[0])
    let tail = String(repeating: "0", count: (4 - fraction.count % 4) % 4)
    let decimals = Array((whole + fraction + tail).utf8)
    var digits = stride(from: 0, to: decimals.count, by: 4).map { at -> Int16 in
      decimals[at..<(at + 4)].reduce(0) { digit, byte in digit * 10 + Int16(byte - 48) }
    }
    var weight = whole.count / 4 - 1
    let leading = digits.prefix { $0 == 0 }.count
    weight -= leading
    digits.removeFirst(leading)
    while digits.last == 0 { digits.removeLast() }
    bytes.appendBigEndian(Int16(digits.count))
    bytes.appendBigEndian(Int16(digits.isEmpty ? 0 : weight))
    bytes.appendBigEndian(UInt16(text.hasPrefix("-") && !digits.isEmpty ? 0x4000 : 0))
    bytes.appendBigEndian(Int16(fraction.count))
    for digit in digits { bytes.appendBigEndian(digit) }
  }

  /// Reads any numeric.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    guard type == TypeOID.numeric else { throw .type(type) }
    self = try BinaryReader.read(bytes) { (reader) throws(MalformedValue) in
      let count: Int16 = try reader.integer()
      let weight = Int(try reader.integer(Int16.self))
      let sign = Self.signs[try reader.integer()]
      let scale = Int(try reader.integer(Int16.self))
      guard let sign, count >= 0, scale >= 0 else { throw MalformedValue("it is not a numeric") }
      var digits: [Int16] = []
      for _ in 0..<count {
        let digit: Int16 = try reader.integer()
        guard 0..<10_000 ~= digit else { throw MalformedValue("it is not a numeric") }
        digits.append(digit)
      }
      if sign.count > 1 { return Numeric(server: sign) }
      /// Four decimals of the place of 10,000 to the power of `power`.
      func decimals(_ power: Int) -> String {
        let index = weight - power
        return Timestamp.padded(digits.indices.contains(index) ? Int64(digits[index]) : 0, 4)
      }
      var text = weight < 0 ? "0" : stride(from: weight, through: 0, by: -1).map(decimals).joined()
      text = String(text.drop { $0 == "0" })
      if text.isEmpty { text = "0" }
      if scale > 0 {
        let fraction = (1...((scale + 3) / 4)).map { decimals(-$0) }.joined()
        text += "." + fraction.prefix(scale)
      }
      return Numeric(server: sign + text)
    }
  }
}
