extension AdoptionDraft {
  /// One line of a cascade.
  struct Effect: Sendable {
    /// What it is called in the plan.
    let name: String
    /// The collection whose rows it reaches.
    let collection: String
    /// The parents that lead from those rows to the subject; nil for the subject itself.
    var via: String?
    /// Whether the rows are hidden; else they are listed for somebody to decide.
    let hides: Bool
    /// Whether it is as a comment: what goes with what only the app's people know.
    var isDoubted = false
  }

  /// What a ban refuses writes to.
  struct Guard: Sendable {
    /// The table that holds what people write.
    let table: String
    /// The columns that name the writer.
    let actor: [String]
  }

  /// How many effects a ban has before it lists no more rows.
  private static let limitEffects = 24
  /// How many parents a path may have.
  private static let limitSteps = 3

  /// What an action on a collection does to its row and to those that depend on it.
  ///
  /// A ban hides what has a column for it and belongs to the person, however many parents away;
  /// what has none and is worth reading is listed, where an index finds it. What goes with another
  /// row is only proposed.
  func effects(on subject: Collection, isBan: Bool) -> [Effect] {
    var effects = [Effect(name: subject.name, collection: subject.name, hides: true)]
    let others = collections.filter {
      $0.name != subject.name && $0.name != people && ($0.visible != nil || isBan)
    }
    // What can be hidden, then what there is most of.
    let ordered =
      others.filter { $0.visible != nil }
      + others.filter { $0.visible == nil }.sorted { $0.table.rows > $1.table.rows }
    for collection in ordered {
      let isCheap = collection.table.rows < 10_000
      for path in paths(from: collection, to: subject.name)
      where collection.visible != nil
        || isBan && collection.isContent && path.count == 1 && (path[0].isIndexed || isCheap)
          && effects.count < Self.limitEffects
      {
        let via = path.map(\.name).joined(separator: ".")
        effects.append(
          Effect(
            name: "\(collection.name) by \(via)",
            collection: collection.name,
            via: via,
            hides: collection.visible != nil && path.allSatisfy(\.isOwner),
            isDoubted: !isBan
          )
        )
      }
    }
    return effects
  }

  /// The ways from a row to a subject: every direct one, else the shortest.
  private func paths(from collection: Collection, to subject: String) -> [[Parent]] {
    func sound(_ collection: Collection) -> [Parent] { collection.parents.filter(\.isFirm) }
    let direct = sound(collection).filter { $0.collection == subject }
    if !direct.isEmpty { return direct.map { [$0] } }
    var edge = [(collection: collection, steps: [Parent]())]
    var seen: Set<String> = [collection.name]
    while let first = edge.first?.steps.count, first < Self.limitSteps {
      var next: [(collection: Collection, steps: [Parent])] = []
      for (place, steps) in edge {
        for parent in sound(place) {
          let steps = steps + [parent]
          if parent.collection == subject { return [steps] }
          guard seen.insert(parent.collection).inserted, let far = places[parent.collection]
          else { continue }
          next.append((collections[far], steps))
        }
      }
      edge = next
    }
    return []
  }
}
