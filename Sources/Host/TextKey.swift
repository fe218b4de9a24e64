import Bytes
import CCrypto

/// A key by which texts of an app are encrypted: AES-256-GCM.
///
/// An encrypted text is `enc1.ID.DATA`: the key's id, and nonce, text and tag in base64url. It is
/// bound to its location, `app/collection/column/…`, where `…` are values of its row; in `enc0.…`,
/// of an import, to the first three alone. docs/operating.md says the same for programs of an app.
package struct TextKey: Sendable {
  private let key: [UInt8]
  /// The id by which the database identifies the key; it cannot decrypt anything.
  package let id: String

  /// Takes 32 bytes that nobody can guess.
  package init(_ bytes: [UInt8]) {
    precondition(bytes.count == CCRYPTO_KEY_BYTES, "a key has 32 bytes")
    key = bytes
    let word = Array("reeve text key".utf8)
    var code = [UInt8](repeating: 0, count: CCRYPTO_HASH_BYTES)
    ccrypto_hmac_sha256(key, key.count, word, word.count, &code)
    id = Array(code.prefix(8)).hexadecimal
  }

  /// Encrypts a text for a location.
  ///
  /// - Parameters:
  ///   - text: Bytes of UTF-8.
  ///   - place: The location to which it is bound.
  ///   - isBound: False where the values of its row are not known yet.
  /// - Returns: The encrypted text, another one each time.
  package func seal(_ text: some Collection<UInt8>, at place: String, isBound: Bool = true)
    -> String
  {
    let text = Array(text)
    let context = EncryptedText.context(place, isBound: isBound)
    var data = [UInt8](repeating: 0, count: CCRYPTO_NONCE_BYTES)
    ccrypto_random(&data, Int32(data.count))
    var sealed = [UInt8](repeating: 0, count: text.count + CCRYPTO_TAG_BYTES)
    ccrypto_aes256gcm_seal(
      key,
      data,
      context,
      Int32(context.count),
      text,
      Int32(text.count),
      &sealed
    )
    return "enc\(isBound ? 1 : 0).\(id).\(Base64URL.text(of: data + sealed))"
  }

  /// Decrypts the text; nil if the key, the location or the text is another one.
  func open(_ text: EncryptedText, at place: String) -> [UInt8]? {
    let (nonce, sealed) = (CCRYPTO_NONCE_BYTES, CCRYPTO_TAG_BYTES)
    let length = text.data.count - nonce - sealed
    guard length >= 0 else { return nil }
    let context = EncryptedText.context(place, isBound: text.isBound)
    var opened = [UInt8](repeating: 0, count: length + 1)
    let isWhole = ccrypto_aes256gcm_open(
      key,
      Array(text.data[..<nonce]),
      context,
      Int32(context.count),
      Array(text.data[nonce...]),
      Int32(length),
      &opened
    )
    return isWhole == 1 ? Array(opened[..<length]) : nil
  }
}

/// An encrypted text, in parts.
struct EncryptedText {
  let isBound: Bool
  let keyID: String
  /// Nonce, text and tag; empty if the text has another form.
  let data: [UInt8]

  /// Reads one; nil where the text does not begin as one.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "enc0" || parts[0] == "enc1",
      [UInt8](hexadecimal: String(parts[1]))?.count == 8
    else { return nil }
    (isBound, keyID) = (parts[0] == "enc1", String(parts[1]))
    data = Base64URL.bytes(of: parts[2]) ?? []
  }

  /// Associated data that is authenticated with the text.
  static func context(_ place: String, isBound: Bool) -> [UInt8] {
    let parts = place.split(separator: "/", omittingEmptySubsequences: false)
    return Array((isBound ? place : parts.prefix(3).joined(separator: "/")).utf8)
  }
}

/// Base64 for URLs, without padding: RFC 4648, section 5.
private enum Base64URL {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
  )
  private static let values = {
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0...group.count { text.append(digits[bits >> (18 - 6 * place) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func bytes(of text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for digit in text.utf8 {
      guard let value = values[Int(digit)] else { return nil }
      bits = (bits << 6 | Int(value)) & 0xFFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    // The unused bits of the last digit must be zero, so that each text has one form.
    return count < 6 && bits & (1 << count - 1) == 0 ? bytes : nil
  }
}
