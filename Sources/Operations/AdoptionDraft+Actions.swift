extension AdoptionDraft {
  /// One line of a cascade.
  struct Effect: Sendable {
    /// The effect's name in the plan.
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

  /// A table whose writes a ban refuses.
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

  /// The effects of an action on a collection: on its own row and on those that depend on it.
  ///
  /// A ban hides the person's rows, however many parents away, in each collection with a column for
  /// that. Other collections that are worth reading are listed, if an index finds their rows. Rows
  /// that depend on a subject other than a person are only proposed.
  func effects(on subject: Collection, isBan: Bool) -> [Effect] {
    var effects = [Effect(name: subject.name, collection: subject.name, hides: true)]
    let others = collections.filter {
      $0.name != subject.name && $0.name != people && ($0.visible != nil || isBan)
    }
    // Collections that can be hidden first, then the largest.
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
