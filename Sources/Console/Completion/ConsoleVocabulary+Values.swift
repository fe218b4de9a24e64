import Prompt

extension ConsoleVocabulary {
  /// The fields that a flag may name.
  func fields(
    _ kind: ValueKind,
    _ words: [Word],
    _ word: String,
    _ live: (LookUp) -> [Candidate]
  ) -> Completion {
    guard let collection = collection(among: words) else { return Completion() }
    let known = live(.fields(collection, valuesOf: nil))
    if kind == .condition {
      var result = matching(word, known)
      result.append = "="
      return result
    }
    let descending = word.hasPrefix("-") ? "-" : ""
    return matching(
      word,
      known.map { Candidate(text: descending + $0.text, label: $0.label) }
    )
  }

  /// The values of a kind that begin like a word.
  func values(
    _ kind: ValueKind,
    _ word: String,
    _ live: (LookUp) -> [Candidate],
    _ command: (any ConsoleCommand)? = nil
  ) -> Completion {
    switch kind {
    case .none, .count, .day, .text, .fields, .command, .condition, .field: Completion()
    case .reply:
      matching(
        word,
        unique(
          replies
            + settings.replies.sorted { $0 < $1 }
            .map { Candidate(text: "@\($0.key)", label: $0.value) }
        )
      )
    case .file: Completion(wantsFiles: true)
    case .policy: matching(word, policies, byLabel: true)
    case .tag: matching(word, live(.tags), byLabel: true)
    case .approval: matching(word, live(.approvals), byLabel: true)
    case .limit:
      matching(
        word,
        unique(collections.flatMap { $0.limits.map { Candidate(text: $0) } })
      )
    case .identifiers: identifiers(word)
    case .personal:
      matching(word, unique(collections.flatMap { $0.personal.map { Candidate(text: $0) } }))
    case .action where word.hasPrefix("B"): matching(word, live(.batches), byLabel: true)
    case .action: matching(word, unique(live(.actions) + actions), byLabel: true)
    case .job: matching(word, live(.jobs), byLabel: true)
    case .queue: matching(word, live(.queues))
    case .rule: matching(word, live(.rules))
    case .login: matching(word, live(.logins))
    case .selection: matching(word, live(.selections), byLabel: true)
    case .batch: matching(word, live(.batches), byLabel: true)
    case .caseNumber: matching(word, live(.cases), byLabel: true)
    case .choice(let words): matching(word, words.map { Candidate(text: $0) })
    case .collection: matching(word, names.map { Candidate(text: $0) })
    case .duration:
      matching(
        word,
        [
          Candidate(text: "1d", label: "a day"), Candidate(text: "7d", label: "a week"),
          Candidate(text: "30d", label: "a month"), Candidate(text: "12h", label: "twelve hours"),
        ]
      )
    case .distance:
      matching(word, ["500m", "1km", "5km", "50km"].map { Candidate(text: $0) })
    case .targets where word.hasPrefix("@"): matching(word, live(.selections), byLabel: true)
    case .subjectOrCollection:
      Completion(
        candidates: matching(word, names.map { Candidate(text: $0) }).candidates
          + subjects(word, live, command).candidates
      )
    case .subject, .subjects, .targets: subjects(word, live, command)
    }
  }

  /// The kinds of identifiers that a list with commas does not name yet, after what it names.
  private func identifiers(_ word: String) -> Completion {
    let named = word.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    let head = named.map { "\($0)," }.joined()
    let others = collections.flatMap(\.identifiers).filter { !named.contains($0[...]) }
    return matching(word, unique(others.map { Candidate(text: head + $0) }))
  }

  private func subjects(
    _ word: String,
    _ live: (LookUp) -> [Candidate],
    _ command: (any ConsoleCommand)?
  ) -> Completion {
    let fitting = collections.filter { command?.accepts($0) ?? true }
    let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
    if let row = Int(digits), listed.indices.contains(row - 1), !listed[row - 1].text.isEmpty {
      return Completion(candidates: [listed[row - 1]])
    }
    guard let colon = word.firstIndex(of: ":") else {
      let heads = fitting.map { Candidate(text: "\(self.name(of: $0)):") }
      let known = listed.filter { row in heads.contains { row.text.hasPrefix($0.text) } }
      var result = matching(word, heads + known.prefix(10))
      if result.candidates.count == 1, result.candidates[0].text.hasSuffix(":") {
        result.append = nil
      }
      return result
    }
    let head = String(word[..<colon])
    guard let collection = collection(head, fitting) else { return Completion() }
    let text = String(word[word.index(after: colon)...])
    let known = listed.filter { $0.text.hasPrefix("\(head):\(text)") }
    let words = text.split(separator: "_").joined(separator: " ")
    let found = live(.rows(collection, words)).map {
      Candidate(text: "\(name(of: collection)):\($0.text)", label: $0.label)
    }
    return Completion(candidates: unique(known + found))
  }

  /// The collection of these that is written so, in whatever case.
  func collection(
    _ head: String,
    _ among: [CatalogCollection]
  ) -> CatalogCollection? {
    among.first { name(of: $0) == head || $0.path == head }
      ?? among.first { name(of: $0).folded == head.folded }
  }

  /// The candidates, each text once.
  func unique(_ candidates: [Candidate]) -> [Candidate] {
    var seen: Set<String> = []
    return candidates.filter { seen.insert($0.text).inserted }
  }

  private var names: [String] { collections.map(name(of:)) }

  /// The candidates that begin like a word, in whatever case and without accents; where none does,
  /// those with a label in which a word does.
  func matching(
    _ word: String,
    _ all: [Candidate],
    byLabel: Bool = false
  ) -> Completion {
    if word.isEmpty { return Completion(candidates: all) }
    let exact = all.filter { $0.text.hasPrefix(word) }
    guard exact.isEmpty else { return Completion(candidates: exact) }
    let typed = word.folded
    let alike = all.filter { $0.text.folded.hasPrefix(typed) }
    guard alike.isEmpty, byLabel else { return Completion(candidates: alike) }
    return Completion(
      candidates: all.filter { candidate in
        candidate.label.folded.split(whereSeparator: { " :/".contains($0) })
          .contains { $0.hasPrefix(typed) }
      }
    )
  }
}
