import Testing

@testable import Moderation

@Suite
struct LinkKeyTests {
  @Test(arguments: [
    ("email", "  Anna.Keller+shop@GoogleMail.com ", "annakeller@gmail.com"),
    ("email", "anna.keller@example.org", "anna.keller@example.org"),
    ("email", "Anna+a@example.org", "anna+a@example.org"),
    ("email", "a.b+c@me.com", "a.b@icloud.com"),
    ("email", "+@gmail.com", "+@gmail.com"),
    ("email", "no address", ""), ("email", "@example.org", ""), ("email", "a@", ""),
    ("phone", "+39 (0) 06 / 12.34-56", "3906123456"),
    ("phone", "0039 333 1234567", "393331234567"),
    ("phone", "+٣٩ ٣٣٣ ١٢٣٤", "393331234"),
    ("phone", "112", ""), ("phone", "none", ""),
    ("device", " 7F-a ", "7F-a"), ("device", "\n", ""),
  ])
  func `an identifier has one form`(kind: String, value: String, normal: String) {
    #expect(Identifier.normal(value, kind: kind) == normal)
  }

  @Test
  func `digests hang on the key, the kind and nothing else`() throws {
    let key = LinkKey(Array("a key of thirty-two bytes, no less".utf8))
    let other = LinkKey(Array("another key of thirty-two bytes, .".utf8))
    let digest = try #require(key.digest("Anna@Example.org", kind: "email"))
    // HMAC-SHA256 of email:anna@example.org, as openssl computes it.
    #expect(digest == "0c8b8214e388e6b8b496d1b41ca12e8cd54965570b4b67a72c0b1459d2bf9f5b")
    #expect(key.digest(" anna@example.org", kind: "email") == digest)
    #expect(key.digest("anna@example.org", kind: "device") != digest)
    #expect(other.digest("anna@example.org", kind: "email") != digest)
    #expect(key.digest(" ", kind: "email") == nil)
    #expect(key.id.count == 16 && key.id != other.id)
  }
}
