/// The search fields that `adopt` proposes.
extension AdoptionDraft.Collection {
  /// Chooses what its rows are searched, filtered and ordered by.
  ///
  /// - Parameter isPeople: Whether its rows are the people who use the app: they are not searched.
  mutating func chooseSearch(isPeople: Bool) {
    guard !isPeople, !isLetter else { return }
    var short: [String] = []
    var long: [String] = []
    for column in table.columns
    where isOpen(column) && !labelColumns.contains(column.name) && !table.key.contains(column.name)
      && AdoptionWords.unsearched.isDisjoint(with: column.words) && !column.isFolding
      && column.name != find
    {
      guard column.isText || ["_text", "_varchar"].contains(column.base) else { continue }
      let isShort =
        column.limitLength ?? 1000 <= 255
        || column.width.map { $0 <= 60 } ?? AdoptionWords.long.isDisjoint(with: column.words)
      if isShort || column.base.hasPrefix("_") {
        short.append(column.name)
      } else {
        long.append(column.name)
      }
    }
    search = [("a", labelColumns), ("b", short), ("c", long)].filter { !$0.1.isEmpty }
    isSearched = !search.isEmpty
    let searched = Set(search.flatMap(\.columns))
    languageColumn = table.columns.first { show.contains($0.name) && $0.saysLanguage }?.name
    if languageColumn == nil {
      language = Self.language(
        of: table.columns.filter { searched.contains($0.name) }.compactMap(\.sample)
      )
    }
    let free = table.columns.filter { column in
      isOpen(column) && !table.key.contains(column.name) && column.name != visible
        && !parents.contains { $0.columns.contains(column.name) }
        && !table.references.contains { $0.columns.contains(column.name) }
    }
    popularity =
      free.filter(\.isNumber).compactMap { column in
        AdoptionWords.popularity(column.words).map { (rank: $0, column: column) }
      }.filter { $0.column.distinct(of: table.rows).map { $0 > 1.5 } ?? true }
      .min { $0.rank < $1.rank }?.column.name
    guard !labelColumns.isEmpty else { return }
    filters = Array(free.filter { $0.isFilter && $0.name != popularity }.map(\.name).prefix(4))
    facets = Array(
      free.filter { !(labelColumns + long).contains($0.name) && $0.isFacet(of: table.rows) }.map(
        \.name
      )
      .prefix(6)
    )
  }

  /// The language that has a tenth of the words as stop words, and half as many again as any other.
  static func language(of samples: [AdoptionSample]) -> String? {
    let counts = samples.reduce(into: [:]) { $0.merge($1.stopWords, uniquingKeysWith: +) }
    let ranked = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    guard let first = ranked.first, first.value >= 20,
      first.value * 10 >= samples.map(\.words).reduce(0, +),
      ranked.dropFirst().allSatisfy({ $0.value * 3 <= first.value * 2 })
    else { return nil }
    return first.key
  }
}

extension AdoptionColumn {
  /// How many values it has, as far as statistics say.
  func distinct(of rows: Int64) -> Double? { distinctness.map { $0 * Double(rows) } }

  /// Whether its values are the languages of the rows.
  fileprivate var saysLanguage: Bool {
    guard !AdoptionWords.languages.isDisjoint(with: words), let values = sample?.values else {
      return false
    }
    let codes = values.filter { $0.wholeMatch(of: /[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*/) != nil }
    return !values.isEmpty && codes.count * 2 > values.count
  }

  /// Whether people narrow lists by ranges of it: prices and the like, years, dates.
  fileprivate var isFilter: Bool {
    if isNumber { return !AdoptionWords.ranges.isDisjoint(with: words) }
    return (base == "date" || base.hasPrefix("timestamp")) && !AdoptionWords.isUpkeep(words)
      && !AdoptionWords.dates.isDisjoint(with: words)
  }

  /// Whether many rows share each of its values, so that they are worth counting.
  fileprivate func isFacet(of rows: Int64) -> Bool {
    if !values.isEmpty { return (2...40).contains(values.count) }
    let isNamed = !AdoptionWords.facets.isDisjoint(with: words.map(AdoptionWords.singular))
    if base.hasPrefix("_") { return isNamed && ["_text", "_varchar", "_bpchar"].contains(base) }
    guard isText, !isUnique, limitLength ?? 0 <= 255, width ?? 0 <= 60 else { return false }
    if let sample, sample.total >= 50 {
      return sample.distinct * (isNamed ? 2 : 10) <= sample.total
        && distinct(of: rows).map { $0 <= 1000 } ?? true
    }
    return isNamed
  }
}

extension AdoptionWords {
  /// Words of dates that people narrow lists by.
  static var dates: Set<String> { written.set.union(days.set) }

  /// How well a number's name says how many like a row, the less the better; nil if it does not.
  static func popularity(_ words: [String]) -> Int? {
    guard unpopular.isDisjoint(with: words) else { return nil }
    let counted = self.counted(words)?.last.map { $0 + "s" }
    return liked.phrases.firstIndex { words.contains($0[0]) || $0[0] == counted }
      .map { 2 * $0 + min(words.count - 1, 1) }
  }

  /// Whether a date is about the row's upkeep, and nothing that people look for.
  static func isUpkeep(_ words: [String]) -> Bool {
    !Set(words).isDisjoint(with: [
      "updated", "modified", "changed", "deleted", "removed", "last", "expires", "checked",
      "synced",
      "indexed", "archived", "cached", "processed", "locked", "banned", "hidden",
    ])
  }
}
