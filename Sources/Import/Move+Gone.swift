extension Move {
  /// What becomes of rows whose records a later export no longer has: one way, and others for some
  /// collections.
  package struct Gone: Hashable, Sendable {
    /// A treatment of such rows.
    package enum Way: String, CaseIterable, Sendable {
      /// They stay, and the ledger does not count them.
      case keep
      /// They stay, and the ledger counts them.
      case report
      case hide
      case delete

      /// Whether a moderator has to perform it.
      var isAction: Bool { self == .hide || self == .delete }
    }

    private var all = Way.report
    var byCollection: [String: Way] = [:]

    /// Takes what people have written; nil where a word is neither.
    ///
    /// - Parameter words: `WAY`, or `COLLECTION=WAY`; of several for the same, the last counts.
    package init?(_ words: [String]) {
      for word in words {
        let parts = word.split(separator: "=", omittingEmptySubsequences: false)
        guard let way = parts.last.flatMap({ Way(rawValue: String($0)) }) else { return nil }
        switch parts.count {
        case 1: all = way
        case 2 where !parts[0].isEmpty: byCollection[String(parts[0])] = way
        default: return nil
        }
      }
    }

    /// The treatment of the rows of a collection; nil for a table without one.
    func way(of collection: String?) -> Way { collection.flatMap { byCollection[$0] } ?? all }

    /// Whether nothing at all is looked for.
    var keepsAll: Bool { all == .keep && byCollection.values.allSatisfy { $0 == .keep } }

    /// What a moderator has to do; nil for nothing.
    var action: Way.RawValue? {
      let ways = [all] + byCollection.values
      return Way.allCases.first { $0.isAction && ways.contains($0) }?.rawValue
    }
  }
}
