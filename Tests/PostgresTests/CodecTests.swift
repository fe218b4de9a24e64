import Postgres
import TestSupport
import Testing

@Suite
struct CodecTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("9223372036854775807", Int64.max),
    ("-9223372036854775808", Int64.min),
  ])
  func `an integer is read to the ends of its range`(text: String, value: Int64) throws {
    #expect(try Int64(postgresText: Array(text.utf8).span) == value)
  }

  @Test(arguments: ["", "-", "+1", " 1", "1 ", "1.0", "0x1", "٣", "9223372036854775808"])
  func `what is not an integer is refused`(text: String) {
    #expect(throws: MalformedValue.self) { try Int64(postgresText: Array(text.utf8).span) }
  }

  @Test
  func `a smaller integer refuses what does not fit`() throws {
    #expect(try Int16(postgresText: Array("-32768".utf8).span) == .min)
    #expect(throws: MalformedValue("it is out of range")) {
      try Int16(postgresText: Array("32768".utf8).span)
    }
    #expect(throws: MalformedValue("it is out of range")) {
      try Int32(postgresText: Array("-2147483649".utf8).span)
    }
  }

  @Test
  func `booleans are t and f`() throws {
    #expect(try Bool(postgresText: Array("t".utf8).span))
    #expect(try !Bool(postgresText: Array("f".utf8).span))
    #expect(throws: MalformedValue.self) { try Bool(postgresText: Array("true".utf8).span) }
    #expect(true.postgresText == "t" && false.postgresText == "f")
  }

  @Test(arguments: [
    (Double.infinity, "Infinity"), (-.infinity, "-Infinity"), (0.1, "0.1"), (1e300, "1e+300"),
  ])
  func `doubles are written so that they come back`(value: Double, text: String) throws {
    #expect(value.postgresText == text)
    #expect(try Double(postgresText: Array(text.utf8).span) == value)
  }

  @Test
  func `not a number is NaN`() throws {
    #expect(Double.nan.postgresText == "NaN")
    #expect(try Double(postgresText: Array("NaN".utf8).span).isNaN)
  }

  @Test
  func `text that is not UTF-8 is refused, not repaired`() {
    let bytes: [UInt8] = [0x61, 0xFF]
    #expect(throws: MalformedValue("it is not UTF-8")) { try String(postgresText: bytes.span) }
  }

  @Test(arguments: [
    ("\\x", [UInt8]()), ("\\x00ff10", [0, 255, 16]), ("\\xAB", [0xAB]), ("", []),
    ("a\\\\b\\000\\377", [0x61, 0x5C, 0x62, 0, 255]),
  ])
  func `bytes are read in both of the server's forms`(text: String, bytes: [UInt8]) throws {
    #expect(try [UInt8](postgresText: Array(text.utf8).span) == bytes)
  }

  @Test(arguments: ["\\x0", "\\xzz", "\\", "\\40", "\\777", "\\x0g"])
  func `what is not bytea is refused`(text: String) {
    #expect(throws: MalformedValue.self) { try [UInt8](postgresText: Array(text.utf8).span) }
  }

  @Test
  func `random values come back`() throws {
    var random = SeededGenerator.forThisTest()
    for _ in 0..<2000 {
      let integer = Int64.random(in: .min ... .max, using: &random)
      #expect(try Int64(postgresText: Array(integer.postgresText.utf8).span) == integer)
      let double = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
      let back = try Double(postgresText: Array(double.postgresText.utf8).span)
      #expect(back == double || (back.isNaN && double.isNaN))
      let count = Int.random(in: 0...40, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(try [UInt8](postgresText: Array(bytes.postgresText.utf8).span) == bytes)
    }
  }
}
