import Catalog
import Outcome
import Readers

/// The records of a source of collections, counted before any of them is imported.
package struct Survey: Sendable {
  /// Records of each mapping, in the order of the mapping file.
  package var matched: [Int] { feeds.map(\.count) }
  /// Records that the mapping file drops.
  package private(set) var dropped = 0
  /// Records that belong to no collection of the mapping file, by their collections.
  package private(set) var unmatched: [(collection: String, count: Int)] = []
  /// All of them.
  package private(set) var read = 0
  /// Each mapping's records.
  private(set) var feeds: [Feed] = []

  /// The records of a mapping, and their decoder.
  struct Feed: Sendable {
    let feed: any RecordFeed
    let source: any RecordSource
    let count: Int
  }

  /// The most collections distinguished among those that have no mapping.
  private static let limitCollections = 1000

  /// Finds each mapping's records: a source that mixes its collections is read once, from its
  /// beginning to its end, and the records of each are put aside.
  ///
  /// - Throws: `Failure` where it is damaged.
  @concurrent
  init(
    _ source: any RecordSource,
    mappings: MappingFile,
    report: @Sendable (String) -> Void
  ) async throws {
    if let parts = source.parts() {
      take(parts, of: source, by: mappings)
      return
    }
    var spools = try mappings.mappings.map { _ in try Spool() }
    var others: [String: Int] = [:]
    var source = source
    var interval = ReportInterval()
    while let chunk = try source.next(damaged: Self.refuse) {
      var records = [[Int]](repeating: [], count: spools.count)
      for (index, path) in chunk.paths.enumerated() {
        read += 1
        if let mapping = mappings.mappings.firstIndex(where: { $0.match.map(path.matches) ?? false }
        ) {
          records[mapping].append(index)
        } else if mappings.drop.contains(where: path.matches) {
          dropped += 1
        } else {
          let name = path.collection
          let isKnown = others[name] != nil || others.count < Self.limitCollections
          others[isKnown ? name : "…", default: 0] += 1
        }
      }
      for (mapping, records) in records.enumerated() where !records.isEmpty {
        try spools[mapping].add(records, of: chunk)
      }
      if interval.isOver {
        report("\(read) records, \(chunk.nextOffset * 100 / max(1, source.file.bytes)) % read")
      }
    }
    try source.file.requireUnchanged()
    feeds = spools.map { Feed(feed: $0, source: source, count: $0.count) }
    unmatched = others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Takes collections that are read each on its own.
  private mutating func take(
    _ parts: [SourcePart],
    of source: any RecordSource,
    by mappings: MappingFile
  ) {
    var taken: [Int: SourcePart] = [:]
    for part in parts {
      read += part.records
      if let mapping = mappings.mappings.firstIndex(where: {
        $0.match.map(part.path.matches) ?? false
      }) {
        taken[mapping] = part
      } else if mappings.drop.contains(where: part.path.matches) {
        dropped += part.records
      } else if part.records > 0 {
        unmatched.append((part.path.collection, part.records))
      }
    }
    feeds = mappings.mappings.indices.map { index in
      let part = taken[index]
      return Feed(
        feed: part?.source ?? NoRecords(),
        source: part?.source ?? source,
        count: part?.records ?? 0
      )
    }
  }

  private static func refuse(_ damage: Damage) throws {
    throw Failure(
      .failed,
      damage.description,
      hint: "The source is damaged; `reeve import inspect` says what can be read."
    )
  }
}

/// The records of a collection that the source does not have.
private struct NoRecords: RecordFeed {
  mutating func seek(offset: Int, line: Int) {}
  mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? { nil }
}
