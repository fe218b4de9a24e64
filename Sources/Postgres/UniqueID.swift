import Bytes

/// A `uuid`: 16 bytes.
package struct UniqueID: Hashable, Sendable {
  /// The first eight bytes, the first the highest.
  package let high: UInt64
  /// The last eight bytes.
  package let low: UInt64

  /// Takes the two halves.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A random one, which cannot be guessed.
  package static func random() -> UniqueID {
    var source = SystemRandomNumberGenerator()
    return UniqueID(high: source.next(), low: source.next())
  }
}

extension UniqueID: PostgresBinaryEncodable, PostgresDecodable {
  /// Lower-case digits in groups of 8, 4, 4, 4 and 12.
  package var postgresText: String {
    var digits: [UInt8] = []
    digits.append(hexadecimal: bytes(of: high) + bytes(of: low))
    for place in [8, 13, 18, 23] { digits.insert(UInt8(ascii: "-"), at: place) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Reads the form that the server prints, digits of either case.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    guard bytes.count == 36 else { throw MalformedValue("it is not a uuid") }
    var halves: [UInt64] = [0, 0]
    var digits = 0
    for index in 0..<36 {
      if [8, 13, 18, 23].contains(index) {
        guard bytes[index] == UInt8(ascii: "-") else { throw MalformedValue("it is not a uuid") }
        continue
      }
      guard let digit = bytes[index].hexadecimalValue else {
        throw MalformedValue("it is not a uuid")
      }
      halves[digits / 16] = halves[digits / 16] << 4 | UInt64(digit)
      digits += 1
    }
    self.init(high: halves[0], low: halves[1])
  }

  /// The OID of `uuid`.
  package static var binaryType: UInt32 { TypeOID.uuid }

  /// The 16 bytes.
  package func appendBinary(to bytes: inout [UInt8]) {
    bytes.appendBigEndian(high)
    bytes.appendBigEndian(low)
  }

  /// Reads the 16 bytes.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    guard type == TypeOID.uuid else { throw .type(type) }
    self = try BinaryReader.read(bytes) { (reader) throws(MalformedValue) in
      UniqueID(high: try reader.integer(), low: try reader.integer())
    }
  }

  private func bytes(of half: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian(half)
    return bytes
  }
}
