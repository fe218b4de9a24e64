import Glibc

@testable import Moderation

/// A chain of three entries whose hashes were computed by another implementation (Python's hashlib).
enum AuditChainFixture {
  static let hashes = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "97d0069da816a40664b3115fbe99e00a745c36bb0f3de224e60bc619e4adef0a",
    "cb691f41157d51034a686fc1d36f7e4224ee74f931317e185b2d9fd5832c3adb",
    "8356a4ebe571513709ce1224ef60bc5b74240d096a53c4ef255b23a1d57d8dad",
  ]

  /// The export: numbers and strings, escapes and plain UTF-8, NULL where it may be.
  static let lines = [
    line(
      "\"seq\": 1, \"us\": 1795264200500001, \"command_id\": 11, \"actor\": \"anna\"",
      "\"principal\": null, \"kind\": \"moderation.ban\", \"subject\": \"randevoo/user:42\"",
      "\"batch\": null",
      manifest: "51451d40d6beee5928b4f522467e6163bad898606aa92fcc16ee0d1ed7f79399",
      at: 1
    ),
    line(
      "\"seq\": \"2\", \"us\": 1795264200600000, \"command_id\": \"12\"",
      "\"actor\": \"system:moderation.lift\", \"principal\": \"anna\"",
      #""kind": "moderation.undo", "subject": "randevoo/store:\"\u00e9漢\u202e\n\\", "batch": 7"#,
      manifest: "891809c735ff5e4e047caeba0599a3213ebf6cdb7f519b68237a5ca09a5b1812",
      at: 2
    ),
    line(
      "\"seq\": 3, \"us\": -1, \"command_id\": 13, \"actor\": \"bo\", \"principal\": null",
      "\"kind\": \"audit.export\", \"subject\": null, \"batch\": null",
      manifest: "a4184fec4faab123670caa2318b763fb9825529074bde1b5fc86f6c32cf9cfa4",
      at: 3
    ),
  ]

  /// A sound chain of any length, beginning at entry 1.
  static func chain(count: Int) -> [String] {
    var previous = [UInt8](repeating: 0, count: AuditEntry.hashBytes)
    return (1...Int64(count)).map { seq in
      let entry = AuditEntry(
        seq: seq,
        microseconds: 1_795_264_200_000_000 + seq,
        commandID: seq * 2,
        actor: "anna",
        principal: nil,
        kind: "moderation.ban",
        subject: "randevoo/user:\(seq)",
        batch: nil,
        manifest: previous,
        previous: previous,
        hash: []
      )
      let hash = entry.computedHash
      defer { previous = hash }
      return """
        {"seq":\(seq),"us":\(entry.microseconds),"command_id":\(entry.commandID),"actor":"anna",\
        "principal":null,"kind":"moderation.ban","subject":"randevoo/user:\(seq)","batch":null,\
        "manifest_hex":"\(previous.hexadecimal)","prev_hex":"\(previous.hexadecimal)",\
        "hash_hex":"\(hash.hexadecimal)"}
        """
    }
  }

  /// A sound chain of entries with a content (nil: of the older form), beginning at entry 1.
  static func chain(contents: [String?]) -> [String] {
    var previous = [UInt8](repeating: 0, count: AuditEntry.hashBytes)
    return zip(Int64(1)..., contents).map { seq, content in
      var bytes: [UInt8] = [3]
      bytes += (content ?? "").utf8
      let manifest = AuditEntry.digest(bytes)
      let entry = AuditEntry(
        seq: seq,
        microseconds: seq,
        commandID: seq,
        actor: "anna",
        principal: nil,
        kind: "ban",
        subject: nil,
        batch: nil,
        manifest: manifest,
        previous: previous,
        hash: [],
        content: content
      )
      let hash = entry.computedHash
      defer { previous = hash }
      let quoted = content.map {
        "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
      }
      return """
        {"seq":\(seq),"us":\(seq),"command_id":\(seq),"actor":"anna","principal":null,\
        "kind":"ban","subject":null,"batch":null,"manifest_hex":"\(manifest.hexadecimal)",\
        "prev_hex":"\(previous.hexadecimal)","hash_hex":"\(hash.hexadecimal)",\
        "content":\(quoted ?? "null")}
        """
    }
  }

  /// Runs `body` with a file of these bytes.
  static func withFile<R>(_ bytes: [UInt8], _ body: (String) throws -> R) throws -> R {
    var template = Array("/tmp/reeve-audit-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw AuditExportUnreadable(path: path, code: errno) }
      rest = rest.dropFirst(count)
    }
    close(descriptor)
    return try body(path)
  }

  private static func line(_ fields: String..., manifest: String, at place: Int) -> String {
    """
    {\(fields.joined(separator: ", ")), "manifest_hex": "\(manifest)", \
    "prev_hex": "\(hashes[place - 1])", "hash_hex": "\(hashes[place])"}
    """
  }
}
