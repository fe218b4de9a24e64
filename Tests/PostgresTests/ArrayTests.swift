import Postgres
import TestSupport
import Testing

@Suite
struct ArrayTests {
  @Test(arguments: [
    ([], "{}"), (["a"], #"{"a"}"#), (["", "NULL"], #"{"","NULL"}"#),
    ([#"a"b\c"#, "{,}"], #"{"a\"b\\c","{,}"}"#),
  ])
  func `every element is quoted`(array: [String], text: String) throws {
    #expect(array.postgresText == text)
    #expect(try [String](postgresText: Array(text.utf8).span) == array)
  }

  @Test(arguments: [
    ("{a,b c}", ["a", "b c"]), ("{NULL,\"NULL\",null}", [nil, "NULL", nil]),
    ("[0:1]={x,y}", ["x", "y"]), (#"{N\ULL}"#, ["NULL"]), ("{é,漢}", ["é", "漢"]),
  ])
  func `the server's form is read`(text: String, array: [String?]) throws {
    #expect(try [String?](postgresText: Array(text.utf8).span) == array)
  }

  @Test(arguments: [
    "", "{", "}", "a", "{a", "{a,", "{a,}", "{,a}", "{a}}", "{a} ", "{{a},{b}}", #"{"a}"#, #"{"a\"#,
    #"{"a"b}"#, "[0:1]", "[", #"{a\"#,
  ])
  func `what is not a flat array is refused`(text: String) {
    #expect(throws: MalformedValue.self) { try [String](postgresText: Array(text.utf8).span) }
  }

  @Test
  func `NULL needs an optional element`() throws {
    #expect(throws: MalformedValue("an element is NULL")) {
      try [Int64](postgresText: Array("{1,NULL}".utf8).span)
    }
    #expect(try [Int64?](postgresText: Array("{1,NULL}".utf8).span) == [1, nil])
  }

  @Test
  func `random arrays come back`() throws {
    var random = SeededGenerator.forThisTest()
    for _ in 0..<500 {
      let count = Int.random(in: 0...8, using: &random)
      let array = (0..<count).map { _ -> String? in
        Bool.random(using: &random) ? nil : random.text(limit: 12)
      }
      #expect(try [String?](postgresText: Array(array.postgresText.utf8).span) == array)
    }
  }

  @Test
  func `random bytes never crash the reader`() {
    var random = SeededGenerator.forThisTest()
    for _ in 0..<5000 {
      let text = "{" + random.text(limit: 10)
      // Only a crash fails: any answer and any refusal is right.
      _ = Result { try [String?](postgresText: Array(text.utf8).span) }
      _ = Result { try Timestamp(postgresText: Array(text.utf8).span) }
    }
  }
}
