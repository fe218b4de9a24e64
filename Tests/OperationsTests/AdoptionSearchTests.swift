import Postgres
import TestSupport
import Testing

@testable import Operations

/// What `adopt` proposes for search, from names, types and rows.
@Suite(.freshDatabase)
struct AdoptionSearchTests {
  @Test func `the language is told by stop words`() async throws {
    let draft = try await draft(
      of: "laden",
      """
      CREATE TABLE laden.ware(id int PRIMARY KEY, name text NOT NULL, beschreibung text);
      INSERT INTO laden.ware
      SELECT n, 'Tasche ' || n, 'Eine Tasche aus Leder, die mit der Zeit noch schöner wird'
      FROM generate_series(1, 300) n;
      CREATE TABLE laden.marke(id int PRIMARY KEY, name text NOT NULL);
      INSERT INTO laden.marke SELECT n, 'Firma Müller ' || n FROM generate_series(1, 300) n;
      """
    )
    #expect(draft.contains("c: [beschreibung], language: german}"), "\(draft)")
    #expect(draft.ranges(of: "language:").count == 1, "\(draft)")
  }

  @Test func `a column that says each row's language is proposed by its values`() async throws {
    let draft = try await draft(
      of: "blog",
      """
      CREATE TABLE blog.post(id int PRIMARY KEY, title text NOT NULL, lang text, body text);
      INSERT INTO blog.post
      SELECT n, 'Post ' || n, CASE n % 2 WHEN 0 THEN 'en-GB' ELSE 'de' END, 'It is what it is'
      FROM generate_series(1, 300) n;
      CREATE TABLE blog.page(id int PRIMARY KEY, title text NOT NULL, language text);
      INSERT INTO blog.page SELECT n, 'Page ' || n, 'see the notes' FROM generate_series(1, 300) n;
      """
    )
    #expect(draft.contains("c: [body], facets: [lang], language: {column: lang}}\n"), "\(draft)")
    #expect(draft.ranges(of: "language: {column").count == 1, "\(draft)")
  }

  @Test func `popularity, filters and facets are proposed by names, types and values`()
    async throws
  {
    let draft = try await draft(
      of: "shop",
      """
      CREATE TABLE shop.product(id int PRIMARY KEY, name text NOT NULL, brand text, series text,
        sku text, note text, price numeric, tags text[], state text CHECK (state = ANY
          (ARRAY['new'::text, 'used'::text])), rank_position int, view_count int, likes int,
        updated_at timestamptz, created_at timestamptz NOT NULL DEFAULT now());
      INSERT INTO shop.product
      SELECT n, 'Thing ' || n, 'Brand ' || n % 9, 'Series ' || n % 7, 'A-' || n, 'Note ' || n,
        n, '{x}', 'new', n, n, n % 50, now()
      FROM generate_series(1, 300) n;
      CREATE TABLE shop.song(id int PRIMARY KEY, title text NOT NULL, plays int NOT NULL DEFAULT 0,
        genre text, released date);
      INSERT INTO shop.song SELECT n, 'Song ' || n, 0, 'Genre ' || n FROM generate_series(1, 300) n;
      CREATE TABLE shop.film(id int PRIMARY KEY, title text NOT NULL, genre text, year int);
      ANALYZE shop.product, shop.song;
      """
    )
    for line in [
      "      popularity: likes\n", "      filters: [price, created_at]\n",
      "      facets: [brand, series, tags, state]\n",
      // All songs have 0 plays, and each its own genre.
      "    search: {a: [title], b: [genre], filters: [released]}\n",
      // Without rows the names tell.
      "    search: {a: [title], b: [genre], filters: [year], facets: [genre]}\n",
    ] {
      #expect(draft.contains(line), "\(line)\(draft)")
    }
  }

  /// Returns the catalog that is drafted of a schema.
  private func draft(of schema: String, _ tables: String) async throws -> String {
    try await connected { connection in
      try await connection.executeScript("CREATE SCHEMA \(schema); \(tables)")
      return try await connection.withTransaction { transaction in
        let adoption = Adoption(share: try Share.find(), session: transaction)
        return try await adoption.write(adoption.survey(schema: schema, app: schema))
      }
    }.text
  }
}
