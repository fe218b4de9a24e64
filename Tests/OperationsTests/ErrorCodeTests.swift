import Answers
import Host
import Outcome
import Postgres
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
    let swift = try #require(try Disk.text("\(root)/Sources/Answers/SQLState+Reeve.swift"))
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

  /// Exit status by code: the same in every program.
  @Test(
    arguments: [
      ("RV001", 2), ("RV002", 4), ("42501", 4), ("25006", 4), ("RV010", 4), ("RV003", 5),
      ("RV004", 5),
      ("RV005", 1), ("RV006", 1), ("RV007", 1), ("RV008", 1), ("RV009", 1), ("23505", 1),
      ("42P01", 1), ("53100", 1), ("55000", 1), ("55P03", 1), ("40001", 1), ("57014", 1),
      ("P0001", 1),
    ] as [(String, Int32)]
  )
  func `a code of the server has one exit status`(
    code: String,
    status: Int32
  ) {
    #expect(ExitStatus(SQLState(code)).rawValue == status)
    #expect(SQLState(code).isReeve == code.hasPrefix("RV"))
  }
}
