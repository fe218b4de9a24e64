import Postgres
import TestSupport

/// A tiny marketplace in the test's database, and logins of several ranks.
struct Market {
  /// Name of the senior's login.
  let senior: String
  /// The superuser's connection, to look and to interfere.
  let outside: Connection

  /// Fills the database, runs the body, and closes the connection.
  static func run(_ body: (Market) async throws -> Void) async throws {
    let database = try TestDatabase.current
    let outside = try await database.connect()
    let market = Market(senior: try await database.login(rank: "senior"), outside: outside)
    do {
      try await market.enlist(market.senior, "senior")
      try await outside.executeScript(
        """
        INSERT INTO randevoo.users (first_name, last_name, provider)
        VALUES ('Anna', 'Keller', 'google'), ('Zoë', 'Brooks', 'facebook'),
          (E'Anna \\x1b[31m', U&'\\202Ereversed', 'google'), ('Mara', 'Lind', 'google');
        INSERT INTO randevoo.stores (owner_id, name, city, time_zone)
        VALUES (1, 'Atelier Keller', 'Berlin', 'Europe/Berlin');
        INSERT INTO randevoo.products (store_id, name, category, price, currency)
        VALUES (1, 'Silk bag', 'bags', 120, 'EUR'), (1, '絹のスカーフ', 'scarves', 80, 'EUR');
        """
      )
      try await body(market)
    } catch {
      await outside.close()
      throw error
    }
    await outside.close()
  }

  /// Gives a login its rank in this database.
  func enlist(_ login: String, _ rank: String) async throws {
    try await outside.execute(
      "INSERT INTO reeve.member (role_name, rank, added_by) VALUES ($1, $2, 'test')",
      [login, rank]
    )
  }

  /// The arguments that connect the console as somebody, by default the senior.
  func arguments(_ rest: [String] = [], as login: String? = nil) throws -> [String] {
    ["--dsn", try TestDatabase.current.conninfo(user: login ?? senior)] + rest
  }

  /// Runs one-shot commands.
  func run(_ commands: String..., options: [String] = [], as login: String? = nil) throws -> Run {
    try Run(arguments(options + commands.flatMap { ["-c", $0] }, as: login))
  }

  /// A digest of the app's rows, without what the catalog lists as touched.
  func digest() async throws -> String {
    try await outside.query(
      """
      SELECT md5(concat(
        (SELECT jsonb_agg(to_jsonb(u) - 'updated_at' ORDER BY id) FROM randevoo.users u),
        (SELECT jsonb_agg(to_jsonb(s) - 'updated_at' ORDER BY id) FROM randevoo.stores s),
        (SELECT jsonb_agg(to_jsonb(p) - 'updated_at' ORDER BY id) FROM randevoo.products p)))
      """
    )[0].get(0)
  }
}
