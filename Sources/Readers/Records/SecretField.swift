/// The values of a source that are not shown: passwords, their hashes, tokens and keys.
///
/// A field is judged by its name, a value by its look. A doubtful value is not shown.
package enum SecretField {
  /// The text that is shown instead of a secret value.
  package static let mask = Array("•••".utf8)

  /// Parts of names, in lower case and without separators.
  private static let words = [
    "password", "passwd", "passphrase", "passcode", "pwd", "hash", "salt", "token", "secret",
    "apikey", "privatekey", "signerkey", "sessionkey", "credential", "otp", "totp", "pincode",
    "digest", "cvv", "cvc", "recoverycode", "backupcode", "cookie",
  ]

  /// How stored passwords, tokens and keys begin.
  private static let beginnings = [
    "$1$", "$2a$", "$2b$", "$2x$", "$2y$", "$5$", "$6$", "$7$", "$y$", "$argon2", "$scrypt",
    "$pbkdf2", "pbkdf2_", "pbkdf2:", "scrypt:", "bcrypt", "argon2", "sha1$", "md5$", "{SSHA",
    "{SHA", "{MD5", "{CRYPT", "SCRAM-SHA-", "eyJ", "-----BEGIN", "sk_live_", "ghp_", "AKIA", "xox",
  ]

  /// Whether a field of that name is never shown.
  package static func hides(name: some Collection<UInt8>) -> Bool {
    let plain = name.filter { !"_- .".utf8.contains($0) }
    let text = String(decoding: plain, as: UTF8.self).lowercased()
    return words.contains { text.contains($0) }
  }

  /// Whether a text looks like a secret, or, of a map or an array, names one.
  package static func hides(text: [UInt8]) -> Bool {
    let first = text.first
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), hides(name: text) { return true }
    let string = String(decoding: text, as: UTF8.self)
    if beginnings.contains(where: { string.hasPrefix($0) }) { return true }
    // A longer text arrives cut off, ending in a character beyond ASCII.
    let body = text.prefix { $0 < 0x80 }
    guard body.count >= 32 else { return false }
    let isHex = body.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
    if isHex { return true }
    let letters = body.filter { (0x61...0x7A).contains($0 | 0x20) }
    return body.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "+/=_-".utf8.contains(byte)
    } && body.contains { (0x30...0x39).contains($0) }
      && letters.contains { $0 < 0x61 } && letters.contains { $0 >= 0x61 }
  }
}
