import Display
import Outcome
import Postgres

/// Reads of tables that somebody has locked, or whose code does not end.
extension ConsoleSession {
  /// Limits how long a read waits for a table that somebody has locked, where nobody else limits
  /// it.
  ///
  /// Functions that act have limits of their own.
  static let readLimit = """
    SELECT pg_catalog.set_config('lock_timeout', '2s', FALSE)
    WHERE pg_catalog.current_setting('lock_timeout') OPERATOR(pg_catalog.=) '0'
    """

  /// The failure of a read that waited for a lock: who holds it.
  func blocked(_ refusal: ServerError) async -> Failure {
    var holders: [String] = []
    do {
      // Ctrl-C has not cancelled this task: the server has given up.
      holders = try await connected().call(ConsoleFunctions.readBlockers())
    } catch {
      let reason = Failure(error, hasSentWrite: false).message
      holders = ["who holds it could not be found out: \(reason)"]
    }
    return Failure(
      .failed,
      "another session has locked a table that this reads",
      details: holders,
      hint: holders.isEmpty
        ? "The lock is gone: try again."
        : "Try again when that has ended. An administrator can end it: pg_terminate_backend.",
      code: refusal.sqlState.code
    )
  }

  /// The failure of a read that exceeded its limit, naming the read; nil for any other error.
  func overdue(_ error: any Error) -> Failure? {
    guard case .stopped(let stop)? = error as? PostgresError, let limit = stop.limit,
      running == nil, acts.entries.allSatisfy({ $0.fate == .committed })
    else { return nil }
    let what: SafeText = reading.map { "what `\($0.path)` shows" } ?? "this"
    return Failure(
      .failed,
      "reading \(what) was stopped after \(limit.components.seconds) s",
      hint: "The likely cause is code of the app behind these rows: a policy, a view or a "
        + "function, which the app's owner can mend. If it needs more time: --read-limit 30m.",
      code: SQLState.queryCanceled.code
    )
  }
}
