import Bytes
import Outcome
import Testing

@testable import Moderation

@Suite
struct AuditVerifierTests {
  private func verify(_ lines: [String], anchor: String? = nil) throws -> AuditReport {
    try verify(bytes: Array(lines.joined(separator: "\n").utf8) + [0x0A], anchor: anchor)
  }

  private func verify(bytes: [UInt8], anchor: String? = nil) throws -> AuditReport {
    let anchor = try anchor.map { try #require(AuditAnchor($0)) }
    return try AuditChainFixture.withFile(bytes) { path in
      try AuditVerifier.verify(path: path, anchor: anchor)
    }
  }

  @Test
  func `a sound chain is sound, and its head is the next anchor`() throws {
    let report = try verify(AuditChainFixture.lines)
    #expect(report.isSound)
    #expect(report.entries == 3)
    #expect(report.firstSeq == 1 && report.lastSeq == 3)
    #expect(report.headHash == AuditChainFixture.hashes[3])
    let anchor = try #require(report.head?.description)
    #expect(try verify(AuditChainFixture.lines, anchor: anchor).isSound)
  }

  @Test(arguments: 0...3)
  func `any entry can be the anchor`(seq: Int) throws {
    let report = try verify(
      AuditChainFixture.lines,
      anchor: "\(seq):\(AuditChainFixture.hashes[seq])"
    )
    #expect(report.isSound && report.entries == 3)
  }

  @Test
  func `an export of a part is sound, and follows from the anchor before it`() throws {
    let part = Array(AuditChainFixture.lines[1...])
    #expect(try verify(part).firstSeq == 2)
    #expect(try verify(part, anchor: "1:\(AuditChainFixture.hashes[1])").isSound)
    let other = try verify(part, anchor: "1:\(AuditChainFixture.hashes[2])")
    #expect(other.findings.map(\.kind) == [.rewritten])
    let late = try verify(
      Array(AuditChainFixture.lines[2...]),
      anchor: "1:\(AuditChainFixture.hashes[1])"
    )
    #expect(late.findings.map(\.kind) == [.unanchored])
  }

  @Test
  func `the last line needs no line break, and lines may end in two characters`() throws {
    let text = AuditChainFixture.lines.joined(separator: "\r\n")
    #expect(try verify(bytes: Array(text.utf8)).entries == 3)
  }

  @Test
  func `an empty export is a chain of nothing`() throws {
    #expect(try verify(bytes: []) == AuditReport())
    #expect(try verify(bytes: [], anchor: "0:\(AuditChainFixture.hashes[0])").isSound)
    let cut = try verify(bytes: [], anchor: "3:\(AuditChainFixture.hashes[3])")
    #expect(cut.findings.map(\.kind) == [.truncated])
  }

  @Test(arguments: [
    ("\"actor\": \"anna\"", "\"actor\": \"bert\""), ("1795264200500001", "1795264200500002"),
    ("\"command_id\": 11", "\"command_id\": 12"), ("\"principal\": null", "\"principal\": \"\""),
    ("moderation.ban", "moderation.hid"), ("user:42", "user:43"),
    ("\"batch\": null", "\"batch\": 1"),
    ("6a9904", "6a9905"), ("542d86", "542d87"),
  ])
  func `every field is sealed`(before: String, after: String) throws {
    var lines = AuditChainFixture.lines
    let edited = try #require(lines[0].firstRange(of: before))
    lines[0].replaceSubrange(edited, with: after)
    let report = try verify(lines)
    #expect(report.findings.map(\.kind) == [.edited])
    #expect(report.findings.first?.description.hasPrefix("line 1: entry 1 was edited") == true)
    #expect(report.entries == 0)
  }

  private static let contents = [
    "{}", #"{"v": 3, "at": 17, "items": {"A1": {"key": "1", "words": "ab\\c"}}}"#,
    #"{"v": 3, "at": 18, "items": {"P1": {"by": "anna"}}}"#,
  ]

  @Test
  func `contents are proved`() throws {
    let report = try verify(AuditChainFixture.chain(contents: Self.contents))
    #expect(report.isSound && report.entries == 3, "\(report)")
  }

  @Test(arguments: [
    ("\\\"at\\\": 17", "\\\"at\\\": 18"), ("\\\"words\\\"", "\\\"word\\\""), ("A1", "A2"),
    ("\\\\\\\\c", "\\\\\\\\d"),
  ])
  func `an edited content is found`(before: String, after: String) throws {
    var lines = AuditChainFixture.chain(contents: Self.contents)
    let edited = try #require(lines[1].firstRange(of: before))
    lines[1].replaceSubrange(edited, with: after)
    let report = try verify(lines)
    #expect(
      report.findings.map(\.description) == [
        "line 2: entry 2: its content differs from what was sealed"
      ]
    )
    #expect(report.entries == 1)
  }

  @Test
  func `a content that was taken out or exchanged is found`() throws {
    let lines = AuditChainFixture.chain(contents: Self.contents)
    let out = lines.map { $0.replacing(/"content":".*"}/, with: "\"content\":null}") }
    #expect(try verify(out).findings.map(\.kind) == [.malformed])
    let missing = lines.map { $0.replacing(/,"content":".*"}/, with: "}") }
    #expect(try verify(missing).findings.map(\.kind) == [.malformed])
    let other = try #require(lines[2].firstMatch(of: /"content":".*"}/)).output
    let exchanged = [lines[0], lines[1].replacing(/"content":".*"}/, with: other)]
    #expect(try verify(exchanged).findings.map(\.kind) == [.edited])
  }

  @Test
  func `an entry edited and sealed anew no longer carries the next one`() throws {
    var lines = AuditChainFixture.chain(count: 5)
    let other = AuditChainFixture.chain(count: 3).map { $0.replacing("user:2", with: "user:9") }
    let entry = try AuditEntry(line: Array(other[1].utf8)[...])
    lines[1] = other[1].replacing(entry.hash.hexadecimal, with: entry.computedHash.hexadecimal)
    let report = try verify(lines)
    #expect(
      report.findings.map(\.description) == ["line 3: entry 3 does not continue from entry 2"]
    )
    #expect(report.lastSeq == 2)
  }

  @Test
  func `a hole, a repetition and a change of order are found`() throws {
    let lines = AuditChainFixture.chain(count: 6)
    let hole = try verify([lines[0], lines[1], lines[3]])
    #expect(hole.findings.map(\.description) == ["line 3: entry 4 comes after entry 2"])
    let twice = try verify([lines[0], lines[1], lines[1]])
    #expect(twice.findings.map(\.description) == ["line 3: entry 2 comes after entry 2"])
    let swapped = try verify([lines[0], lines[2], lines[1]])
    #expect(swapped.findings.map(\.kind) == [.gap])
    let zero = try verify([lines[0].replacing("\"seq\":1,", with: "\"seq\":0,")])
    #expect(zero.findings.map(\.kind) == [.gap])
  }

  @Test
  func `a chain that was cut off is sound without an anchor and truncated with one`() throws {
    let lines = Array(AuditChainFixture.lines.dropLast())
    #expect(try verify(lines).isSound)
    let report = try verify(lines, anchor: "3:\(AuditChainFixture.hashes[3])")
    #expect(
      report.findings.map(\.description) == [
        "line 3: the export ends with entry 2, before the anchor 3: it was cut off"
      ]
    )
  }

  @Test
  func `a chain made anew is sound without an anchor and rewritten with one`() throws {
    let lines = AuditChainFixture.chain(count: 4)
    #expect(try verify(lines).isSound)
    let report = try verify(lines, anchor: "2:\(AuditChainFixture.hashes[2])")
    #expect(report.findings.map(\.kind) == [.rewritten])
    #expect(report.findings.first?.line == 2)
  }

  @Test
  func `a first entry with something before it is another chain's`() throws {
    let line = AuditChainFixture.lines[0].replacing(
      "\"prev_hex\": \"00",
      with: "\"prev_hex\": \"01"
    )
    #expect(try verify([line]).findings.map(\.kind) == [.unlinked])
  }

  @Test(arguments: [
    "", " ", "nope", "{}", "[]", "{\"seq\":1}", "null", "{\"seq\":1,\"seq\":1}",
    "{\"a\":\"\\ud800\"}",
    "{\"a\":1.5}", "{\"a\":01}", "{\"a\":{}}", "{\"a\":\"\\x\"}", "{\"a\":\"\t\"}", "{\"a\":1}x",
    "{\"a\":true}", "{\"a\":\"", "{\"a\":-}", "{,}", "{\"a\":1,}",
  ])
  func `a line that is no entry is named`(line: String) throws {
    let report = try verify([AuditChainFixture.lines[0], line, AuditChainFixture.lines[1]])
    #expect(report.findings.map(\.kind) == [.malformed])
    #expect(report.findings.first?.description.hasPrefix("line 2: not an entry: ") == true)
    #expect(report.entries == 1)
  }

  @Test(arguments: [
    ("\"seq\": 1", "\"seq\": \"01\""), ("\"seq\": 1", "\"seq\": 9223372036854775808"),
    ("\"seq\": 1", "\"seq\": null"), ("\"actor\": \"anna\"", "\"actor\": null"),
    ("6a9904", "6a990g"), ("6a9904", "6a990"), ("\"batch\"", "\"Batch\""), ("{", "{\"more\": 1, "),
  ])
  func `an entry with a wrong field is named`(before: String, after: String) throws {
    var line = AuditChainFixture.lines[0]
    line.replaceSubrange(try #require(line.firstRange(of: before)), with: after)
    #expect(try verify([line]).findings.map(\.kind) == [.malformed])
  }

  @Test
  func `bytes that are not UTF-8 are named, not repaired`() throws {
    var bytes = Array(AuditChainFixture.lines[0].utf8)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "a")))
    bytes[place] = 0xFF
    let report = try verify(bytes: bytes)
    #expect(report.findings.map(\.description) == ["line 1: not an entry: it is not UTF-8"])
  }

  @Test
  func `a huge line is named and does not fill the memory`() throws {
    let huge = [UInt8](repeating: UInt8(ascii: "x"), count: 40 << 20)
    let report = try verify(bytes: Array(AuditChainFixture.lines[0].utf8) + [0x0A] + huge)
    #expect(report.findings.map(\.kind) == [.malformed])
    #expect(report.findings.first?.line == 2)
    let justOver = [UInt8](repeating: UInt8(ascii: " "), count: AuditEntry.limitBytes + 1)
    #expect(
      try verify(bytes: justOver + [0x0A]).findings.first?.reason.contains("longer than") == true
    )
  }

  @Test
  func `a long chain is followed to its end`() throws {
    let report = try verify(AuditChainFixture.chain(count: 5000))
    #expect(report.isSound && report.entries == 5000)
  }

  @Test
  func `a file that is not there is an error`() {
    for path in ["/nowhere/at/all", "/tmp"] {
      let failure = #expect(throws: Failure.self) { _ = try AuditVerifier.verify(path: path) }
      #expect(failure?.message.hasPrefix("cannot read \(path): ") == true)
    }
  }

  @Test(arguments: [
    "", ":", "1:", "1", "-1:\(AuditChainFixture.hashes[0])", "1:\(AuditChainFixture.hashes[0])00",
    "x:\(AuditChainFixture.hashes[0])", "1:\(AuditChainFixture.hashes[0]):",
  ])
  func `what is not an anchor is refused`(text: String) {
    #expect(AuditAnchor(text) == nil)
  }
}
