import Display

/// The flags of commands that list the record.
enum AuditFlags {
  static let by = Flag("by", .login, "only what this login did or caused")
  static let from = Flag("from", .text, "from the beginning of this day, month or year")
  static let to = Flag("to", .text, "to the end of this day, month or year")
  static let refused = Flag("refused", "only refusals")
  /// The flags of listings of commands from any time.
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
  ///   - subject: The subject; nil for all.
  ///   - action: Of which action, with the client's program and address; nil for all.
  /// - Throws: The errors of reading and writing.
  func listAudit(
    _ period: Period,
    of subject: Subject? = nil,
    action: Int64? = nil
  ) async throws {
    // For a single action, include where it came from.
    let origin: [ListColumn<ConsoleFunctions.CommandListRow>] =
      action == nil
      ? [] : [.text("with") { $0.program ?? "" }, .text("from") { $0.address ?? "local" }]
    try await emit(
      ConsoleFunctions.commandList(
        maxRows: limit,
        who: self[AuditFlags.by],
        subject: subject?.id,
        since: period.from,
        till: period.till,
        isRefused: has(AuditFlags.refused),
        about: action
      ),
      columns: [
        "seq", "at", "actor", "principal", "kind", "subject", "outcome", "code", "action_id",
        "rank", "approval_id", "program", "address", "glass",
      ],
      list: [
        .number("seq"), .time("at"),
        .text("by") { actor($0.actor, for: $0.principal, in: $0.glass) },
        .text("rank") { $0.rank ?? "" }, .text("what", "kind"), .text("subject"),
        .text("outcome"), .text("code") { $0.code ?? "" },
        .text("action") { entry in
          entry.actionID.map { "A\($0)" } ?? entry.approvalID.map { "P\($0)" } ?? ""
        },
      ] + origin,
      none: "nothing is recorded"
    )
  }
}
