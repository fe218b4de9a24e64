import Catalog

extension AdoptionText {
  /// The numbers of a collection, and as comments what makes triggers or deletes rows.
  func numbers(_ collection: AdoptionDraft.Collection) -> [String] {
    var lines: [String] = []
    let counts = draft.counts(of: collection)
    if !counts.isEmpty {
      lines += [
        "    # The app stores these itself; `counts` tells which differ from the rows. Without",
        "    # `hidden: true` only those count that are not hidden.", "    counts:",
      ]
      lines += counts.map {
        "      \($0.name): {of: \($0.of), via: \($0.via), hidden: true,"
          + " stored: \(YAMLText.scalar($0.stored))}"
      }
    }
    if let rank = draft.rank(of: collection) {
      lines += [
        "    # What `trending` would list first, with triggers on the rows that give points:",
        "    # rank: {of: \(rank.of), via: \(rank.via), points: \(YAMLText.scalar(rank.points)),"
          + " at: \(YAMLText.scalar(rank.at)), half_life: 14d}",
      ]
    }
    if let expiry = collection.expiry {
      lines.append(
        "    # retain: [{column: \(YAMLText.scalar(expiry.name)), after: 30d, delete: true}]"
          + "  # deletes rows for good, by a job"
      )
    }
    return lines
  }

  /// Flags that names and types suggest, as comments: how much is too much, only the app's people
  /// know.
  func flags(_ collections: [AdoptionDraft.Collection]) -> [String] {
    var lines: [String] = []
    let born = collections.first { $0.name == draft.people }?.moment.map { "t.\($0.ident)" }
    for collection in collections {
      let name = collection.name
      if AdoptionWords.givesPoints(collection.table.words), let by = draft.written(collection),
        let on = collection.parents.first(where: {
          $0.isFirm && $0.collection != draft.people
        })
      {
        lines += [
          "#   \(name)-ring:", "#     collection: \(name)", "#     policy: abuse",
          "#     group: {by: \(by.by), on: \(on.name), at: \(YAMLText.scalar(by.at)),"
            + " accounts: 4, targets: 8, within: 30m}",
        ]
      } else if collection.isContent, let born, let by = draft.written(collection) {
        lines += [
          "#   \(name)-flood:", "#     collection: \(name)", "#     policy: abuse",
          "#     flood: {by: \(by.by), at: \(YAMLText.scalar(by.at)), born: \(YAMLText.scalar(born)),"
            + " younger: 7d, more_than: 20, within: 1h}",
        ]
      }
      if collection.place != nil, collection.alike != nil {
        lines.append("#   \(name)-twice: {collection: \(name), policy: abuse, alike: true}")
      }
    }
    guard !lines.isEmpty else { return [] }
    return [
      "", "# What would report rows by itself; the numbers are examples, so choose your own.",
      "# flags:",
    ] + lines
  }

  /// How rows are removed for good that no column can hide and that are no loss, as a comment.
  func deletion(_ collection: AdoptionDraft.Collection) -> [String] {
    guard collection.visible == nil,
      collection.expiry != nil || AdoptionWords.givesPoints(collection.table.words)
    else { return [] }
    let name = collection.name
    return [
      "  # - {verb: purge, collection: \(name), like: delete,"
        + " effects: [{name: \(name), collection: \(name), delete: true}]}"
    ]
  }
}
