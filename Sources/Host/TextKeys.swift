import Bytes
import Outcome

/// The keys of this host by which texts of apps are encrypted; none of them is in a database.
package struct TextKeys: Sendable {
  /// The result of decrypting a text.
  package enum Opened: Hashable, Sendable {
    /// It is not encrypted.
    case plain
    /// The decrypted text.
    case text(String)
    /// This host does not have its key.
    case missing(keyID: String)
    /// It is not a text encrypted for this location.
    case forged
  }

  /// The variable that names the file.
  package static let variable = "REEVE_TEXT_KEYS"

  /// By app, the one to encrypt with first.
  private let keys: [String: [TextKey]]

  /// Has no key.
  package init() { keys = [:] }

  /// Reads a file of lines `APP KEY`, the key in 64 hexadecimal digits.
  ///
  /// Of an app, the first line is the key to encrypt with, and the others are former ones. Lines
  /// that begin with # say nothing.
  ///
  /// - Throws: `FileRefusal` where others could read or change the file; `Failure` where a line is
  ///   not of that form, without what it says.
  package init(path: String) throws {
    let file = try TrustedFile(path, closedTo: 0o077)
    let lines = String(decoding: try file.read(limitBytes: 1 << 16), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var keys: [String: [TextKey]] = [:]
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count == 2, words[1].utf8.count == 64,
        let bytes = [UInt8](hexadecimal: String(words[1]))
      else {
        throw Failure(
          .failed,
          "\(path):\(index + 1): not an app and its key of 64 hexadecimal digits",
          hint: "`openssl rand -hex 32` makes one."
        )
      }
      keys[String(words[0]), default: []].append(TextKey(bytes))
    }
    self.keys = keys
  }

  /// Reads the file that `REEVE_TEXT_KEYS` names; no key where it names none.
  package static func ofEnvironment(_ path: String?) throws -> TextKeys {
    guard let path, !path.isEmpty else { return TextKeys() }
    return try TextKeys(path: path)
  }

  /// The key to encrypt an app's texts with.
  package func current(of app: String) -> TextKey? { keys[app]?.first }

  /// Decrypts a text for a location, which begins with its app.
  package func open(_ value: String, at place: String) -> Opened {
    guard let text = EncryptedText(value) else { return .plain }
    let app = String(place.prefix { $0 != "/" })
    guard let key = keys[app]?.first(where: { $0.id == text.keyID }) else {
      return .missing(keyID: text.keyID)
    }
    guard let opened = key.open(text, at: place),
      let words = String(validating: opened, as: UTF8.self)
    else { return .forged }
    return .text(words)
  }
}
