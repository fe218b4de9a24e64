/// Finds tables of private messages by their names, by the people that they refer to, and by what
/// they belong to.
extension AdoptionDraft {
  /// The names of the collections whose rows are what people write to each other.
  ///
  /// Collections that belong to such rows count as well: drafts, translations, attachments, and a
  /// table that stores the contents apart from the senders, which often only its key's name
  /// reveals.
  func letters() -> Set<String> {
    var parents = collections.filter {
      $0.name != people && ($0.isLine || $0.isPrivate(people: people))
    }
    var letters = Set(parents.map(\.name))
    while let parent = parents.popLast() {
      for collection in collections
      where !letters.contains(collection.name) && collection.name != people
        && collection.hasBody && collection.isPart(of: parent)
      {
        letters.insert(collection.name)
        parents.append(collection)
      }
    }
    return letters
  }
}

extension AdoptionDraft.Collection {
  /// Whether a row is sent by somebody into a conversation, whether it holds the words or not.
  fileprivate var isLine: Bool {
    let talks = table.columns.flatMap { column -> [String] in
      let isReference =
        !AdoptionWords.keys.isDisjoint(with: column.words)
        || table.references.contains { $0.columns.contains(column.name) }
      return isReference ? column.words : column.words.count == 1 ? column.words : []
    }
    let isSent = table.columns.contains { !AdoptionWords.senders.isDisjoint(with: $0.words) }
    let isWritten = table.columns.contains { !AdoptionWords.authors.isDisjoint(with: $0.words) }
    let isPublic = !AdoptionWords.remarks.isDisjoint(with: table.words.map(AdoptionWords.singular))
    return !isPublic
      && (isSent && !AdoptionWords.talks.isDisjoint(with: talks)
        || isWritten && !AdoptionWords.plainTalks.isDisjoint(with: talks))
  }

  /// Whether its rows are private messages between people.
  fileprivate func isPrivate(people: String?) -> Bool {
    guard hasBody, name != people else { return false }
    if isLine { return true }
    if AdoptionWords.isLetters(table.words),
      AdoptionWords.kinds.isDisjoint(with: table.words.map(AdoptionWords.singular))
    {
      return true
    }
    let isReceived = table.columns.contains {
      isSomebody($0, among: AdoptionWords.receivers.set) && !$0.isText
    }
    // Names or addresses of the two.
    let isBetween =
      table.columns.contains { isSomebody($0, among: AdoptionWords.receivers.set) }
      && table.columns.contains { isSomebody($0, among: AdoptionWords.senders.set) }
    let talks = parents.contains {
      AdoptionWords.talks.contains($0.collection.split(separator: "_").last.map(String.init) ?? "")
    }
    let isPublic = !AdoptionWords.remarks.isDisjoint(with: table.words.map(AdoptionWords.singular))
    // An event in a chat room, whose table is often not adopted too.
    let isEvent =
      table.words.contains { AdoptionWords.singular($0) == "event" }
      && table.columns.contains { !AdoptionWords.talks.isDisjoint(with: $0.words) }
      && table.columns.contains { !AdoptionWords.payloads.isDisjoint(with: $0.words) }
    return isReceived || isBetween || isEvent || talks && !isPublic
  }

  /// Whether a column names one of those who write to each other, and no place of a journey.
  private func isSomebody(_ column: AdoptionColumn, among words: Set<String>) -> Bool {
    let said = words.intersection(column.words)
    guard column.base != "bool", !said.isEmpty else { return false }
    if !said.isSubset(of: ["to", "from"]) { return true }
    return column.words.count == 1
      ? table.columns.contains { !Set(["body", "message", "subject"]).isDisjoint(with: $0.words) }
      : AdoptionWords.persons.set.isSuperset(of: Set(column.words).subtracting(said))
  }

  /// Whether a column can hold what is written.
  fileprivate var hasBody: Bool { table.columns.contains { isWritten($0) } }

  /// Whether a column of a table of messages holds their words, of any type.
  func isWritten(_ column: AdoptionColumn) -> Bool {
    if table.key.contains(column.name) || !column.values.isEmpty
      || !AdoptionWords.keys.isDisjoint(with: column.words)
      || parents.contains(where: { $0.columns.contains(column.name) })
    {
      return false
    }
    let isNamed =
      AdoptionWords.isBody(column.words) || !AdoptionWords.payloads.isDisjoint(with: column.words)
      || !AdoptionWords.long.isDisjoint(with: column.words)
    if column.isText {
      return isNamed
        || column.width ?? 0 > 60 && AdoptionWords.unsearched.isDisjoint(with: column.words)
    }
    if column.base == "bytea" { return isNamed }
    return !AdoptionWords.scalars.contains(column.base)
  }

  /// Whether rows belong to rows of another collection: by a reference, or by a column that is named
  /// like the other's key.
  fileprivate func isPart(of other: AdoptionDraft.Collection) -> Bool {
    guard AdoptionWords.aboutLetters.isDisjoint(with: table.words.map(AdoptionWords.singular)),
      other.name != name
    else { return false }
    return parents.contains { $0.collection == other.name }
      || table.references.contains { $0.target == other.table.relation }
      || table.columns.contains { column in
        column.words != ["id"] && !AdoptionWords.keys.isDisjoint(with: column.words)
          && other.table.columns.contains {
            $0.name == column.name
              && (other.table.key == [$0.name]
                // Where it is unique in both, and no key, each row has one of its own.
                || $0.isUnique && (!column.isUnique || table.key == [column.name]))
          }
      }
  }
}

extension AdoptionWords {
  /// Words of conversations that are never rooms of a house, channels of films or threads of a forum.
  static var plainTalks: Set<String> {
    talks.set.subtracting(["thread", "room", "channel", "talk"])
  }
  /// Words of tables that are about messages and hold none.
  static var aboutLetters: Set<String> {
    kinds.set.union([
      "report", "flag", "complaint", "count", "stat", "statistic", "rule", "label",
    ])
  }
  /// Types whose values say nothing in words.
  static let scalars: Set<String> = [
    "bool", "int2", "int4", "int8", "float4", "float8", "numeric", "money", "date", "time",
    "timetz", "timestamp", "timestamptz", "interval", "uuid", "oid", "bit", "varbit", "inet",
    "cidr", "macaddr", "macaddr8", "point", "line", "lseg", "box", "path", "polygon", "circle",
    "geometry", "geography", "int4range", "int8range", "numrange", "tsrange", "tstzrange",
    "daterange", "pg_lsn", "xid", "xid8", "tsvector", "tsquery", "ltree", "_bool", "_int2", "_int4",
    "_int8", "_float4", "_float8", "_numeric", "_date", "_timestamp", "_timestamptz", "_uuid",
    "char",
    "vector",
  ]
  /// Whether a word is, or is composed with, one for what people write to each other.
  static func isLetter(_ word: String) -> Bool {
    lettersWithin.set.contains { word.contains($0) }
      || ["chat", "mail", "mails", "email", "emails", "dms", "pms", "sms", "mms"].contains(word)
      || word.hasPrefix("chat")
        && ["log", "line", "history", "verlauf"].contains(String(word.dropFirst(4)))
  }
}
