import CReadline
import Glibc
import Postgres
import Synchronization

/// Finds live rows for TAB on a connection of its own, and never keeps the typist waiting.
///
/// A look-up may take 100 ms here and 150 ms on the server, in a read-only transaction; what comes too
/// late, or not at all, is served from what was found before.
final class Completer: Sendable {
  private struct State {
    var found: [LookUp: [Candidate]] = [:]
    var answered: Set<LookUp> = []
    var running: Task<Void, Never>?
  }

  /// How long TAB waits, in milliseconds.
  static let patience: Int32 = 100

  private let console: ConsoleState
  private let pool: ConnectionPool
  private let state = Mutex(State())
  private let bell = creadline_doorbell()

  init(conninfo: String, state: ConsoleState) {
    console = state
    pool = ConnectionPool(conninfo: conninfo, maximum: 1, applicationName: "reeve completion")
  }

  /// Works out what TAB offers; called by readline, on the terminal thread.
  func complete(before: String, word: String) -> Completion {
    let isValue = before.hasSuffix("=")
    var parsed = words(of: isValue ? String(before.dropLast()) : before).words
    // `--policy=fra` is what `--policy fra` is.
    if isValue, let last = parsed.last, !last.text.hasPrefix("--") { parsed = [] }
    return console.vocabulary.complete(before: parsed, word: word, isValue: isValue) {
      self.live($0)
    }
  }

  private func live(_ key: LookUp) -> [Candidate] {
    let task = Task { await lookUp(key) }
    state.withLock { state in
      state.answered.remove(key)
      state.running?.cancel()
      state.running = task
    }
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(Int(Self.patience))
    while !state.withLock({ $0.answered.contains(key) }) {
      let left = clock.now.duration(to: deadline)
      let milliseconds = left.components.attoseconds / 1_000_000_000_000_000
      guard left > .zero, milliseconds > 0 else { break }
      var wait = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, Int32(milliseconds))
      creadline_quiet(bell)
    }
    return state.withLock { state in
      if let exact = state.found[key] { return exact }
      // Rows found for a shorter text still fit where their key or label goes on like this one.
      guard case .rows(let collection, let text) = key else { return [] }
      var best: (length: Int, rows: [Candidate]) = (-1, [])
      for (found, rows) in state.found {
        guard case .rows(collection, let shorter) = found, text.hasPrefix(shorter),
          shorter.utf8.count > best.length
        else { continue }
        best = (shorter.utf8.count, rows)
      }
      let folded = text.lowercased()
      return best.rows.filter {
        $0.text.hasPrefix(text) || $0.label.lowercased().hasPrefix(folded)
      }
    }
  }

  private func lookUp(_ key: LookUp) async {
    do {
      let found = try await pool.withConnection { connection in
        try await connection.withTransaction(TransactionOptions(isReadOnly: true)) { transaction in
          try await transaction.execute("SET LOCAL statement_timeout = '150ms'")
          let rows =
            switch key {
            case .rows(let collection, let text):
              try await transaction.query(
                "SELECT key, label FROM reeve.subject_find($1, $2, $3, FALSE, 50)",
                [collection.app, collection.name, text]
              )
            case .actions:
              try await transaction.query(
                """
                SELECT 'A' || m.action_id, concat_ws(' ', m.kind, 'of', m.subject, 'by', m.actor)
                FROM reeve.command_list(100) m
                WHERE m.action_id IS NOT NULL AND m.outcome = 'done'
                  AND m.kind NOT IN (
                    'undo', 'lift', 'sweep', 'expire', 'approve', 'approve.single-handed')
                """
              )
            case .jobs:
              try await transaction.query(
                """
                SELECT j.job_id::text, concat_ws(' ', j.state, j.kind, j.subject)
                FROM reeve.job_list(NULL, 50) j
                """
              )
            case .queues:
              try await transaction.query("SELECT queue, NULL FROM reeve.queue_list()")
            case .logins:
              try await transaction.query("SELECT login, rank FROM reeve.team_list()")
            case .approvals:
              try await transaction.query(
                """
                SELECT 'P' || a.approval_id,
                  concat_ws(' ', a.verb, coalesce(a.collection || ':', '') || a.key, 'by',
                    a.proposed_by)
                FROM reeve.approval_list('proposed', 50) a
                """
              )
            case .selections:
              try await transaction.query(
                "SELECT '@' || name, subjects || ' × ' || collection FROM reeve.selection_list()"
              )
            case .batches:
              try await transaction.query(
                """
                SELECT 'B' || batch_id, concat_ws(' ', verb, coalesce('@' || selection, 'B' || reverses))
                FROM reeve.batch_list(50)
                """
              )
            case .tags:
              try await transaction.query(
                "SELECT tag, subjects || ' subjects' FROM reeve.tag_list(50)"
              )
            case .cases:
              try await transaction.query(
                """
                SELECT 'C' || k.case_id,
                  concat_ws(' ', k.collection_name || ':' || k.key, k.label, k.policy_name)
                FROM reeve.case_queue(NULL, max_rows => 50) k
                """
              )
            }
          return try rows.map { row in
            Candidate(text: try row.get(0), label: try row.get(1, as: String?.self) ?? "")
          }
        }
      }
      state.withLock { state in
        if state.found.count > 200 { state.found = [:] }
        state.found[key] = found
      }
    } catch {
      // TAB has nobody to tell: a server that is slow or away leaves what was found before.
      state.withLock { _ = $0.found[key] }
    }
    state.withLock { _ = $0.answered.insert(key) }
    creadline_ring(bell)
  }
}
