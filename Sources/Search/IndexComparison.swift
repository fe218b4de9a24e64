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
    let rows = try await session.query(
      """
      WITH v AS MATERIALIZED (SELECT * FROM reeve.search_verify($1))
      SELECT coalesce(sum(source), 0)::bigint, coalesce(sum(indexed), 0)::bigint,
        coalesce(sum(missing), 0)::bigint, coalesce(sum(extra), 0)::bigint,
        coalesce(sum(stale), 0)::bigint, count(*), ARRAY(SELECT unnest(w.keys) FROM v w)
      FROM v
      """,
      [generation]
    )
    source = try rows[0].get(0)
    indexed = try rows[0].get(1)
    missing = try rows[0].get(2)
    extra = try rows[0].get(3)
    stale = try rows[0].get(4)
    ranges = try rows[0].get(5)
    keys = try rows[0].get(6)
  }
}
