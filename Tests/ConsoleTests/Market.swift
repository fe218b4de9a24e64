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
    try await database.connect().use { outside in
      let market = Market(senior: try await database.login(rank: "senior"), outside: outside)
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
    }
  }

  /// Gives a login its rank in this database, on the record.
  func enlist(_ login: String, _ rank: String) async throws {
    try await outside.execute(
      "INSERT INTO reeve.member (role_name, rank, added_by) VALUES ($1, $2, 'test')",
      [login, rank]
    )
    try await outside.execute(
      """
      SELECT reeve.command_record('member.bootstrap', 'test',
        detail => jsonb_build_object('members', jsonb_build_array($1::text)))
      """,
      [login]
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

  /// Books at the first store: two customers wait for an answer, a third has one, a fourth never
  /// got one in time.
  func book() async throws {
    try await outside.executeScript(
      """
      SET ROLE randevoo_owner;
      INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end, state)
      SELECT b.customer, 1, b.slot, b.slot + interval '30 min', b.state
      FROM (VALUES
        (2, date_trunc('hour', now()) + interval '3 days', 'pending'),
        (4, date_trunc('hour', now()) + interval '4 days', 'pending'),
        (2, date_trunc('hour', now()) + interval '5 days', 'approved'),
        (3, date_trunc('hour', now()) - interval '1 day', 'pending')) b (customer, slot, state);
      RESET ROLE;
      """
    )
  }

  /// Runs these jobs of the app by a real worker, once.
  func work(
    _ kinds: [String: String],
    sink: String,
    options: [String] = []
  ) async throws -> Run {
    for (kind, arguments) in kinds {
      try await outside.execute(
        "SELECT reeve.enqueue($1, $2::jsonb, app => 'randevoo')",
        [kind, arguments]
      )
    }
    return try Run(arguments(["work", "--once", "--sink", sink] + options, as: "reeve_worker"))
  }

  /// A digest of every table of the app, without what the catalog lists as touched and the
  /// append-only history of states.
  func digest() async throws -> String {
    try await outside.query(
      """
      SELECT md5(string_agg(t.name || x.rows::text, '' ORDER BY t.name))
      FROM (
        SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = 'randevoo'::regnamespace AND c.relkind = 'r'
          AND c.relname <> 'reservation_state_history') t
      CROSS JOIN LATERAL query_to_xml(
        format(
          $$SELECT to_jsonb(r) - 'updated_at' - 'state_at' AS row FROM randevoo.%I r
            ORDER BY (to_jsonb(r) - 'updated_at' - 'state_at')::text$$,
          t.name),
        FALSE, FALSE, '') x(rows)
      """
    )[0].get(0)
  }
}
