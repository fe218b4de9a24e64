import Host
import Outcome

/// The words that say what a column holds, in the languages of the apps one meets; see
/// `sql/adopt/words.txt`.
struct AdoptionLexicon: Sendable {
  /// The lexicon of the files that the program finds.
  private static let found = Result { () throws(Failure) in try AdoptionLexicon(Share.find()) }

  /// The lexicon; no word where there is no file, which ``require()`` refuses before.
  static var shared: AdoptionLexicon { (try? found.get()) ?? AdoptionLexicon() }

  /// Refuses to judge anything without the file.
  ///
  /// - Throws: `Failure`.
  static func require() throws(Failure) { _ = try found.get() }

  /// Words about a person: whom to reach, where they live, who they are.
  private(set) var personal: Set<String> = []
  /// Words that only together are personal.
  private(set) var pairs: [Set<String>] = []
  /// Words that name somebody.
  private(set) var names: Set<String> = []
  /// Words of secrets.
  private(set) var secret: Set<String> = []
  /// Every word that a name in one word may be made of.
  private var parts: Set<String> = []
  /// Those of them that are written without spaces in any case.
  private var characters: [String] = []

  private init() {}

  private init(_ share: Share) throws(Failure) {
    guard let text = try Disk.text("\(share.path)/sql/adopt/words.txt") else {
      throw Failure(.failed, "\(share.path) holds no sql/adopt/words.txt")
    }
    var section = ""
    var words: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("["), line.hasSuffix("]") {
        section = String(line.dropFirst().dropLast())
      } else {
        words[section, default: []].formUnion(line.split(separator: " ").map(String.init))
      }
    }
    personal = words["personal"] ?? []
    pairs = (words["pairs"] ?? []).map { Set($0.split(separator: "+").map(String.init)) }
    names = words["names"] ?? []
    secret = words["secret"] ?? []
    parts = personal.union(names).union(secret).union(words["joints"] ?? [])
    characters = personal.union(names).union(secret).filter {
      $0.unicodeScalars.first.map { $0.value >= 0x3000 } ?? false
    }
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
