/// One thing that TAB can put in: what is typed, and what it means.
struct Candidate: Sendable, Hashable {
  let text: String
  var label = ""
}

/// What TAB has to offer at a place in a line.
struct Completion: Sendable, Hashable {
  var candidates: [Candidate] = []
  /// What follows a candidate once it is the only one; nil for nothing.
  var append: Character? = " "
  /// Whether readline's own file names are wanted.
  var wantsFiles = false
}

/// What TAB asks the database for.
enum LookUp: Sendable, Hashable {
  /// Rows whose key is a text, or whose name begins with it.
  case rows(CatalogCollection, String)
  /// The fields of a collection that lists can be filtered by; of one of them its values.
  case fields(CatalogCollection, valuesOf: String?)
  /// The latest actions.
  case actions
  /// The latest jobs.
  case jobs
  /// The queues.
  case queues
  /// The logins of the team.
  case logins
  /// The tags in use.
  case tags
  /// What waits for a second person.
  case approvals
  /// The most urgent cases.
  case cases
  /// The selections.
  case selections
  /// The latest batches.
  case batches
}

/// What completion knows without asking the database: a snapshot that the session keeps fresh.
struct Vocabulary: Sendable {
  var commands = CommandRegistry.commands
  var collections: [CatalogCollection] = []
  var policies: [Candidate] = []
  /// The rows of the last listing, newest listing first.
  var listed: [Candidate] = []
  /// Actions that were done or shown here, newest first.
  var actions: [Candidate] = []
  /// Whose words are offered, too: aliases and replies.
  var settings = ConsoleSettings()

  /// Works out what may be where the cursor is.
  ///
  /// - Parameters:
  ///   - before: The words before the one being typed.
  ///   - word: What is typed of this word.
  ///   - isValue: Whether the word follows `--flag=`.
  ///   - live: Asks the database.
  /// - Returns: What may be put in; empty where nothing is known.
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

  /// What may come next, for whoever has typed a command and a blank; nil for nothing.
  func hint(after line: String) -> String? {
    let parsed = words(of: line)
    guard line.last == " ", !parsed.isOpen, let first = parsed.words.first else { return nil }
    let second = parsed.words.dropFirst().first.flatMap { commands["\(first.text) \($0.text)"] }
    guard let command = second ?? commands[first.text] else { return nil }
    let rest = Array(parsed.words.dropFirst(second == nil ? 1 : 2))
    if let last = rest.last, last.isFlag {
      guard let flag = command.flags.first(where: { "--\($0.name)" == last.text }) else {
        return nil
      }
      if flag.kind != .none {
        return plain(flag.usage).split(separator: " ").dropFirst().joined(separator: " ")
      }
    }
    let usage = plain(command.arguments.usage).split(separator: " ").map { String($0) }
    let given = Set(rest.filter(\.isFlag).map(\.text))
    let typed = arguments(rest, command).count
    var parts: [String] = []
    var place = 0
    var next = 0
    while next < usage.count {
      var part = usage[next]
      next += 1
      guard part.drop(while: { $0 == "[" }).hasPrefix("--") else {
        if place >= typed { parts.append(part) }
        place += 1
        continue
      }
      // A flag's value follows it, perhaps with the flag that can be there instead: `7d|--forever`.
      if next < usage.count, !part.hasSuffix("]"), !usage[next].hasPrefix("--"),
        !usage[next].hasPrefix("[")
      {
        part += " " + usage[next]
        next += 1
      }
      let names = part.split { " []|".contains($0) }.map { String($0) }
      if !names.contains(where: given.contains) { parts.append(part) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
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

  /// What may be typed first, the most useful now before the rest.
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
  private func arguments(_ words: [Word], _ command: any ConsoleCommand) -> [String] {
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
  private func collection(among words: [Word]) -> CatalogCollection? {
    words.reversed().lazy.compactMap { word in
      collections.first { name(of: $0) == word.text || $0.path == word.text }
    }.first
  }

  /// The fields that a flag may name.
  private func fields(
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

  private func values(
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
        settings.replies.sorted { $0 < $1 }.map { Candidate(text: "@\($0.key)", label: $0.value) }
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
    case .personal:
      matching(word, unique(collections.flatMap { $0.personal.map { Candidate(text: $0) } }))
    case .action where word.hasPrefix("B"): matching(word, live(.batches), byLabel: true)
    case .action: matching(word, unique(live(.actions) + actions), byLabel: true)
    case .job: matching(word, live(.jobs), byLabel: true)
    case .queue: matching(word, live(.queues))
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

  private func collection(
    _ head: String,
    _ among: [CatalogCollection]
  ) -> CatalogCollection? {
    among.first { name(of: $0) == head || $0.path == head }
      ?? among.first { name(of: $0).folded == head.folded }
  }

  private func unique(_ candidates: [Candidate]) -> [Candidate] {
    var seen: Set<String> = []
    return candidates.filter { seen.insert($0.text).inserted }
  }

  /// How a collection is written: its name, with the app where two apps have one of that name.
  func name(of collection: CatalogCollection) -> String {
    let isUnique = collections.filter { $0.name == collection.name }.count <= 1
    return isUnique ? collection.name : collection.path
  }

  private var names: [String] { collections.map(name(of:)) }

  /// The candidates that begin like a word, in whatever case and without accents; where none does,
  /// those with a label in which a word does.
  private func matching(
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

  private func plain(_ text: SafeText) -> String {
    String(decoding: text.rendered(isColoured: false), as: UTF8.self)
  }
}

/// A collection of the catalog, as `reeve.console_catalog()` describes it.
struct CatalogCollection: Sendable, Hashable {
  let app: String
  let name: String
  /// The columns of its view, in order.
  var show: [String] = []
  /// Whether `find` can look for names in it.
  var isFindable = true
  /// Whether `search` covers it.
  var isSearchable = false
  /// The actions it can suffer.
  var verbs: [String] = []
  /// What kind of action each of them is.
  var kinds: [String] = []
  /// What the catalog says that each of its verbs does, empty where it says nothing.
  var helps: [String] = []
  /// Its fields that are personal.
  var personal: [String] = []
  /// What `limit` can deny it.
  var limits: [String] = []
  /// Whether its rows have URLs in the app.
  var isLinkable = false

  /// The fields with its latitude and longitude; none where it is nowhere.
  var place: [String] = []

  /// Whether the fields that say where it is are personal.
  var hasPersonalPlace: Bool { place.contains { personal.contains($0) } }

  /// `randevoo/user`.
  var path: String { "\(app)/\(name)" }
}
