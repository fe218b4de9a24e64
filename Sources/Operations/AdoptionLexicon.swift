import Host
import Outcome

/// The words of `sql/adopt/words.txt`, which say what a column or a table holds.
struct AdoptionLexicon: Sendable {
  /// The lexicon of the files that the program finds.
  private static let found = Result { () throws(Failure) in try AdoptionLexicon(Share.find()) }

  /// The lexicon; no word where there is no file, which ``require()`` refuses before.
  static var shared: AdoptionLexicon { (try? found.get()) ?? AdoptionLexicon() }

  /// Refuses to judge anything without the file.
  ///
  /// - Throws: `Failure`.
  static func require() throws(Failure) { _ = try found.get() }

  /// The names of each list in their order, by words.
  private(set) var phrases: [AdoptionWords: [[String]]] = [:]
  /// The words of each list.
  private(set) var sets: [AdoptionWords: Set<String>] = [:]
  /// Every word that a name in one word may be made of.
  private var parts: Set<String> = []
  /// Those of them that are written without spaces in any case.
  private var characters: [String] = []

  private init() {}

  init(_ share: Share) throws(Failure) {
    guard let text = try Disk.text("\(share.path)/sql/adopt/words.txt") else {
      throw Failure(.failed, "\(share.path) holds no sql/adopt/words.txt")
    }
    var words: [String: [String]] = [:]
    var name = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("["), line.hasSuffix("]") {
        name = String(line.dropFirst().dropLast())
      } else {
        words[name, default: []] += line.split(separator: " ").map(String.init)
      }
    }
    let others = Set(AdoptionWords.allCases.map(\.rawValue)).symmetricDifference(words.keys)
    guard others.isEmpty else {
      throw Failure(
        .failed,
        "\(share.path)/sql/adopt/words.txt has not the lists of this release: "
          + others.sorted().joined(separator: ", ")
      )
    }
    for list in AdoptionWords.allCases {
      let words = words[list.rawValue] ?? []
      sets[list] = Set(words)
      phrases[list] = words.map { $0.split(separator: "+").map(String.init) }
    }
    let telling = [AdoptionWords.personal, .names, .secret].reduce(into: Set<String>()) {
      $0.formUnion(sets[$1] ?? [])
    }
    parts = telling.union(sets[.joints] ?? [])
    characters = telling.filter { $0.unicodeScalars.first.map { $0.value >= 0x3000 } ?? false }
  }

  /// The words of a name, and the parts of those that are written together, as in `emailaddress`.
  ///
  /// - Parameters:
  ///   - words: The words, in lower case without accents.
  ///   - name: The name as it is, since folding takes characters apart.
  /// - Returns: The words, those of other scripts, and the parts of both.
  func spoken(_ words: [String], of name: String) -> [String] {
    // The database separates only words in ASCII.
    let others = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { !$0.utf8.allSatisfy { $0 < 128 } && !words.contains($0) }
    let all = words + others
    return all + all.flatMap(split) + characters.filter(name.contains)
  }

  /// The fewest parts that a word is made of, digits at its end aside; none if it is one, or is not
  /// made of any.
  private func split(_ word: String) -> [String] {
    let letters = Array(word.reversed().drop { $0.isNumber }.reversed())
    guard letters.count > 4, letters.count <= 40, !parts.contains(String(letters)) else {
      return []
    }
    // The parts of the first letters, by how many these are.
    var best: [[String]?] = [[]] + letters.map { _ in nil }
    for end in 1...letters.count {
      for start in max(0, end - 24)..<end {
        guard let before = best[start], before.count + 1 < best[end]?.count ?? .max else {
          continue
        }
        let part = String(letters[start..<end])
        if parts.contains(part) { best[end] = before + [part] }
      }
    }
    return best[letters.count] ?? []
  }
}
