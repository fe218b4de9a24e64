internal import Outcome
internal import Postgres

/// Makes the functions in schema `reeve` the ones of the tree, all in one transaction.
struct FunctionReplay {
  let share: Share
  let connection: Connection

  /// The names of functions that `catalog apply` makes, per collection.
  static let generated =
    "^((rank_|join_)?capture|bars|guard|follow|search|suggest|find|complete|opened|trending"
    + "|changes)(_[0-9]+)+$"

  /// Replays every file, drops what is gone from the tree, and resets Reeve's own grants.
  ///
  /// A function whose result type changed cannot be replaced: the transaction starts again and
  /// drops it first. Functions made by a migration or by `catalog apply` (`generated`) are left
  /// alone, with their grants.
  ///
  /// - Returns: The functions dropped.
  /// - Throws: `ScriptError`, `Failure`, `PostgresError`.
  func run() async throws -> [String] {
    let scripts = try share.scripts(in: "sql/functions")
    var dropFirst: Set<String> = []
    while true {
      do {
        return try await connection.withTransaction { transaction in
          try await replay(scripts, dropFirst: dropFirst, in: transaction)
        }
      } catch let error as ScriptError
        where error.server.sqlState == SQLState("42P13") && !dropFirst.contains(error.script.name)
      {
        dropFirst.insert(error.script.name)
      }
    }
  }

  private func replay(
    _ scripts: [Share.Script],
    dropFirst: Set<String>,
    in transaction: Transaction
  ) async throws -> [String] {
    try await transaction.executeScript(
      """
      SET LOCAL lock_timeout = '5s';
      SET LOCAL check_function_bodies = off;
      SET LOCAL ROLE reeve_owner;
      """
    )
    try await resetGrants(in: transaction)
    var dropped = try await drop(
      "p.proname = ANY ($1)",
      [Array(dropFirst)],
      in: transaction
    )
    let before = try await versions(in: transaction)
    try await transaction.run(scripts)
    // Replacing a function writes its row again, so one whose row stayed in place is in no file.
    dropped += try await drop(
      "p.proname <> ALL ($1) AND p.oid || ' ' || p.ctid = ANY ($2)",
      [try migrated(), before],
      in: transaction
    )
    return dropped
  }

  /// Returns how the functions of the database differ from the tree's, `add`, `change` or `drop`
  /// first; reads only.
  ///
  /// A file's comment, which every file has, names the function and the types of its arguments.
  func difference() async throws -> [(change: String, function: String)] {
    let pattern = /COMMENT ON FUNCTION\s+reeve\.([a-z_0-9]+)\(([^)]*)\)/
    let tree = try share.scripts(in: "sql/functions").compactMap { script in
      script.text.firstMatch(of: pattern).map { match in
        (String(match.output.1), String(match.output.2), script.text)
      }
    }
    return try await connection.query(
      share.query("operations/functions_difference.sql"),
      [tree.map(\.0), tree.map(\.1), tree.map(\.2), migrated(), Self.generated]
    ).map { (change: try $0.get(0), function: try $0.get(1)) }
  }

  /// Returns every function's identity and where its row lies.
  private func versions(in transaction: Transaction) async throws -> [String] {
    try await transaction.query(
      "SELECT oid || ' ' || ctid FROM pg_proc WHERE pronamespace = 'reeve'::regnamespace"
    ).map { try $0.get(0) }
  }

  /// Drops the functions of Reeve's owners in schema `reeve` that a condition on `pg_proc p` holds
  /// for.
  private func drop(
    _ condition: String,
    _ parameters: [(any PostgresEncodable)?],
    in transaction: Transaction
  ) async throws -> [String] {
    try await transaction.execute("SET LOCAL ROLE NONE")
    let rows = try await transaction.query(
      """
      SELECT format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
      FROM pg_proc p
      JOIN pg_namespace n ON n.oid = p.pronamespace
      JOIN pg_roles r ON r.oid = p.proowner
      WHERE n.nspname = 'reeve' AND r.rolname = 'reeve_owner'
        AND p.prokind IN ('f', 'p') AND p.proname !~ '\(Self.generated)'
        AND NOT EXISTS (
          SELECT FROM pg_depend d
          WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
        AND \(condition)
      ORDER BY 1
      """,
      parameters
    )
    let functions = try rows.map { try $0.get(0, as: String.self) }
    if functions.isEmpty { return [] }
    do {
      try await transaction.execute("DROP ROUTINE \(functions.joined(separator: ", "))")
    } catch PostgresError.server(let error) {
      throw Failure(
        .failed,
        "cannot drop functions that were removed or whose result type changed: "
          + "\(error.message) (\(error.sqlState))",
        details: error.detailLines,
        hint: "Remove what depends on them in a migration."
      )
    }
    return functions
  }

  /// Revokes EXECUTE from everybody but the owners and the roles of apps, so that grants that no
  /// file makes are gone; the files grant again in the same transaction.
  private func resetGrants(in transaction: Transaction) async throws {
    try await transaction.execute("SET LOCAL ROLE NONE")
    let rows = try await transaction.query(
      """
      SELECT DISTINCT format('REVOKE ALL ON ROUTINE %I.%I(%s) FROM %s CASCADE', n.nspname, p.proname,
        pg_get_function_identity_arguments(p.oid), coalesce(quote_ident(g.rolname), 'PUBLIC'))
      FROM pg_proc p
      JOIN pg_namespace n ON n.oid = p.pronamespace
      JOIN pg_roles r ON r.oid = p.proowner
      CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      LEFT JOIN pg_roles g ON g.oid = a.grantee
      WHERE n.nspname = 'reeve' AND r.rolname = 'reeve_owner'
        AND p.prokind IN ('f', 'p') AND a.grantee <> p.proowner
        AND p.proname !~ '\(Self.generated)'
        AND NOT EXISTS (
          SELECT FROM pg_depend d
          WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
      """
    )
    let statements = try rows.map { try $0.get(0, as: String.self) }
    try await transaction.executeScript(statements.joined(separator: ";\n"))
    let grant = /(?m)^GRANT\s+EXECUTE\s+ON\s+FUNCTION\s+(reeve\.[a-z_0-9]+)[^;]*;/
    for script in try share.scripts(in: "sql/migrations") {
      for match in script.text.matches(of: grant) {
        let known = try await transaction.query(
          "SELECT to_regproc($1) IS NOT NULL",
          [String(match.output.1)]
        )
        if try known.first?.get(0) == true {
          try await transaction.execute(String(match.output.0.dropLast()))
        }
      }
    }
  }

  /// The names of the functions that migrations make: they are not the tree's to drop.
  private func migrated() throws -> [String] {
    let pattern = /FUNCTION\s+reeve\.([a-z_0-9]+)/.ignoresCase()
    return try share.scripts(in: "sql/migrations").flatMap { script in
      script.text.matches(of: pattern).map { String($0.output.1) }
    }
  }
}
