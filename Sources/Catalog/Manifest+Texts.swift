extension Manifest {
  /// Reads a file that a manifest names, below the folder of that manifest; nil where there is none.
  package typealias TextFile = (_ name: String) throws -> [UInt8]?

  /// Puts the texts of the files that terms name in place of their names.
  ///
  /// - Parameters:
  ///   - terms: The terms of a manifest by kind, as they were read.
  ///   - file: Reads a file.
  ///   - fail: Takes what is wrong with a text, by its JSON pointer.
  /// - Returns: The terms with `text` in each language.
  static func withTexts(
    _ terms: JSON,
    _ file: TextFile,
    fail: (_ pointer: String, _ message: String) -> Void
  ) -> JSON {
    below(terms, "/terms") { kind, path in
      changed(kind, "versions") { versions in
        below(versions, "\(path)/versions") { version, path in
          changed(version, "texts") { texts in
            below(texts, "\(path)/texts") { text, path in
              read(text, file) { fail(path, $0) }
            }
          }
        }
      }
    }
  }

  private static func read(_ value: JSON, _ file: TextFile, fail: (String) -> Void) -> JSON {
    guard case .object(var members) = value, case .string(let name) = members["file"] else {
      return value
    }
    members["file"] = nil
    guard members["text"] == nil else {
      fail("give text or file, not both")
      return value
    }
    guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
      fail("`\(name)` is not below the folder of this file")
      return value
    }
    guard let bytes = try? file(name) else {
      fail("`\(name)` cannot be read")
      return value
    }
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
      fail("`\(name)` is not UTF-8")
      return value
    }
    members["text"] = .string(text)
    return .object(members)
  }

  private static func changed(_ value: JSON, _ key: String, _ change: (JSON) -> JSON) -> JSON {
    guard case .object(var members) = value, let member = members[key] else { return value }
    members[key] = change(member)
    return .object(members)
  }

  private static func below(
    _ value: JSON,
    _ path: String,
    _ change: (_ value: JSON, _ path: String) -> JSON
  ) -> JSON {
    guard case .object(let members) = value else { return value }
    var result: [String: JSON] = [:]
    for (key, member) in members {
      result[key] = change(member, "\(path)/\(escapedPointerToken(key))")
    }
    return .object(result)
  }
}
