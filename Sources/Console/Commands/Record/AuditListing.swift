import Postgres

/// The flags of commands that list the record.
enum AuditFlags {
  static let by = Flag("by", .login, "only what this login did, or had done")
  static let from = Flag("from", .text, "a day, a month or a year: from its beginning on")
  static let to = Flag("to", .text, "a day, a month or a year: to its end")
  static let refused = Flag("refused", "only what was refused")
  /// Of what lists commands of any time.
  static let all: [any CommandFlag] = [by, from, to, refused, Flags.limit] + Flags.format
}

extension CommandContext {
  /// The time that `--from` and `--to` name.
  func auditPeriod() throws -> Period {
    var period = Period()
    if let from = self[AuditFlags.from] { period.from = try Period(from).from }
    if let to = self[AuditFlags.to] { period.till = try Period(to).till }
    return period
  }

  /// Lists the record of commands.
  ///
  /// - Parameters:
  ///   - period: When.
  ///   - subject: Of what; nil for all.
  ///   - action: Of which action, with the client's program and address; nil for all.
  /// - Throws: What reading and writing throw.
  func listAudit(
    _ period: Period,
    of subject: Subject? = nil,
    action: Int64? = nil
  ) async throws {
    // For a single action, include where it came from.
    let origin = action == nil ? [] : [CellColumn("with"), CellColumn("from")]
    let local = Array("local".utf8)[...]
    try await emit(
      """
      SELECT seq, at, actor, principal, kind, subject, outcome, code, action_id, rank, approval_id,
        program, address
      FROM reeve.command_list(
        $1, NULL, $2, $3, $4, $5, $6::timestamptz, $7::timestamptz, $8, $9)
      """,
      [
        limit, self[AuditFlags.by], subject?.collection.app, subject?.collection.name,
        subject?.key, period.from, period.till, has(AuditFlags.refused), action,
      ],
      shape: RowShape(
        columns: [
          CellColumn("seq", CellType.int8), CellColumn("at", CellType.timestamptz),
          CellColumn("by"), CellColumn("rank"), CellColumn("what"), CellColumn("subject"),
          CellColumn("outcome"), CellColumn("code"), CellColumn("action"),
        ] + origin
      ) { row, shown in
        let action = try row.get("action_id", as: Int64?.self)
        let approval = try row.get("approval_id", as: Int64?.self)
        let number = action.map { "A\($0)" } ?? approval.map { "P\($0)" } ?? ""
        let from: [ArraySlice<UInt8>?] = [row[bytes: 11] ?? [], row[bytes: 12] ?? local]
        shown.append(
          [
            row[bytes: 0], row[bytes: 1], ArraySlice(try actor(of: row).utf8),
            row[bytes: 9] ?? [], row[bytes: 4], row[bytes: 5], row[bytes: 6], row[bytes: 7] ?? [],
            ArraySlice(number.utf8),
          ] + (origin.isEmpty ? [] : from)
        )
      },
      none: "nothing is recorded"
    )
  }
}
