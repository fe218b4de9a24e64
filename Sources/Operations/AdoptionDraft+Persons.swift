import Catalog

extension AdoptionDraft {
  /// The relation of a person to a row that refers to them.
  enum Role {
    /// Whoever wrote the row.
    case author
    /// The row's owner or its topic; only somebody who knows the app can say.
    case unclear
    /// A person named by somebody else: reported, blocked, mentioned, or who handled the row.
    case other
  }

  /// Says what a parent that leads to people says of them.
  func role(of parent: Parent, in collection: Collection) -> Role {
    guard parent.columns.count == 1,
      let words = collection.table[column: parent.columns[0]]?.words
    else { return .unclear }
    let name = collection.table.name
    if answers.authors[name]?.contains(parent.columns[0]) == true { return .author }
    if answers.others[name]?.contains(parent.columns[0]) == true { return .other }
    let set = Set(words)
    let isAuthor = !AdoptionWords.authors.isDisjoint(with: set)
    let isHandler = !AdoptionWords.handlers.isDisjoint(with: set)
    if isAuthor != isHandler { return isAuthor ? .author : .other }
    if isHandler { return .unclear }
    if collection.name == people { return .other }
    // Where an author is named, another reference is of somebody else.
    let others = collection.parents.filter {
      $0.collection == people && $0.columns != parent.columns && !$0.isDoubted
    }
    let hasAuthor = others.contains {
      !Set(collection.table[column: $0.columns[0]]?.words ?? [])
        .isDisjoint(with: AdoptionWords.authors.set)
    }
    if hasAuthor { return .other }
    let plain = others.filter {
      Set(collection.table[column: $0.columns[0]]?.words ?? [])
        .isDisjoint(with: AdoptionWords.handlers.set)
    }
    // A name alone, that no foreign key confirms, may be that of something else.
    let vague: Set<String> = ["member", "person", "account", "client", "contact", "by"]
    if parent.guess != nil, !vague.isDisjoint(with: set) { return .unclear }
    let rows = Set(collection.table.words.map(AdoptionWords.singular))
    let isActor = !AdoptionWords.actors.isDisjoint(with: set.subtracting(["by"]))
    return isActor && plain.isEmpty && AdoptionWords.about.isDisjoint(with: rows)
      ? .author : .unclear
  }

  /// The references of tables to people.
  private func references(
    _ isWanted: (Role) -> Bool
  ) -> [(collection: Collection, parent: Parent)] {
    collections.filter { $0.name != people }.flatMap { collection in
      collection.parents.filter {
        $0.collection == people && !$0.isDoubted && isWanted(role(of: $0, in: collection))
      }.map { (collection, $0) }
    }
  }

  /// The tables that people write to, for bans enforced by guard or policy: they bar the author of
  /// a row, never the person it is about.
  ///
  /// Only types of which equal values have one text can be compared with a banned key.
  func guards(of people: Collection, by enforcement: Enforcement) -> [Guard] {
    let plain: Set<String> = [
      "bigint", "integer", "smallint", "uuid", "boolean", "text", "character varying",
    ]
    let types = people.table.key.compactMap { people.table[column: $0]?.type }
    guard types.allSatisfy({ plain.contains(String($0.prefix { $0 != "(" })) }) else { return [] }
    return references { $0 == .author }.flatMap { collection, parent -> [Guard] in
      guard parent.isFirm, enforcement == .guard || !collection.table.isPoliced else { return [] }
      // Writes to an inherited table do not fire its parent's triggers.
      return ([collection.table.name] + collection.table.children).map {
        Guard(table: $0, actor: parent.columns)
      }
    }
  }

  /// References that may or may not name the author, and get no guard.
  var unguarded: [Guard] {
    references { $0 != .other }
      .filter { !$0.parent.isFirm || role(of: $0.parent, in: $0.collection) == .unclear }
      .map { Guard(table: $0.collection.table.name, actor: $0.parent.columns) }
  }

  /// Collections of which each person has one row at most, such as profiles; and the parent.
  var halves: [(collection: Collection, via: String)] {
    collections.compactMap { collection in
      guard collection.name != people else { return nil }
      let parent = collection.parents.first {
        $0.collection == people && $0.isFirm && $0.columns.count == 1 && $0.isOwner
          && collection.table[column: $0.columns[0]]?.isUnique == true
      }
      return parent.map { (collection, $0.name) }
    }
  }

  /// Rows of other tables about a person, by a reference to the person or to a half of one,
  /// and the columns of theirs that do; of another row, those that repeat what is personal in it.
  func traces(
    of subject: Collection
  ) -> [(collection: Collection, of: [String], columns: [AdoptionColumn])] {
    let halves = halves.map(\.collection.name)
    let isPerson = subject.name == people || halves.contains(subject.name)
    let erased = isPerson ? [] : subject.erased(isPeople: false)
    return collections.filter { $0.name != people && !halves.contains($0.name) }
      .flatMap { collection in
        collection.parents.filter {
          $0.collection == subject.name && $0.isFirm
            && (isPerson
              ? $0.isOwner && role(of: $0, in: collection) != .other
              : $0.guess == nil && collection.name != subject.name)
        }.map { parent in
          let columns = collection.erased(isPeople: false)
          return (
            collection, parent.columns,
            isPerson ? columns : columns.filter { isRepeated($0, in: collection, of: erased) }
          )
        }
      }
      .filter { !$0.2.isEmpty }
  }

  /// Whether a column holds what one of these columns of the row's parent does, by type and name.
  ///
  /// Comments are no repetition of the row that they are about: each author writes their own.
  private func isRepeated(
    _ column: AdoptionColumn,
    in collection: Collection,
    of erased: [AdoptionColumn]
  ) -> Bool {
    let isSaid =
      !AdoptionWords.long.isDisjoint(with: column.words)
      && collection.parents.contains {
        $0.collection == people && role(of: $0, in: collection) == .author
      }
    return !isSaid
      && erased.contains {
        ($0.isText && column.isText || $0.base == column.base)
          && !Set($0.words).isDisjoint(with: column.words)
      }
  }
}

extension AdoptionDraft.Collection {
  /// The columns that an erasure sets: what is personal, names, and of people what is secret as
  /// well.
  func erased(isPeople: Bool) -> [AdoptionColumn] {
    table.columns.filter { column in
      !table.key.contains(column.name) && !column.isGenerated && column.name != visible
        && (personal.contains(column.name)
          || column.isText && show.contains(column.name)
            && AdoptionWords.isName(column.spoken, ofPeople: isPeople)
          || column.isText && isDerived(column) && (isPeople || !personal.isEmpty)
          || isPeople && hidden.contains(column.name)
            && (column.isText || !column.isRequired)
            && !["tsvector", "tsquery"].contains(column.base))
    }
  }

  /// How the messages of a conversation are read; nil with what is missing for it.
  func conversation(people: String?) -> (spec: String?, problem: String?) {
    let by = parents.first { parent in
      parent.collection == people && !parent.isDoubted
        && !["recipient", "receiver", "to"].contains(parent.name)
    }
    let of = parents.first { parent in
      !parent.isDoubted
        && AdoptionWords.talks.contains(
          parent.collection.split(separator: "_").last.map(String.init) ?? ""
        )
    }
    let texts = table.columns.filter { $0.isText && personal.contains($0.name) }
    let text =
      texts.first { !AdoptionWords.long.isDisjoint(with: $0.words) } ?? texts.first
    let moments = table.columns.filter { $0.type == "timestamp with time zone" && $0.isRequired }
    let at =
      moments.first {
        !Set($0.words).isDisjoint(with: ["created", "sent", "written", "posted", "at", "time"])
      } ?? moments.first
    guard let of else { return (nil, "no table holds a conversation's messages together") }
    guard let text else { return (nil, "no column is what is written") }
    guard let at else {
      return (nil, "no column is timestamptz NOT NULL, to read them in order by")
    }
    let author = by.map { ", by: \($0.name)" } ?? ""
    return (
      "{of: \(of.name)\(author), at: \(YAMLText.scalar(at.name)),"
        + " text: \(YAMLText.scalar(text.name)), around: 10}", nil
    )
  }
}
