package import Postgres

/// What comparing an index with its source found.
package struct IndexComparison: Hashable, Sendable {
  /// Rows of the source and documents of the index, without those that the change log still has.
  package let source: Int
  package let indexed: Int
  /// Rows without a document.
  package let missing: Int
  /// Documents without a row.
  package let extra: Int
  /// Documents that are not what their rows make.
  package let stale: Int
  /// Ranges of keys that were compared.
  package let ranges: Int
  /// The keys of all that is missing, extra or stale.
  package let keys: [String]

  /// How many documents are missing, extra or stale.
  package var differences: Int { missing + extra + stale }

  /// `1000 rows, 1000 documents: 0 missing, 0 extra, 0 stale`.
  package var summary: String {
    "\(source) rows, \(indexed) documents: \(missing) missing, \(extra) extra, \(stale) stale"
  }

  /// Compares a generation with its source in one snapshot.
  ///
  /// Reads every row of the source and every document once.
  ///
  /// - Throws: `PostgresError`; RV005 where the collection is declared otherwise by now.
  package init(generation: Int, on session: some Session) async throws {
    let parts = try await session.call(SearchFunctions.searchVerify(generationID: generation))
    func sum(_ count: KeyPath<SearchFunctions.SearchVerifyRow, Int64>) -> Int {
      parts.reduce(0) { $0 + Int($1[keyPath: count]) }
    }
    source = sum(\.source)
    indexed = sum(\.indexed)
    missing = sum(\.missing)
    extra = sum(\.extra)
    stale = sum(\.stale)
    ranges = parts.count
    keys = parts.flatMap(\.keys)
  }
}
