import FoundationEssentials

/// A `jsonb` value, as its text.
package struct JSONB: Hashable, Sendable {
  /// The text, which the server has checked if it came from there.
  package let text: String

  /// Takes JSON text.
  package init(_ text: String) { self.text = text }

  /// Writes a value as JSON, without members that are nil.
  package init(encoding value: some Encodable) throws {
    text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  /// Decodes the text.
  ///
  /// - Throws: `DecodingError` for a key that is missing or a value of another type.
  package func decode<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }
}

extension JSONB: PostgresBinaryEncodable, PostgresDecodable {
  /// The text.
  package var postgresText: String { text }

  /// Reads the text.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    self.init(try String(postgresText: bytes))
  }

  /// The OID of `jsonb`.
  package static var binaryType: UInt32 { TypeOID.jsonb }

  /// The version, 1, and the text.
  package func appendBinary(to bytes: inout [UInt8]) {
    bytes.append(1)
    bytes += text.utf8
  }

  /// Reads version 1.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    guard type == TypeOID.jsonb else { throw .type(type) }
    guard bytes.count > 0, bytes[0] == 1 else { throw MalformedValue("its version is unknown") }
    self.init(try String(postgresText: bytes.extracting(1..<bytes.count)))
  }
}
