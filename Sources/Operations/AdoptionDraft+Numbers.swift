extension AdoptionDraft {
  /// A number that the app stores in a row, and the rows that it seems to count.
  struct Count: Sendable {
    /// The count's name in the catalog.
    let name: String
    /// The collection of what it counts.
    let of: String
    /// The parent that leads from there to the row.
    let via: String
    /// The column that stores it.
    let stored: String
  }

  /// Rows that give points to another one.
  struct Rank: Sendable {
    /// Their collection.
    let of: String
    /// The parent that leads from there to the scored row.
    let via: String
    /// SQL giving the points.
    let points: String
    /// The column with the time at which they were given.
    let at: String
  }

  /// The stored counters of a collection: whole numbers named after another collection whose rows
  /// belong to it by exactly one reference.
  func counts(of collection: Collection) -> [Count] {
    var names = Set(collection.table.columns.map(\.name))
    return collection.table.columns.compactMap { column in
      guard column.isWhole, let counted = AdoptionWords.counted(column.words) else { return nil }
      let found = belonging(to: collection).filter { child, _ in
        let words = child.name.split(separator: "_").map(String.init)
        return words == counted || words.suffix(counted.count) == counted[...]
      }
      guard found.count == 1, let (child, via) = found.first else { return nil }
      let name = Self.free("\(child.name)_rows", Array(names))
      names.insert(name)
      return Count(name: name, of: child.name, via: via.name, stored: column.name)
    }
  }

  /// The rows that score those of a collection: votes and the like, which an index finds by the row
  /// that they are for.
  func rank(of collection: Collection) -> Rank? {
    guard collection.isContent, collection.name != people else { return nil }
    return belonging(to: collection).lazy.compactMap { child, via -> Rank? in
      guard via.isIndexed, AdoptionWords.givesPoints(child.table.words),
        let at = child.moment
      else { return nil }
      let value = child.table.columns.first {
        $0.isNumber && !AdoptionWords.points.isDisjoint(with: $0.words)
          && !via.columns.contains($0.name) && !child.table.key.contains($0.name)
      }
      let points = value.map { "t.\($0.ident)" } ?? "1"
      return Rank(of: child.name, via: via.name, points: points, at: "t.\(at.ident)")
    }.first
  }

  /// The author of the rows of a collection, as the name of the parent that leads to the author,
  /// and the time; nil unless both are known.
  func written(_ collection: Collection) -> (by: String, at: String)? {
    guard
      let by = collection.parents.first(where: {
        $0.collection == people && $0.isFirm && $0.isOwner
      }), let at = collection.moment
    else { return nil }
    return (by.name, "t.\(at.ident)")
  }

  /// Collections whose rows belong to those of another one, with what says so.
  private func belonging(to parent: Collection) -> [(Collection, Parent)] {
    collections.flatMap { child in
      child.name == parent.name
        ? []
        : child.parents.filter { $0.collection == parent.name && !$0.isDoubted }
          .map { (child, $0) }
    }
  }
}

extension AdoptionDraft.Collection {
  /// The column with the time at which a row was written; nil if there is none.
  var moment: AdoptionColumn? {
    table.columns.first {
      $0.base.hasPrefix("timestamp") && !AdoptionWords.written.isDisjoint(with: $0.words)
    }
  }

  /// The column that says from when on a row is good for nothing; nil where none does.
  var expiry: AdoptionColumn? {
    table.columns.first {
      $0.base == "timestamptz" && $0.name != visible
        && !AdoptionWords.expiring.isDisjoint(with: $0.words)
    }
  }
}

extension AdoptionColumn {
  /// Whether it holds whole numbers.
  var isWhole: Bool { ["int2", "int4", "int8"].contains(base) }
  /// Whether it holds numbers.
  var isNumber: Bool { isWhole || ["numeric", "float4", "float8"].contains(base) }
}

extension AdoptionWords {
  /// The words of the rows that a column counts, by its name (`comment_count`); nil for no count.
  static func counted(_ words: [String]) -> [String]? {
    var rest = words[...]
    if ["count", "counter"].contains(rest.last ?? "") {
      rest.removeLast()
    } else if ["num", "count"].contains(rest.first ?? "") {
      rest.removeFirst()
      if rest.first == "of" { rest.removeFirst() }
    } else {
      return nil
    }
    guard let last = rest.last else { return nil }
    return rest.dropLast() + [singular(last)]
  }

  /// Whether the rows of a table say how much somebody likes another row.
  static func givesPoints(_ words: [String]) -> Bool {
    words.last.map { given.contains(singular($0)) } ?? false
  }
}
