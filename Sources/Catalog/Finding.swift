/// A position in a manifest file.
package struct Position: Hashable, Sendable {
  /// The file as it was named to the reader.
  package let file: String
  /// Line, from 1.
  package let line: Int
  /// Column in Unicode scalars, from 1.
  package let column: Int

  /// Makes a position; line and column count from 1.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// A fault at one position of a manifest.
package struct Finding: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where it is.
  package let position: Position
  /// One line for people; may quote the file's text, so it is printed escaped.
  package let message: String

  /// Makes a finding.
  package init(_ position: Position, _ message: String) {
    self.position = position
    self.message = message
  }

  /// The form `file:line:column: message`.
  package var description: String {
    "\(position.file):\(position.line):\(position.column): \(message)"
  }
}

/// Returns the candidate nearest to `word` by edits (insert, delete, replace, swap), if it is near
/// enough to be what was meant: at most so many edits, and fewer than the word has characters.
package func nearest<Candidates: Sequence<String>>(
  to word: String,
  among candidates: Candidates,
  edits: Int = 2
) -> String? {
  let length = word.unicodeScalars.count
  return candidates.map { (editDistance(word, $0), $0) }
    .filter { $0.0 <= edits && $0.0 < length }
    .min { $0 < $1 }?.1
}

/// Returns the optimal string alignment distance of two words; 3 stands for "3 or more" when their
/// lengths already differ by that much.
private func editDistance(_ first: String, _ second: String) -> Int {
  let a = Array(first.unicodeScalars)
  let b = Array(second.unicodeScalars)
  if abs(a.count - b.count) > 2 { return 3 }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j + 1], row[j]) + 1
      best = min(best, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
