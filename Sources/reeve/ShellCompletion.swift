import Console

/// Answers a shell that asks what may be where a word is being typed: `reeve --complete WORD …`.
///
/// The scripts in `share/completions` ask at every TAB, so that what they offer is always what this
/// program takes.
struct ShellCompletion {
  /// A candidate a line, with a tab and what it means; `:files` or `:directories` for names of
  /// those.
  private(set) var lines: [String] = []
  private var word: String
  /// The part that the shell replaces with the word although it precedes it, such as `--output=`.
  private var prefix = ""

  /// Works out the answer.
  ///
  /// - Parameter words: The words after the program's name; the last is the one being typed, empty
  ///   where it is not begun.
  /// - Throws: Where the operators' commands cannot be listed.
  init(_ words: [String]) throws {
    // bash makes words of their own of `=` and what it joins; the others leave them together.
    var before = words.dropLast().filter { $0 != "=" }
    word = words.last == "=" ? "" : words.last ?? ""
    if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      before.append(String(word[..<equals]))
      prefix = String(word[...equals])
      word = String(word[word.index(after: equals)...])
    }
    try answer(before[...])
  }

  private mutating func answer(_ before: ArraySlice<String>) throws {
    var rest = before
    while let first = rest.first, first.hasPrefix("-") {
      rest.removeFirst()
      guard let option = Invocation.options.first(where: { $0.names.contains(first) }) else {
        return
      }
      guard option.value != nil else { continue }
      if rest.popFirst() == nil {
        offer(option.words.map { ($0, "") })
        if option.value == "FILE" { lines.append(":files") }
        return
      }
    }
    guard let command = rest.first else {
      if word.hasPrefix("-") {
        offer(Invocation.options.flatMap { option in option.names.map { ($0, option.help) } })
      } else {
        offer(try CommandDump.operations().children.map { ($0.commandName, $0.abstract ?? "") })
        offer([("work", Invocation.workHelp)])
        offerVerb([])
      }
      return
    }
    if command == "work" { return }
    // `search` with other words than the operators' own is the console's command.
    let isLookedFor =
      command == "search" && rest.count > 1 && !SearchCommand.names.contains(rest[0])
    if Invocation.operations.contains(command), !isLookedFor {
      offer(below: try .operations(), Array(rest))
    } else {
      offerVerb(Array(rest))
    }
  }

  private mutating func offerVerb(_ before: [String]) {
    let (candidates, wantsFiles) = ConsoleReference.completions(before: before, word: word)
    offer(candidates.map { ($0.text, $0.label) })
    if wantsFiles { lines.append(":files") }
  }

  private mutating func offer(below root: CommandDump, _ words: [String]) {
    var command = root
    var place = 0
    var open: CommandDump.Argument?
    for word in words {
      if open != nil {
        open = nil
      } else if word.hasPrefix("-") {
        open = command.own.first { $0.kind == .option && $0.spellings.contains(word) }
      } else if let child = command.children.first(where: { $0.commandName == word }) {
        command = child
      } else {
        place += 1
      }
    }
    if let open { return offer(open) }
    if word.hasPrefix("-") {
      let unused = command.own.filter { $0.isRepeating || !words.contains($0.usage.firstWord) }
      return offer(unused.flatMap { flag in flag.spellings.map { ($0, flag.abstract ?? "") } })
    }
    offer(command.children.map { ($0.commandName, $0.abstract ?? "") })
    let positional = command.own.filter { $0.kind == .positional }
    if place < positional.count {
      offer(positional[place])
    } else if let last = positional.last, last.isRepeating {
      offer(last)
    }
  }

  private mutating func offer(_ argument: CommandDump.Argument) {
    guard let kind = argument.completionKind else { return }
    offer((kind.list?.values ?? []).map { ($0, "") })
    if kind.file != nil { lines.append(":files") }
    if kind.directory != nil { lines.append(":folders") }
  }

  private mutating func offer(_ candidates: [(text: String, label: String)]) {
    for (text, label) in candidates where text.hasPrefix(word) {
      lines.append(label.isEmpty ? prefix + text : "\(prefix)\(text)\t\(label)")
    }
  }
}

extension String {
  /// The text before the first blank.
  fileprivate var firstWord: String { String(prefix { $0 != " " }) }
}
