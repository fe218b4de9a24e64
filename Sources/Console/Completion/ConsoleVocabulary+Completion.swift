import Display
import Prompt

extension ConsoleVocabulary {
  /// Returns the candidates for the word at the cursor.
  ///
  /// - Parameters:
  ///   - before: The words before the one being typed.
  ///   - word: The typed part of this word.
  ///   - isValue: Whether the word follows `--flag=`.
  ///   - live: Asks the database.
  /// - Returns: The candidates; empty where nothing is known.
  func complete(
    before: [Word],
    word: String,
    isValue: Bool = false,
    live: (LookUp) -> [Candidate]
  ) -> Completion {
    guard let name = before.first?.text else {
      return matching(word, word.isEmpty ? useful : verbs + aliases)
    }
    if let template = settings.aliases[name] {
      let meant = words(of: template).words.filter { !$0.text.contains("$") }
      guard settings.aliases[meant.first?.text ?? ""] == nil else { return Completion() }
      let before = meant + before.dropFirst()
      return complete(before: before, word: word, isValue: isValue, live: live)
    }
    guard
      let verb = commands.verbs.first(where: { $0 == name })
        ?? commands.verbs.first(where: { $0.hasPrefix(name) })
    else { return Completion() }
    let second = before.dropFirst().first?.text
    let named = second.flatMap { commands["\(verb) \($0)"] }
    guard let command = named ?? commands[verb] else { return Completion() }
    let rest = Array(before.dropFirst(named == nil ? 1 : 2))
    if let last = rest.last, last.isFlag,
      let flag = command.flags.first(where: { "--\($0.name)" == last.text }), flag.kind != .none
    {
      return [.condition, .field].contains(flag.kind)
        ? fields(flag.kind, rest, word, live) : values(flag.kind, word, live)
    }
    if isValue {
      // `--where state=app` is three words here.
      let isCondition =
        rest.dropLast().last.map { word in
          word.isFlag
            && command.flags.contains { "--\($0.name)" == word.text && $0.kind == .condition }
        } == true
      guard isCondition, let field = rest.last, let collection = collection(among: rest) else {
        return Completion()
      }
      return matching(word, live(.fields(collection, valuesOf: field.text)))
    }
    if word.hasPrefix("-") {
      let used = Set(before.map(\.text))
      return matching(
        word,
        candidates(command.flags.filter { !used.contains("--\($0.name)") })
      )
    }
    let seconds = before.count == 1 ? self.seconds(of: verb) : []
    let arguments = arguments(rest, command)
    guard let kind = command.kind(after: arguments) else {
      if !seconds.isEmpty { return matching(word, seconds) }
      return word.isEmpty ? matching("", candidates(command.flags)) : Completion()
    }
    if kind == .command {
      return matching(word, arguments.isEmpty ? verbs : self.seconds(of: arguments[0]))
    }
    var result = values(kind, word, live, command)
    result.candidates = matching(word, seconds).candidates + result.candidates
    return result
  }

  /// Works out which row a name with blanks, in quotes or not, begins to say: `user:alvaro m`.
  ///
  /// - Parameters:
  ///   - before: The line up to the cursor.
  ///   - live: Asks the database.
  /// - Returns: Where in the line the name begins, and the rows; nil where there is none, or where
  ///   the word is a whole key.
  func completeName(
    before: String,
    live: (LookUp) -> [Candidate]
  ) -> (offset: Int, candidates: [Candidate])? {
    let parsed = words(of: before)
    let typed = settings.meant(by: parsed.words)
    guard let name = parsed.words.first?.text, !typed.isEmpty,
      let place = parsed.words.lastIndex(where: { !$0.isFlag && $0.text.contains(":") }), place > 0,
      parsed.words[(place + 1)...].allSatisfy({ !$0.isFlag })
    else { return nil }
    let word = parsed.words[place]
    let isLast = place == parsed.words.count - 1
    let isQuoted = before.utf8.dropFirst(word.offset).contains { $0 == 0x22 || $0 == 0x27 }
    guard !isLast || isQuoted || parsed.isOpen || before.last?.isWhitespace == true else {
      return nil
    }
    guard let colon = word.text.firstIndex(of: ":"),
      let command = commands[name] ?? commands[typed[0].text],
      case let fitting = collections.filter(command.accepts),
      let collection = collection(String(word.text[..<colon]), fitting)
    else { return nil }
    let key = word.text[word.text.index(after: colon)...]
    guard key.contains(where: \.isLetter) else { return nil }
    let rest = parsed.words[(place + 1)...].map(\.text)
    let text = ([String(key).replacing("_", with: " ")] + rest).joined(separator: " ")
    let rows = live(.rows(collection, text))
    guard !rows.isEmpty, !rows.contains(where: { $0.text == key }) else { return nil }
    return (
      word.offset,
      rows.map { Candidate(text: "\(self.name(of: collection)):\($0.text)", label: $0.label) }
    )
  }

  /// The first words of all commands.
  private var verbs: [Candidate] {
    commands.verbs.map { verb in
      Candidate(text: verb, label: commands[verb].map { plain($0.summary) } ?? "")
    }
  }

  private var aliases: [Candidate] {
    settings.aliases.sorted { $0 < $1 }.map { Candidate(text: $0.key, label: $0.value) }
  }

  /// The commands for an empty line, those that are useful now first.
  private var useful: [Candidate] {
    var first: [Candidate] = []
    if let action = actions.first {
      first.append(Candidate(text: "undo", label: "\(action.text): \(action.label)"))
    }
    if !listed.isEmpty {
      let rows = listed.count == 1 ? "the row" : "a row, 1 to \(listed.count),"
      first.append(Candidate(text: "show", label: "show \(rows) of the last list"))
    }
    let names = ["find", "show", "queue", "next", "approvals", "search", "history", "jobs", "help"]
    let all = verbs
    first += aliases + names.compactMap { name in all.first { $0.text == name } } + all
    return unique(first)
  }

  /// The second words of the commands that begin with one.
  private func seconds(of verb: String) -> [Candidate] {
    commands.below(verb).map {
      Candidate(text: String($0.name.dropFirst(verb.count + 1)), label: plain($0.summary))
    }
  }

  private func candidates(_ flags: [any CommandFlag]) -> [Candidate] {
    flags.map { Candidate(text: "--\($0.name)", label: plain($0.help)) }
  }

  /// The arguments among the words before the cursor.
  func arguments(_ words: [Word], _ command: any ConsoleCommand) -> [String] {
    var arguments: [String] = []
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if word.isFlag {
        let kind = command.flags.first { "--\($0.name)" == word.text }?.kind
        isValue = kind != nil && kind != ValueKind.none
      } else {
        arguments.append(word.text)
      }
    }
    return arguments
  }

  /// The last collection that is named in a line.
  func collection(among words: [Word]) -> CatalogCollection? {
    words.reversed().lazy.compactMap { word in
      collections.first { name(of: $0) == word.text || $0.path == word.text }
    }.first
  }

  /// A text of ours without its markup.
  func plain(_ text: SafeText) -> String {
    String(decoding: text.rendered(isColoured: false), as: UTF8.self)
  }
}
