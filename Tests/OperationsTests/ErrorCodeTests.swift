import Testing

@testable import Operations

@Suite struct ErrorCodeTests {
  /// The codes of class RV in a text, as a pattern finds them.
  private func codes(in text: String, _ pattern: Regex<(Substring, Substring)>) -> Set<String> {
    Set(text.matches(of: pattern).map { String($0.output.1) })
  }

  @Test func `sql/README.md lists the codes that Swift knows and SQL raises`() throws {
    let root = try Share.find().path
    let readme = try #require(try Disk.text("\(root)/sql/README.md"))
    let swift = try #require(try Disk.text("\(root)/Sources/Postgres/SQLState.swift"))
    let listed = codes(in: readme, /\| `(RV[0-9A-Z]{3})` \|/)
    #expect(listed == codes(in: swift, /SQLState\("(RV[0-9A-Z]{3})"\)/))
    var raised: Set<String> = []
    for folder in ["sql/migrations", "sql/functions"] {
      for script in try Share(path: root).scripts(in: folder) {
        raised.formUnion(codes(in: script.text, /'(RV[0-9A-Z]{3})'/))
      }
    }
    // Caught in the function that raises it.
    raised.remove("RV900")
    #expect(raised.subtracting(listed).isEmpty)
  }
}
