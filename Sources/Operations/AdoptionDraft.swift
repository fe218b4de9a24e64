internal import Catalog

/// A catalog guessed from the facts read from a database; no I/O.
struct AdoptionDraft: Sendable {
  /// How bans of people are enforced if the schema has no column for it.
  enum Enforcement: String, Sendable {
    case `guard`
    case policy
  }

  /// With more tables than these, the catalog describes as many in full and the rest in a line
  /// each.
  static let limitFull = 24

  /// A table that is to be a collection.
  struct Collection: Sendable {
    /// The collection's name.
    let name: String
    /// Facts read from the database.
    let table: AdoptionTable
    /// SQL giving the row's name; never NULL.
    var label = ""
    /// Columns that the label is made of.
    var labelColumns: [String] = []
    /// A note on the label for the draft.
    var labelNote: String?
    /// The columns shown, in order.
    var show: [String] = []
    /// Columns kept back: secrets and what no line can show.
    var hidden: [String] = []
    /// The columns shown masked.
    var personal: [String] = []
    /// The columns that say where a row is.
    var place: (latitude: String, longitude: String)?
    /// Shown columns whose values name pictures.
    var photos: [String] = []
    /// Columns that a trigger of the app's changes.
    var touched: [String] = []
    /// A column of folded names.
    var find: String?
    /// Columns of names as they are written.
    var findPlain: [String] = []
    /// The column that a restriction is written to.
    var visible: String?
    /// The value of that column while a row is hidden, as SQL; nil for the time at which that ends.
    var hides: String?
    /// The ways in which a row could be hidden, the likeliest first.
    var hidings: [AdoptionWords.Hiding] = []
    /// Columns that are not shown because they may be secret, and why.
    var doubts: [(column: String, why: String)] = []
    /// Whether its rows belong to people, or are about them.
    var isPersons = false
    /// Whether its rows are what people write to each other.
    var isLetter = false
    /// The problems that were found when its actions were tried.
    var tried: [String] = []
    /// References to other collections.
    var parents: [Parent] = []
    /// A column of states and its values.
    var states: (column: String, values: [String])?
    /// Search fields by weight.
    var search: [(weight: String, columns: [String])] = []
    /// The language of the texts that are searched, nil where it is not clear.
    var language: String?
    /// The column that says the language of its row, nil where none does.
    var languageColumn: String?
    /// The number that decides between equal matches, nil where none says how much a row is liked.
    var popularity: String?
    /// Columns that searches are narrowed by ranges of.
    var filters: [String] = []
    /// Columns whose values searches count.
    var facets: [String] = []
    /// Whether it is long enough a text for search to be worth a trigger.
    var isSearched = false
    /// Whether a line of the catalog is enough for it.
    var isMinor = false

    /// Whether another column, such as `owner_type`, says in each row which table a column refers
    /// to.
    func hasKind(of column: AdoptionColumn) -> Bool {
      let words = column.words.last == "id" ? column.words.dropLast() : column.words[...]
      let kinds = ["type", "kind", "class", "model", "table"].map { words + [$0] }
      return table.columns.contains { kinds.contains($0.words[...]) }
    }

    /// Whether it is worth somebody's look: a text of its own says what a row is, or it has states.
    var isContent: Bool { !labelColumns.isEmpty || states != nil }
  }

  /// Columns that hold the key of another collection's row.
  struct Parent: Sendable {
    /// Its name in a path.
    var name: String
    /// The other collection.
    let collection: String
    /// The columns, in the order of that collection's key.
    let columns: [String]
    /// Why it is thought so; nil for a foreign key.
    var guess: String?
    /// Whether the data do not bear it out, so that it is as a comment.
    var isDoubted = false
    /// Whether somebody said that it is so.
    var isConfirmed = false
    /// Whether an index finds the rows of one parent.
    let isIndexed: Bool
    /// Whether something may act by it: a foreign key or somebody says it, not only a guess.
    var isFirm: Bool { !isDoubted && (guess == nil || isConfirmed) }
    /// Whether it leads to whom the row belongs, and not to who handled it.
    var isOwner: Bool {
      let words = name.split(separator: "_").map(String.init)
      return AdoptionWords.handlers.isDisjoint(with: words)
    }
  }

  /// Evidence in the values of a guessed reference.
  struct Trial: Sendable {
    /// Fewer different values than these are a flag or a default, and no reference.
    static let leastDistinct = 3

    /// How many values were looked at.
    var values: Int64 = 0
    /// How many of them are no key of the parent.
    var missing: Int64 = 0
    /// How many differ.
    var distinct: Int64 = 0
    /// Whether rows get a constant where nothing is given.
    var isDefaulted = false

    /// Whether they bear it out.
    var isBorneOut: Bool {
      values > 0 && missing == 0 && distinct >= Self.leastDistinct && !isDefaulted
    }

    /// A summary of the values for the draft.
    var told: String {
      if values == 0 { return "guessed by name: there is no value to test" }
      if missing > 0 {
        return "not a reference: \(missing) of \(values) tested values do not exist"
      }
      if isDefaulted { return "not a reference: its default is a constant" }
      if distinct < Self.leastDistinct {
        return
          "guessed by name: \(values) tested values, of which \(distinct) differ, prove nothing"
      }
      return "guessed by name: all of \(values) tested values exist"
    }
  }

  /// A reference that only names and types speak for.
  struct Guess: Sendable {
    /// Places in `collections`.
    let child: Int
    let parent: Int
    /// The column of the child.
    let column: String
  }

  /// The collections, those of people first.
  private(set) var collections: [Collection] = []
  /// The collection whose rows are banned.
  private(set) var people: String?
  /// Where each collection is, by its name.
  private(set) var places: [String: Int] = [:]
  /// References to try on the data.
  private(set) var guesses: [Guess] = []
  /// The answers about the schema.
  let answers: AdoptionAnswers

  /// Guesses a catalog.
  ///
  /// - Parameters:
  ///   - tables: Everything in the schema that has no problem.
  ///   - app: The app's name; with a collection's it names a view.
  ///   - answers: The operator's answers about existing objects; no guess overrules them.
  ///   - lacksPeople: Whether the people are in no table that can be adopted.
  init(
    tables: [AdoptionTable],
    app: String,
    answers: AdoptionAnswers = AdoptionAnswers(),
    lacksPeople: Bool = false
  ) {
    self.answers = answers
    let best =
      if let said = answers.people {
        tables.first { $0.name == said }
      } else if lacksPeople {
        AdoptionTable?.none
      } else {
        tables.filter { Self.likeness($0, among: tables) >= 4 }
          .max { Self.likeness($0, among: tables) < Self.likeness($1, among: tables) }
      }
    let (major, minor) = Self.ordered(tables, people: best, first: answers.first)
    let prefix = Self.commonPrefix(tables)
    // What a live copy has moved keeps its name.
    var used = Set(tables.compactMap(\.called))
    for table in major + minor {
      let name =
        table.called ?? Self.name(of: table, without: prefix, app: app, used: &used)
      collections.append(Collection(name: name, table: table))
    }
    for index in major.count..<collections.count { collections[index].isMinor = true }
    places = Dictionary(
      uniqueKeysWithValues: collections.indices.map { (collections[$0].name, $0) }
    )
    people = best == nil ? nil : collections[0].name
    let places = Dictionary(
      uniqueKeysWithValues: collections.indices.map { (collections[$0].table.relation, $0) }
    )
    for index in collections.indices { link(index, places) }
    guess()
  }

  /// Takes what the data said of a guess.
  mutating func settle(_ guess: Guess, _ trial: Trial) {
    let child = collections[guess.child]
    let target = collections[guess.parent].table.name
    func says(_ columns: [String: [String]]) -> Bool {
      columns[child.table.name]?.contains(guess.column) == true
    }
    let isPeople = collections[guess.parent].name == people
    let isConfirmed =
      says(answers.references) || isPeople && (says(answers.authors) || says(answers.others))
    var parent = Parent(
      name: Self.parentName(guess.column, child),
      collection: collections[guess.parent].name,
      columns: [guess.column],
      guess: isConfirmed ? "as confirmed: it refers to \(target)" : trial.told,
      isDoubted: !trial.isBorneOut && !isConfirmed,
      isConfirmed: isConfirmed,
      isIndexed: child.table[column: guess.column]?.isIndexed ?? false
    )
    parent.name = Self.free(parent.name, child.parents.map(\.name))
    collections[guess.child].parents.append(parent)
  }

  /// Guesses the rest, once the references are known.
  mutating func finish() {
    let letters = letters()
    for index in collections.indices {
      collections[index].isLetter = letters.contains(collections[index].name)
      collections[index].describe(people: people, answers: answers)
      if collections[index].isMinor { collections[index].isSearched = false }
    }
  }

  /// Adds the results of trying the draft on a collection.
  mutating func note(_ collection: String, tried: [String], touched: [String]) {
    guard let place = places[collection] else { return }
    collections[place].tried += tried
    collections[place].touched += touched.filter { !collections[place].touched.contains($0) }
  }

  // MARK: names

  private static func name(
    of table: AdoptionTable,
    without prefix: String?,
    app: String,
    used: inout Set<String>
  ) -> String {
    var words = table.words
    if let prefix, words.first == prefix, words.count > 1 { words.removeFirst() }
    if let last = words.last { words[words.count - 1] = AdoptionWords.singular(last) }
    let letters = words.joined(separator: "_").unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0))
    }
    var name = String(String.UnicodeScalarView(letters.prefix(max(8, 58 - app.utf8.count))))
    if name.first?.isLetter != true { name = "table" + (name.isEmpty ? "" : "_\(name)") }
    name = free(name, Array(used))
    used.insert(name)
    return name
  }

  /// The first word of all names, where they have one in common.
  private static func commonPrefix(_ tables: [AdoptionTable]) -> String? {
    guard tables.count >= 3, let first = tables.first?.words.first,
      tables.allSatisfy({ $0.words.count > 1 && $0.words.first == first })
    else { return nil }
    return first
  }

  /// A name that is not taken, numbered where it must be.
  static func free(_ name: String, _ taken: [String]) -> String {
    guard taken.contains(name) else { return name }
    return (2...).lazy.map { "\(name)_\($0)" }.first { !taken.contains($0) } ?? name
  }

  /// A column's name without the word that says that it is a key.
  private static func parentName(_ column: String, _ child: Collection) -> String {
    var words = child.table[column: column]?.words ?? []
    if words.count > 1, AdoptionWords.keyWords.contains(words.last ?? "") { words.removeLast() }
    let letters = words.joined(separator: "_").unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0))
    }
    let name = String(String.UnicodeScalarView(letters.prefix(50)))
    return name.first?.isLetter == true ? name : "parent"
  }

  // MARK: people

  /// How much a table looks like that of the people who use the app.
  static func likeness(_ table: AdoptionTable, among tables: [AdoptionTable]) -> Int {
    let words = table.words.map { AdoptionWords.people.contains(AdoptionWords.singular($0)) }
    let name = words == [true] ? 4 : words.last == true ? 3 : words.contains(true) ? 2 : 0
    func has(_ test: (AdoptionColumn) -> Bool) -> Bool { table.columns.contains(where: test) }
    let mail = has { $0.words.contains { ["mail", "email"].contains($0) } } ? 2 : 0
    let secret =
      has { $0.isText && AdoptionSecrets.judge($0, of: table.words, isPeople: true) == .secret }
      ? 2 : 0
    let login = has { !Set($0.words).isDisjoint(with: ["username", "login", "nickname"]) } ? 1 : 0
    guard name > 0 || (mail > 0 && secret > 0) else { return 0 }
    let references = tables.count { $0.references.contains { $0.target == table.relation } }
    return name + mail + secret + login + min(references, 12) - (table.key.count > 1 ? 2 : 0)
  }

  // MARK: references

  private mutating func link(_ index: Int, _ places: [Int64: Int]) {
    let table = collections[index].table
    for reference in table.references {
      guard let place = places[reference.target] else { continue }
      let target = collections[place]
      let pairs = Dictionary(
        zip(reference.targetColumns, reference.columns),
        uniquingKeysWith: { first, _ in first }
      )
      let columns = target.table.key.compactMap { pairs[$0] }
      let known = collections[index].parents
      guard columns.count == pairs.count, columns.count == target.table.key.count,
        !known.contains(where: { $0.columns == columns && $0.collection == target.name })
      else { continue }
      let name =
        columns.count == 1 ? Self.parentName(columns[0], collections[index]) : target.name
      collections[index].parents.append(
        Parent(
          name: Self.free(name, known.map(\.name)),
          collection: target.name,
          columns: columns,
          isIndexed: columns.contains { table[column: $0]?.isIndexed == true }
        )
      )
    }
  }

  private mutating func guess() {
    var byName: [[String]: Int] = [:]
    var byKey: [String: Int] = [:]
    for (index, collection) in collections.enumerated() where collection.table.key.count == 1 {
      byName[collection.name.split(separator: "_").map(String.init)] = index
      let key = collection.table.key[0]
      if key.count > 3 { byKey[key] = byKey[key] == nil ? index : -1 }
    }
    let people = collections.first?.name == people && collections.first?.table.key.count == 1
    for (index, child) in collections.enumerated() {
      let known = Set(child.table.references.flatMap(\.columns))
      for column in child.table.columns where !known.contains(column.name) {
        if child.table.key == [column.name] { continue }
        var words = column.words
        if words.count > 1, AdoptionWords.keyWords.contains(words.last ?? "") { words.removeLast() }
        let isNamed = words.count < column.words.count
        let isUpward = words.first == "parent" && words.count > 1
        let singular =
          words.dropLast().dropFirst(isUpward ? 1 : 0) + [AdoptionWords.singular(words.last ?? "")]
        var found = isNamed ? byName[Array(singular)] : nil
        if found == nil, isNamed { found = byKey[column.name].flatMap { $0 >= 0 ? $0 : nil } }
        if found == nil, people, words.last.map(AdoptionWords.actors.contains) == true { found = 0 }
        guard let found, found != index || isUpward,
          AdoptionWords.flagging.isDisjoint(with: column.words),
          !child.hasKind(of: column),
          Self.isComparable(column, collections[found])
        else { continue }
        guesses.append(Guess(child: index, parent: found, column: column.name))
      }
    }
  }

  private static func isComparable(_ column: AdoptionColumn, _ parent: Collection) -> Bool {
    guard let key = parent.table[column: parent.table.key[0]] else { return false }
    let families: [Set<String>] = [["int2", "int4", "int8"], ["text", "varchar", "bpchar"]]
    return column.base == key.base && column.values.isEmpty
      || families.contains { $0.contains(column.base) && $0.contains(key.base) }
  }
}
