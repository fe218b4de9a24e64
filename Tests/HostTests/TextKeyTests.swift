import Glibc
import Host
import Testing

/// Encrypted texts and the file of their keys.
struct TextKeyTests {
  private let key = TextKey(Array(0..<32))
  private let place = "shop/line/body/12/7"

  private func keys(_ lines: String, mode: mode_t = 0o600) throws -> TextKeys {
    let path = "/tmp/reeve-keys-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let file = try #require(fopen(path, "w"))
    fputs(lines, file)
    fclose(file)
    chmod(path, mode)
    defer { unlink(path) }
    return try TextKeys(path: path)
  }

  private var line: String {
    "shop 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
  }

  @Test(arguments: ["", "a", "Is it blue? 🎒", String(repeating: "ü", count: 4000)])
  func `a text comes back at its place alone`(text: String) throws {
    let keys = try keys(line)
    let sealed = key.seal(text.utf8, at: place)
    #expect(sealed.hasPrefix("enc1.44ebb1f08e6567ae."))
    #expect(sealed != key.seal(text.utf8, at: place), "equal texts must not look equal")
    #expect(keys.open(sealed, at: place) == .text(text))
    for other in [
      "shop/line/body/12/8", "shop/line/body/1/27", "shop/line/title/12/7", "shop/line",
    ] {
      #expect(keys.open(sealed, at: other) == .forged, "\(other)")
    }
  }

  @Test func `a text of an import fits anywhere in its column, and nowhere else`() throws {
    let keys = try keys(line)
    let sealed = key.seal("Hi".utf8, at: "shop/line/body", isBound: false)
    #expect(sealed.hasPrefix("enc0."))
    #expect(keys.open(sealed, at: place) == .text("Hi"))
    #expect(keys.open(sealed, at: "shop/talk/body/12/7") == .forged)
    #expect(keys.open("enc1" + sealed.dropFirst(4), at: place) == .forged)
  }

  @Test func `what another program has encrypted is read`() throws {
    // By Python's cryptography: AESGCM(key).encrypt(nonce, text, place).
    let sealed = "enc1.44ebb1f08e6567ae.AAECAwQFBgcICQoLBW6jJOUVXZUfAivJIz1Et7xuf_-4Ndqsqw"
    #expect(try keys(line).open(sealed, at: place) == .text("Blu? 🎒"))
  }

  @Test func `each byte that is changed, cut or added is told`() throws {
    let keys = try keys(line)
    let sealed = key.seal("Hello".utf8, at: place)
    let digits = Array("AZaz09-_.=".utf8)
    for index in sealed.utf8.indices
    where sealed.utf8.distance(from: sealed.startIndex, to: index) > 21 {
      for digit in digits where digit != sealed.utf8[index] {
        var bytes = Array(sealed.utf8)
        bytes[sealed.utf8.distance(from: sealed.startIndex, to: index)] = digit
        #expect(keys.open(String(decoding: bytes, as: UTF8.self), at: place) == .forged)
      }
    }
    for length in 22..<sealed.utf8.count {
      #expect(keys.open(String(sealed.prefix(length)), at: place) == .forged)
    }
    #expect(keys.open(sealed + "A", at: place) == .forged)
    #expect(
      keys.open("enc1.0123456789abcdef." + sealed.dropFirst(22), at: place)
        == .missing(keyID: "0123456789abcdef")
    )
    for text in [
      "", "…", "enc2" + sealed.dropFirst(4), "enc1.44.AAAA", "an ordinary text. With dots. Three.",
    ] {
      #expect(keys.open(text, at: place) == .plain, "\(text)")
    }
  }

  @Test func `the first key of an app encrypts, the others read`() throws {
    let new = String(repeating: "ab", count: 32)
    let keys = try keys("# new\nshop \(new)\n\(line)\nother \(new)\n")
    #expect(keys.current(of: "shop")?.id == keys.current(of: "other")?.id)
    #expect(keys.current(of: "shop")?.id != key.id)
    #expect(keys.current(of: "none") == nil)
    #expect(keys.open(key.seal("old".utf8, at: place), at: place) == .text("old"))
    #expect(
      keys.open(key.seal("old".utf8, at: "other/x/y"), at: "other/x/y") == .missing(keyID: key.id)
    )
  }

  @Test(arguments: [
    "shop", "shop 00", "shop \(String(repeating: "zz", count: 32))",
    "shop \(String(repeating: "00", count: 32)) more",
  ])
  func `a line that is no key is refused without being quoted`(line: String) {
    let error = #expect(throws: (any Error).self) { try keys("# \n\(line)\n") }
    let text = "\(String(describing: error))"
    #expect(text.contains(":2: "), "\(text)")
    #expect(
      !text.contains(String(repeating: "zz", count: 32))
        && !text.contains(String(repeating: "00", count: 32))
    )
  }

  @Test(arguments: [mode_t(0o640), 0o604, 0o666])
  func `a file that others can read is refused`(mode: mode_t) {
    #expect(throws: FileRefusal.self) { try keys(line, mode: mode) }
  }
}
