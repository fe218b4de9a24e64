import Testing

@testable import Catalog

/// What is said of hostile bytes.
private func findings(_ bytes: [UInt8]) -> [String] {
  do {
    _ = try Manifest(catalog: ManifestFile(name: "c.yaml", bytes: bytes))
    return []
  } catch {
    return error.findings.map(\.description)
  }
}

struct HostileYAMLTests {
  @Test(arguments: [
    ("", "c.yaml:1:1: the file is empty"),
    ("# nothing\n", "c.yaml:1:1: the file is empty"),
    ("a: &x [1]\nb: *x\n", "c.yaml:1:4: anchors (&name) are not supported in a manifest"),
    ("a: *x\n", "c.yaml:1:4: aliases (*name) are not supported in a manifest; repeat the value"),
    ("a: !!binary aGk=\n", "c.yaml:1:4: tags (!name) are not supported in a manifest"),
    (
      "app: a\n---\napp: b\n",
      "c.yaml:2:1: a second document begins here; a manifest must be one document"
    ),
    (
      "a:\n  b: [1\n",
      "c.yaml:3:1: broken YAML: did not find expected ',' or ']' while parsing a flow sequence"
    ),
    (
      "a:\n\tb: 1\n",
      "c.yaml:2:1: broken YAML: found character that cannot start any token while scanning for the next token"
    ),
    ("a: \"\\0\"\n", "c.yaml:1:4: a text cannot hold the character U+0000"),
    ("ok: é\u{1}\n", "c.yaml:1:6: broken YAML: control characters are not allowed"),
    ("? [a, b]\n: c\n", "c.yaml:1:3: a key must be a word"),
    ("- app\n", "c.yaml:1:1: expected a mapping, not a list"),
  ])
  func `one clear error`(text: String, message: String) {
    #expect(findings(Array(text.utf8)) == [message])
  }

  @Test(arguments: [[0x61, 0x3A, 0x20, 0xFF], [0x61, 0x3A, 0x20, 0xC3], [0, 0, 0]] as [[UInt8]])
  func `bytes that are no UTF-8 are refused`(bytes: [UInt8]) {
    #expect(findings(bytes).count == 1)
    #expect(findings(bytes).first?.contains("broken YAML") == true)
  }

  @Test func `an alias bomb is refused at its first anchor`() {
    var bomb = "a0: &a0 [x]\n"
    for level in 1...40 {
      bomb += "? &a\(level) [*a\(level - 1), *a\(level - 1), *a\(level - 1)]\n: x\n"
    }
    #expect(
      findings(Array(bomb.utf8)) == ["c.yaml:1:5: anchors (&name) are not supported in a manifest"]
    )
  }

  @Test(arguments: [33, 900, 100_000])
  func `deep nesting is one error`(depth: Int) {
    let told = findings([UInt8](repeating: UInt8(ascii: "["), count: depth))
    #expect(told.count == 1)
    #expect(told.first?.contains("nest") == true, "\(told)")
  }

  @Test func `a huge file is refused unread`() {
    let huge = [UInt8](repeating: UInt8(ascii: "a"), count: YAMLComposer.limitBytes + 1)
    #expect(findings(huge) == ["c.yaml:1:1: the file is larger than 8388608 bytes"])
  }
}
