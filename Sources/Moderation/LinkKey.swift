import Crypto

/// The secret under which identifiers of persons are compared; it is never in the database.
package struct LinkKey: Sendable {
  private let key: SymmetricKey

  /// What the database knows a key by; nothing can be computed with it.
  package let id: String

  /// Takes the secret's bytes.
  package init(_ bytes: [UInt8]) {
    key = SymmetricKey(data: bytes)
    let code = HMAC<SHA256>.authenticationCode(for: Array("reeve link key".utf8), using: key)
    id = Array(code.prefix(8)).hexadecimal
  }

  /// Returns the HMAC-SHA256 of an identifier in hexadecimal; nil where nothing is left of it.
  package func digest(_ value: String, kind: String) -> String? {
    let normal = Identifier.normal(value, kind: kind)
    guard !normal.isEmpty else { return nil }
    let code = HMAC<SHA256>.authenticationCode(for: Array("\(kind):\(normal)".utf8), using: key)
    return Array(code).hexadecimal
  }
}
