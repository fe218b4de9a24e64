/// Word lists that give the meaning of column and table names: lower case, without accents.
///
/// The cases are the lists of `sql/adopt/words.txt`, which says what each holds.
enum AdoptionWords: String, CaseIterable, Sendable {
  case personal, pairs, names, secret, joints, people, actors, flagging, coordinates, naming,
    named, wholeNames, namesOfPeople, personalOfPeople, labels, givenNames, familyNames,
    restricted, banning, ends, gone, present, idle, handlers, authors, about, contents, letters,
    talks, receivers, bodies, long, unsearched, states, latitudes, longitudes, towns, pictures,
    logs, frameworks, frameworkStarts, things, persons, keys, senders, remarks, kinds, payloads,
    lettersWithin, points, written, expiring, given, languages, ranges, days, facets, unpopular,
    liked, unlabelled, keyWords, telling, streets, streetEnds, secretNames, secretParts,
    secretPairs, secretTables, secretValues, settings, copies

  /// The words.
  var set: Set<String> { AdoptionLexicon.shared.sets[self] ?? [] }
  /// The names in the order of the file, by words.
  var phrases: [[String]] { AdoptionLexicon.shared.phrases[self] ?? [] }

  /// Whether it has a word.
  func contains(_ word: String) -> Bool { set.contains(word) }

  /// Whether it has none of some words.
  func isDisjoint(with words: some Sequence<String>) -> Bool { set.isDisjoint(with: words) }

  /// Whether one of its names is among some words.
  func isNamed(by words: Set<String>) -> Bool { phrases.contains(where: words.isSuperset) }

  /// Whether a name speaks of a person: whom to reach, where they live, who they are.
  static func isPersonal(_ words: [String], ofPeople: Bool) -> Bool {
    let set = bare(words)
    if !set.isDisjoint(with: ["count", "counts", "size", "default", "preferred"]) { return false }
    return !personal.isDisjoint(with: set) || pairs.isNamed(by: set)
      || (words.contains("e") && words.contains("mail"))
      || (ofPeople && !personalOfPeople.isDisjoint(with: set))
  }

  /// The columns of a table that say where its rows are, in degrees: latitude and longitude.
  ///
  /// Of several pairs, such as a start and an end, returns the one whose names say no more.
  static func place(in columns: [AdoptionColumn]) -> (latitude: String, longitude: String)? {
    let numbers = columns.filter { ["numeric", "float8", "float4"].contains($0.base) }
    let pairs = numbers.flatMap { one in
      numbers.filter { other in
        !latitudes.isDisjoint(with: one.words) && !longitudes.isDisjoint(with: other.words)
          && one.words.filter { !latitudes.contains($0) }
            == other.words.filter { !longitudes.contains($0) }
      }.map { (one.words.count, one.name, $0.name) }
    }
    return pairs.min { $0.0 < $1.0 }.map { ($0.1, $0.2) }
  }

  /// The column with the town that a row is in.
  static func town(in columns: [AdoptionColumn]) -> String? {
    columns.first { $0.isText && !towns.isDisjoint(with: $0.words) }?.name
  }

  /// Whether the texts of a column name pictures.
  static func isPhoto(_ column: AdoptionColumn) -> Bool {
    let words = column.words.map(singular)
    return column.isText && !pictures.isDisjoint(with: words)
      && Set(words).isDisjoint(with: ["caption", "alt", "title", "description", "type", "credit"])
  }

  /// Whether a column says where something is.
  static func isPlace(_ column: AdoptionColumn) -> Bool {
    !coordinates.isDisjoint(with: column.words)
      || ["point", "geometry", "geography"].contains(column.base)
  }

  /// Whether a text names a person.
  static func isName(_ words: [String], ofPeople: Bool) -> Bool {
    let set = bare(words)
    if ["file", "host", "domain", "table", "class", "tag", "type"].contains(where: set.contains) {
      return false
    }
    return !names.isDisjoint(with: set) || !wholeNames.isDisjoint(with: set)
      || !naming.isDisjoint(with: set)
        && (ofPeople || !named.isDisjoint(with: set) || set.contains { people.contains($0) }
          || !actors.isDisjoint(with: set.subtracting(["by"])))
      || ofPeople && !namesOfPeople.isDisjoint(with: set)
  }

  /// Whether a table's name speaks of what people write to each other.
  static func isLetters(_ words: [String]) -> Bool {
    words.contains { letters.contains(singular($0)) || isLetter($0) }
  }

  /// Whether a table's name says that the app writes down in it what happened.
  static func isLog(_ words: [String]) -> Bool {
    words.contains { logs.contains(singular($0)) }
  }

  /// Whether a column holds what is written.
  static func isBody(_ words: [String]) -> Bool { !bodies.isDisjoint(with: words) }

  /// Whether a table is a framework's own, such as that of its migrations.
  static func isFramework(_ name: String) -> Bool {
    let name = name.lowercased()
    return frameworks.contains(name) || frameworkStarts.set.contains { name.hasPrefix($0) }
  }

  /// Whether a name speaks of the moment at which a restriction ends.
  static func isRestrictionEnd(_ words: [String]) -> Bool {
    !restricted.isDisjoint(with: words) && !ends.isDisjoint(with: words)
  }

  /// A way to hide a row by a column.
  struct Hiding: Sendable {
    /// The column.
    let column: String
    /// The words of its name that count.
    let words: Set<String>
    /// The value of the column while the row is hidden, as SQL; nil for the time at which that
    /// ends.
    let value: String?
    /// How much it looks like what the app checks, the more the better.
    let weight: Int
    /// Whether it says that the app has deleted or archived the row, and not that it is barred.
    var isGone = false
  }

  /// How a column would hide its row; nil where it says something else.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - table: The words of its table's name.
  ///   - isPeople: Whether the table's rows are the people who use the app.
  /// - Returns: The way; one of greater weight is likelier to be what the app checks.
  static func hiding(
    by column: AdoptionColumn,
    of table: [String],
    isPeople: Bool
  ) -> Hiding? {
    let rest = Set(column.words).subtracting(idle.set).subtracting(table.map(singular))
      .subtracting(table)
    let bad = isPeople ? restricted.set : restricted.set.subtracting(things.set)
    func weight(_ words: Set<String>) -> Int {
      let kind =
        !banning.isDisjoint(with: words)
        ? 40 : !bad.isDisjoint(with: words) ? 30 : !present.isDisjoint(with: words) ? 20 : 10
      // Deletion is not restriction, so it weighs less; columns that the app's own code reads weigh
      // most.
      return (isPeople ? kind : gone.isDisjoint(with: words) ? kind : 25) * 2
        + (column.heeded > 0 ? 40 : 0) + min(column.heeded, 6) * 5
    }
    if isRestrictionEnd(column.words), column.base.hasPrefix("timestamp"), !column.isRequired {
      return Hiding(
        column: column.name,
        words: rest,
        value: column.base == "timestamptz" ? nil : "$until",
        weight: weight(rest) + 10
      )
    }
    if !column.values.isEmpty || !states.isDisjoint(with: column.words) && column.isText {
      let values = column.values.isEmpty ? column.sample?.values ?? [] : column.values
      let known = values.map { (value: $0, words: Set([$0.lowercased()])) }
      let found =
        known.first { !banning.isDisjoint(with: $0.words) }
        ?? known.first { !bad.isDisjoint(with: $0.words) }
        ?? known.first { !gone.isDisjoint(with: $0.words) }
      // A type of any name may be how people stand; of other rows its values may be about anything.
      guard let found,
        !states.isDisjoint(with: column.words) || isPeople && !banning.isDisjoint(with: found.words)
      else { return nil }
      return Hiding(
        column: column.name,
        words: rest,
        value: "'" + found.value.replacing("'", with: "''") + "'",
        weight: weight(found.words) - 1,
        isGone: bad.isDisjoint(with: found.words)
      )
    }
    guard !rest.isEmpty,
      rest.subtracting(ends.set).isSubset(of: bad.union(gone.set).union(present.set))
    else { return nil }
    let isGone = bad.union(present.set).isDisjoint(with: rest)
    switch column.base {
    case "bool":
      let isPresent = !present.isDisjoint(with: rest)
      let value = isPresent != rest.contains("not") ? "false" : "true"
      return Hiding(
        column: column.name,
        words: rest,
        value: value,
        weight: weight(rest),
        isGone: isGone
      )
    case "timestamptz", "timestamp":
      guard !column.isRequired, present.isDisjoint(with: rest), ends.isDisjoint(with: rest)
      else { return nil }
      return Hiding(
        column: column.name,
        words: rest,
        value: "$at",
        weight: weight(rest) - 2,
        isGone: isGone
      )
    default: return nil
    }
  }

  /// Words, and what is left of them without trailing digits: `token2` is a token, too.
  static func bare(_ words: [String]) -> Set<String> {
    var set = Set(words)
    for word in words {
      let letters = String(word.reversed().drop { $0.isNumber }.reversed())
      if letters.count > 2 { set.insert(letters) }
    }
    return set
  }

  /// The singular of an English plural; other words stay.
  static func singular(_ word: String) -> String {
    for (ending, instead) in [
      ("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"),
      ("tuses", "tus"), ("ruses", "rus"), ("nuses", "nus"), ("puses", "pus"), ("lases", "las"),
      ("iases", "ias"),
    ]
    where word.hasSuffix(ending) && word.count > ending.count + 1 {
      return word.dropLast(ending.count) + instead
    }
    if word == "people" { return "person" }
    let isPlural =
      word.count > 3 && word.hasSuffix("s") && !["ss", "us", "is"].contains { word.hasSuffix($0) }
    return isPlural ? String(word.dropLast()) : word
  }
}
