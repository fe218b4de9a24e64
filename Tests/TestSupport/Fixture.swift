internal import FoundationEssentials

/// Returns the text of a file of `sql/tests/fixtures`.
package func fixture(_ name: String) -> String {
  let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
  do {
    return try String(contentsOfFile: "\(root)/sql/tests/fixtures/\(name)", encoding: .utf8)
  } catch {
    preconditionFailure("no fixture \(name): \(error)")
  }
}
