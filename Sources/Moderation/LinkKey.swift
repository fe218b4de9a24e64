import Bytes
import CCrypto

/// The secret under which identifiers of persons are compared; it is never in the database.
package struct LinkKey: Sendable {
  private let key: [UInt8]

  /// The id by which the database identifies a key; no identifier can be computed with it.
  package let id: String

  /// Takes the secret's bytes.
  package init(_ bytes: [UInt8]) {
    key = bytes
    id = Array(Self.code(of: "reeve link key", under: key).prefix(8)).hexadecimal
  }

  /// Returns the HMAC-SHA256 of an identifier in hexadecimal; nil where nothing is left of it.
  package func digest(_ value: String, kind: String) -> String? {
    let normal = Identifier.normal(value, kind: kind)
    guard !normal.isEmpty else { return nil }
    return Self.code(of: "\(kind):\(normal)", under: key).hexadecimal
  }

  private static func code(of text: String, under key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: CCRYPTO_HASH_BYTES)
    let bytes = Array(text.utf8)
    ccrypto_hmac_sha256(key, key.count, bytes, bytes.count, &code)
    return code
  }
}
