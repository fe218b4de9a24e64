package import Catalog
package import Postgres

/// The result of comparing an index with its source.
package struct IndexComparison: Hashable, Sendable {
  /// Rows of the source and documents of the index.
  package let source: Int
  package let indexed: Int
  /// How many of these were not compared, as the change log still has them.
  package let waiting: Int
  /// Rows without a document.
  package let missing: Int
  /// Documents without a row.
  package let extra: Int
  /// Documents that are not what their rows make.
  package let stale: Int
  /// Rows with a text whose end is not searched, since it is too long.
  package let cut: Int
  /// Ranges of keys that were compared.
  package let ranges: Int
  /// The keys of all that is missing, extra or stale.
  package let keys: [String]
  /// Entries of the dictionary that are not what the documents make; nil where it was not compared.
  package let words: [String]?

  /// How many documents are missing, extra or stale, and how many words are wrong.
  package var differences: Int { missing + extra + stale + (words?.count ?? 0) }

  /// `1000 rows, 1000 documents: 0 missing, 0 extra, 0 stale`, `, 0 words wrong` if thorough, and
  /// `, 8 waiting` where changes wait, `, 3 too long to be searched to their end` if some are.
  package var summary: String {
    "\(source) rows, \(indexed) documents: \(missing) missing, \(extra) extra, \(stale) stale"
      + (words.map { ", \($0.count) words wrong" } ?? "")
      + (waiting > 0 ? ", \(waiting) waiting" : "")
      + (cut > 0 ? ", \(cut) too long to be searched to their end" : "")
  }

  /// Compares a generation with its source in one snapshot.
  ///
  /// Reads every row of the source and every document once.
  ///
  /// - Parameters:
  ///   - generation: Its number.
  ///   - isThorough: Whether to make each document again, and to compare the dictionary, too;
  ///     takes about as long as a build.
  ///   - session: Where it is compared.
  /// - Throws: `PostgresError`; RV005 where the collection is declared otherwise by now.
  package init(generation: Int, isThorough: Bool = false, on session: some Session) async throws {
    let parts = try await session.call(
      SearchFunctions.searchVerify(generationID: generation, isThorough: isThorough)
    )
    words =
      isThorough
      ? try await session.call(SearchFunctions.searchWordsVerify(generationID: generation)) : nil
    func sum(_ count: KeyPath<SearchFunctions.SearchVerifyRow, Int64>) -> Int {
      parts.reduce(0) { $0 + Int($1[keyPath: count]) }
    }
    source = sum(\.source)
    indexed = sum(\.indexed)
    waiting = sum(\.waiting)
    missing = sum(\.missing)
    extra = sum(\.extra)
    stale = sum(\.stale)
    cut = sum(\.cut)
    ranges = parts.count
    keys = parts.flatMap(\.keys)
  }

  /// Makes what differs again, a part at a time: documents by their rows, the dictionary by them.
  package func repair(_ generation: Int, for job: Job?, on session: some Session) async throws {
    for start in stride(from: 0, to: keys.count, by: 1000) {
      _ = try await session.one(
        SearchFunctions.searchRepair(
          generationID: generation,
          keys: Array(keys[start..<min(start + 1000, keys.count)]),
          jobID: job?.id,
          lease: job?.lease
        )
      )
    }
    guard words != nil else { return }
    _ = try await session.one(
      SearchFunctions.searchWordsRepair(
        generationID: generation,
        jobID: job?.id,
        lease: job?.lease
      )
    )
  }
}
