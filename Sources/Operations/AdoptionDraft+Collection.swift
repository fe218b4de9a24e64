internal import Catalog

extension AdoptionDraft.Collection {
  /// Guesses everything but the references, which are known by now.
  ///
  /// - Parameters:
  ///   - people: The collection of the people who use the app.
  ///   - answers: The operator's answers, which no guess overrules.
  mutating func describe(people: String?, answers: AdoptionAnswers) {
    let isPeople = name == people
    let shown = answers.shown[table.name] ?? []
    let secret = answers.secret[table.name] ?? []
    isPersons = people != nil && parents.contains { $0.collection == people && !$0.isDoubted }
    for column in table.columns {
      let isKey = table.key.contains(column.name)
      if column.isTextSearch {
        hidden.append(column.name)
        continue
      }
      let verdict = AdoptionSecrets.judge(column, of: table.words, isPeople: isPeople)
      switch secret.contains(column.name) ? .secret : verdict {
      case _ where isKey: break
      case .doubtful where shown.contains(column.name): break
      case .secret:
        hidden.append(column.name)
        continue
      case .doubtful(let why):
        hidden.append(column.name)
        doubts.append((column.name, why))
        continue
      case .open: break
      }
      if isDerived(column) { continue }
      show.append(column.name)
      if isPersonal(column, isPeople: isPeople) { personal.append(column.name) }
      if !isKey, !column.isGenerated,
        let way = AdoptionWords.hiding(by: column, of: table.words, isPeople: isPeople)
      {
        hidings.append(way)
      }
      let isState = !AdoptionWords.states.isDisjoint(with: column.words)
      if column.values.count > 1, states == nil || isState { states = (column.name, column.values) }
    }
    place = AdoptionWords.place(in: table.columns.filter { show.contains($0.name) })
    if let place, personal.contains(place.latitude) != personal.contains(place.longitude) {
      self.place = nil
    }
    photos = table.columns
      .filter { show.contains($0.name) && AdoptionWords.isPhoto($0) }.map(\.name)
    // Beside what its author has deleted, what is removed was removed by somebody else.
    if hidings.contains(where: { $0.isGone && $0.words.contains("deleted") }) {
      for index in hidings.indices where hidings[index].words.contains("removed") {
        hidings[index].isGone = false
      }
    }
    hidings.sort { ($1.isGone ? 1 : 0, $0.weight) > ($0.isGone ? 1 : 0, $1.weight) }
    let said = answers.hidden[table.name]
    if let said {
      // Other columns that could hide a row are listed in the draft, but change nothing.
      let others = answers.kept.contains(table.name) ? hidings.filter { $0.column != said } : []
      hidings = hidings.filter { $0.column == said } + others
    }
    // A column for deletions is the app's own state; rows of a log are never hidden.
    if let best = hidings.first,
      said.map({ $0 == best.column }) ?? (!best.isGone && !AdoptionWords.isLog(table.words))
    {
      visible = best.column
      hides = best.value
    }
    if table.isTouched {
      let stamps: Set<String> = ["updated", "modified", "changed", "update", "touched"]
      touched = table.columns
        .filter { $0.base.hasPrefix("timestamp") && !stamps.isDisjoint(with: $0.words) }
        .map(\.name)
    }
    name(isPeople: isPeople)
    chooseSearch(isPeople: isPeople)
  }

  /// Whether a column shows who somebody is, where, or what they write to each other.
  private func isPersonal(_ column: AdoptionColumn, isPeople: Bool) -> Bool {
    // Text, numbers, dates and addresses can say who somebody is; a flag about them cannot.
    guard column.base != "bool", !parents.contains(where: { $0.columns.contains(column.name) }),
      column.isText || !table.references.contains(where: { $0.columns.contains(column.name) })
    else { return false }
    if let found = column.found {
      if found.isPersonal(ofPersons: isPeople || isPersons) { return true }
      if isPeople, column.base == "date" || column.isText, found.areBirthdays { return true }
    }
    if ["inet", "cidr", "macaddr", "macaddr8"].contains(column.base) { return true }
    if isPeople && column.isDocument { return true }
    if (isPeople || isPersons) && AdoptionWords.isPlace(column) { return true }
    if isLetter, isWritten(column) { return true }
    return AdoptionWords.isPersonal(column.spoken, ofPeople: isPeople)
  }

  /// Whether a column holds another's text folded, for looking up and not for reading.
  func isDerived(_ column: AdoptionColumn) -> Bool {
    column.isFolding || !Set(column.words).isDisjoint(with: ["folded", "normalized", "canonical"])
  }

  /// Whether a text of a column may be shown unmasked.
  func isOpen(_ column: AdoptionColumn) -> Bool {
    show.contains(column.name) && !personal.contains(column.name)
  }

  private mutating func name(isPeople: Bool) {
    let texts = table.columns.filter { $0.isText && isOpen($0) }
    let folding = table.columns.filter { $0.isText && isDerived($0) }
    let ranked =
      texts
      .compactMap { column in rank(column).map { (rank: $0, column: column) } }
      .sorted { $0.rank < $1.rank }.map(\.column)
    func first(_ names: [[String]]) -> AdoptionColumn? {
      names.lazy.compactMap { name in texts.first { $0.words == name } }.first
    }
    let key = keyText
    if let given = first(AdoptionWords.givenNames.phrases),
      let family = first(AdoptionWords.familyNames.phrases), given.name != family.name
    {
      labelColumns = [given.name, family.name]
      let both = "concat_ws(' ', t.\(given.ident), t.\(family.ident))"
      label = given.isRequired && family.isRequired ? both : "coalesce(nullif(\(both), ''), \(key))"
    } else if let best = ranked.first {
      labelColumns = [best.name]
      let cast = ["text", "varchar"].contains(best.base) ? "" : "::text"
      let plain = "t.\(best.ident)\(cast)"
      let isLong = (best.width ?? 0) > 120 || (best.limitLength ?? 0) > 400
      let short = isLong ? "left(\(plain), 80)" : plain
      label = best.isRequired ? short : "coalesce(nullif(\(short), ''), \(key))"
    } else {
      label = key
      let mail = table.columns.first { $0.isText && personal.contains($0.name) }
      labelNote =
        mail.map { "\($0.name) would name a row, but it is personal" }
        ?? "No column names a row, so the key does"
    }
    find = folding.first { $0.isPattern }?.name ?? folding.first { $0.isIndexed }?.name
    if find == nil { findPlain = labelColumns }
  }

  /// The columns by which rows that lie near each other seem to be the same thing.
  var alike: (same: String, name: String)? {
    guard let place, !personal.contains(place.latitude), let name = find ?? findPlain.first,
      let town = AdoptionWords.town(in: table.columns.filter { show.contains($0.name) }),
      !personal.contains(town), town != name
    else { return nil }
    return (town, name)
  }

  /// SQL giving the key as a text.
  var keyText: String {
    let idents = table.key.compactMap { table[column: $0]?.ident }
    return idents.count == 1
      ? "t.\(idents[0])::text"
      : "concat_ws(' ', \(idents.map { "t.\($0)" }.joined(separator: ", ")))"
  }

  /// How well a column names a row, the less the better; nil where it does not.
  private func rank(_ column: AdoptionColumn) -> Int? {
    let labels = AdoptionWords.labels.phrases
    guard AdoptionWords.unlabelled.isDisjoint(with: column.words), !table.key.contains(column.name)
    else { return nil }
    let own = table.words.dropLast() + [AdoptionWords.singular(table.words.last ?? "")]
    let isOwn = column.words == Array(own) || column.words == table.words
    guard
      let rank = isOwn
        ? labels.firstIndex(of: ["label"])
        : labels.firstIndex(of: column.words)
          ?? labels.firstIndex(where: { $0 == [column.words.last ?? ""] }).map({ $0 + 20 })
    else { return nil }
    // A text that most rows share names none of them.
    let isShared = table.rows > 200 && (column.distinctness ?? 1) < 0.02
    return rank + (isShared ? 100 : 0) + (column.isRequired ? 0 : 5)
  }
}
