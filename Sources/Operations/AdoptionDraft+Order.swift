extension AdoptionDraft {
  /// The tables that the catalog describes in full, and those with a line each.
  ///
  /// The table of people is always the first. `first` has the tables that somebody chose; empty
  /// leaves it to the data.
  static func ordered(
    _ tables: [AdoptionTable],
    people: AdoptionTable?,
    first: [String]
  ) -> (major: [AdoptionTable], minor: [AdoptionTable]) {
    let others = tables.filter { $0.relation != people?.relation }
    let head = people.map { [$0] } ?? []
    guard first.isEmpty else {
      let major = first.compactMap { name in others.first { $0.name == name } }
      return (head + major, others.filter { !first.contains($0.name) })
    }
    guard tables.count > limitFull else { return (head + others, []) }
    let ranked =
      others.map { (table: $0, weight: weight($0, among: tables, people: people)) }
      .sorted { ($1.weight, $0.table.name) < ($0.weight, $1.table.name) }.map(\.table)
    let major = ranked.prefix(limitFull - head.count)
    let names = Set(major.map(\.relation))
    return (head + major, others.filter { !names.contains($0.relation) })
  }

  /// How important a table is to those who look after an app: how many rows it has, how many tables
  /// refer to it, whether people wrote its rows, and what its name says.
  private static func weight(
    _ table: AdoptionTable,
    among tables: [AdoptionTable],
    people: AdoptionTable?
  ) -> Double {
    let words = Set(table.words.map(AdoptionWords.singular))
    let references = tables.count { $0.references.contains { $0.target == table.relation } }
    var weight = 0.75 * Double(min(references, 8)) + digits(table.rows)
    if table.references.contains(where: { $0.target == people?.relation }) { weight += 2 }
    if !AdoptionWords.contents.isDisjoint(with: words) { weight += 3 }
    if !AdoptionWords.about.isDisjoint(with: words) { weight -= 3 }
    if table.key.count > 1 { weight -= 3 }
    return weight
  }

  /// The decimal digits of a number, the part of the last one too.
  private static func digits(_ number: Int64) -> Double {
    var (rest, digits) = (Double(number), 0.0)
    while rest >= 10 { (rest, digits) = (rest / 10, digits + 1) }
    return digits + rest / 10
  }
}
