import Bytes
import Glibc
import Outcome

@testable import Moderation

/// A chain of three entries whose hashes were computed by another implementation (Python's
/// hashlib).
enum AuditChainFixture {
  static let hashes = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "542d86ec03d7ebd9645379d1d776b67cbdbf56aacb07938ac845028daedd940c",
    "b02471b5c3fab9986a7bf89444dd9841dbab04efdd18ad8d2f53abb6deb5672d",
    "95e4841d8ba691e13b445599002bf6d676d3fac3ddec113b41fa766a30aaa404",
  ]

  /// The export: numbers and strings, escapes and plain UTF-8, NULL where it may be.
  static let lines = [
    line(
      "\"seq\": 1, \"us\": 1795264200500001, \"command_id\": 11, \"actor\": \"anna\"",
      "\"principal\": null, \"kind\": \"moderation.ban\", \"subject\": \"randevoo/user:42\"",
      #""batch": null, "content": "{\"v\": 3}""#,
      manifest: "6a99041ab1f4ed27054983fab3a7d8fd9a7a3e9e4fdaa8b43f8e814a430d6209",
      at: 1
    ),
    line(
      "\"seq\": \"2\", \"us\": 1795264200600000, \"command_id\": \"12\"",
      "\"actor\": \"system:moderation.lift\", \"principal\": \"anna\"",
      #""kind": "moderation.undo", "subject": "randevoo/store:\"\u00e9漢\u202e\n\\", "batch": 7"#,
      #""content": "{\"v\": 3, \"words\": \"\u00e9漢\\n\"}""#,
      manifest: "ef4894c22c545df6606a34ca849e7809196e7f96987ad7dd87b4623e2153bca1",
      at: 2
    ),
    line(
      "\"seq\": 3, \"us\": -1, \"command_id\": 13, \"actor\": \"bo\", \"principal\": null",
      "\"kind\": \"audit.export\", \"subject\": null, \"batch\": null, \"content\": \"\"",
      manifest: "084fed08b978af4d7d196a7446a86b58009e636b611db16211b65a9aadff29c5",
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
        manifest: AuditEntry.digest(Array("\u{3}{}".utf8)),
        previous: previous,
        hash: [],
        content: "{}"
      )
      let hash = entry.computedHash
      defer { previous = hash }
      return """
        {"seq":\(seq),"us":\(entry.microseconds),"command_id":\(entry.commandID),"actor":"anna",\
        "principal":null,"kind":"moderation.ban","subject":"randevoo/user:\(seq)","batch":null,\
        "manifest_hex":"\(entry.manifest.hexadecimal)","prev_hex":"\(previous.hexadecimal)",\
        "hash_hex":"\(hash.hexadecimal)","content":"{}"}
        """
    }
  }

  /// A sound chain of entries with these contents, beginning at entry 1.
  static func chain(contents: [String]) -> [String] {
    var previous = [UInt8](repeating: 0, count: AuditEntry.hashBytes)
    return zip(Int64(1)..., contents).map { seq, content in
      let manifest = AuditEntry.digest([3] + content.utf8)
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
      let quoted = content.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return """
        {"seq":\(seq),"us":\(seq),"command_id":\(seq),"actor":"anna","principal":null,\
        "kind":"ban","subject":null,"batch":null,"manifest_hex":"\(manifest.hexadecimal)",\
        "prev_hex":"\(previous.hexadecimal)","hash_hex":"\(hash.hexadecimal)",\
        "content":"\(quoted)"}
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
      guard count > 0 else { throw Failure.system("cannot write \(path)") }
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
