import Testing

@testable import Prompt

struct WordTests {
  @Test(arguments: [
    ("find user anna", ["find", "user", "anna"]), ("search \"silk bag\"", ["search", "silk bag"]),
    ("  a\tb  ", ["a", "b"]), ("a 'b \"c' d", ["a", "b \"c", "d"]), ("# all of it", []),
    ("show user:4 # why", ["show", "user:4"]), ("a#b", ["a#b"]), ("a\\ b", ["a b"]),
    ("--why=\"x y\"", ["--why=x y"]), ("\"a\\\"b\"", ["a\"b"]), ("''", [""]), ("", []),
    ("show ünï:漢", ["show", "ünï:漢"]),
  ])
  func `a line parts into words`(line: String, expected: [String]) {
    let parsed = words(of: line)
    #expect(parsed.words.map(\.text) == expected)
    #expect(!parsed.isOpen)
  }

  @Test(
    arguments: [
      ("a b", nil), ("\n a 'b\nc' d\n\n", nil), ("a\\\nb", nil), ("a \"b\n", nil), ("# a\n", nil),
      ("a\nb", 2), ("note user:1 x\r\n note user:2 y", 16), ("# a\n b", 5), ("a # b\n#", 6),
    ] as [(String, Int?)]
  )
  func `a second line is noticed, but not in quotes`(line: String, offset: Int?) {
    #expect(words(of: line).secondLine == offset)
  }

  @Test(arguments: ["a \"b", "it's", "'"])
  func `an open quote is noticed`(line: String) { #expect(words(of: line).isOpen) }

  @Test(arguments: [
    #"tag:o'clock "x""#, #"item:["b,\"2", 2]"#, #"a\b"#, "#1", "", "絹 の", "x;y|z&(a)", "%I $1",
  ])
  func `a word that TAB puts in is read as that word`(word: String) {
    let read = words(of: escapedWord(word))
    #expect(read.words.map(\.text) == [word])
    #expect(!read.isOpen)
  }
}
