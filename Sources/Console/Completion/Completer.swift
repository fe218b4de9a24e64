import Postgres
import Prompt

/// The candidates that TAB offers: from the session's vocabulary, and rows of the database over a
/// connection of its own.
///
/// A look-up is one call, which may take 150 ms.
final class Completer: Vocabulary {
  private let console: ConsoleState
  private let pool: ConnectionPool
  private let lookUps = LookUps<LookUp>()

  init(conninfo: String, state: ConsoleState) {
    console = state
    pool = ConnectionPool(conninfo: conninfo, maximum: 1, applicationName: "reeve completion")
  }

  func prepare() {
    lookUps.prepare { [pool] in try await pool.withConnection { _ = $0.backendPID } }
  }

  func complete(before: String, word: String) -> Completion {
    let isValue = before.hasSuffix("=")
    let parsed = words(of: isValue ? String(before.dropLast()) : before)
    // A blank in quotes ends no word: in the middle of a text there is nothing to offer.
    guard !parsed.isOpen else { return Completion() }
    // `--policy=fra` is what `--policy fra` is.
    return vocabulary.complete(before: parsed.words, word: word, isValue: isValue) {
      self.typed($0)
    }
  }

  func completeName(before: String) -> (offset: Int, candidates: [Candidate])? {
    vocabulary.completeName(before: before) { self.typed($0) }
  }

  func hint(after line: String) -> String? { vocabulary.hint(after: line) }

  private var vocabulary: ConsoleVocabulary {
    let now = console.now
    var vocabulary = now.vocabulary
    vocabulary.settings = now.settings
    return vocabulary
  }

  private func typed(_ key: LookUp) -> [Candidate] {
    let found = lookUps.find(key) { [self] in
      try await lookUp(key)
    } orElse: { found in
      // Rows found for a shorter text still fit where their key or label continues like this one.
      guard case .rows(let collection, let text) = key else { return [] }
      var best: (length: Int, rows: [Candidate]) = (-1, [])
      for (earlier, rows) in found {
        guard case .rows(collection, let shorter) = earlier, text.hasPrefix(shorter),
          shorter.utf8.count > best.length
        else { continue }
        best = (shorter.utf8.count, rows)
      }
      let folded = text.folded
      return best.rows.filter {
        $0.text.hasPrefix(text) || $0.label.folded.hasPrefix(folded)
      }
    }
    return found.filter(\.canBeTyped)
  }

  private func lookUp(_ key: LookUp) async throws -> [Candidate] {
    try await pool.withConnection { connection in
      try await StatementLimit.within(.milliseconds(150)) {
        try await candidates(key, connection)
      }
    }
  }

  private func candidates(_ key: LookUp, _ session: some Session) async throws -> [Candidate] {
    switch key {
    case .rows(let collection, let text):
      try await session.call(
        ConsoleFunctions.subjectFind(
          app: collection.app,
          collection: collection.name,
          query: text,
          hiddenOnly: false,
          maxRows: 50
        )
      ).map { Candidate(text: $0.key, label: $0.label ?? "") }
    case .fields(let collection, let field):
      try await session.call(
        ConsoleFunctions.collectionFields(app: collection.app, collection: collection.name)
      ).flatMap { found in
        guard let field else {
          return found.problem == nil ? [Candidate(text: found.field, label: found.type)] : []
        }
        return found.field == field ? (found.choices ?? []).map { Candidate(text: $0) } : []
      }
    case .actions:
      try await session.call(ConsoleFunctions.commandList(maxRows: 100)).compactMap { entry in
        guard let action = entry.actionID, entry.outcome == "done",
          !Self.notDone.contains(entry.kind)
        else { return nil }
        return Candidate(
          text: "A\(action)",
          label: "\(entry.kind) of \(entry.subject ?? "") by \(entry.actor)"
        )
      }
    case .jobs:
      try await session.call(ConsoleFunctions.jobList(max: 50)).map { job in
        Candidate(
          text: "\(job.jobID)",
          label: [job.state, job.kind, job.subject].compactMap { $0 }.joined(separator: " ")
        )
      }
    case .queues:
      try await session.call(ConsoleFunctions.queueList()).map { Candidate(text: $0.queue) }
    case .rules:
      try await session.call(ConsoleFunctions.flagRuleList(app: nil)).map {
        Candidate(text: $0.name, label: $0.onSince == nil ? "off" : "on")
      }
    case .logins:
      try await session.call(ConsoleFunctions.teamList()).map {
        Candidate(text: $0.login, label: $0.rank)
      }
    case .approvals:
      try await session.call(
        ConsoleFunctions.approvalList(onlyState: "proposed", maxRows: 50)
      ).map { proposal in
        Candidate(
          text: "P\(proposal.approvalID)",
          label: "\(proposal.change) by \(proposal.proposedBy)"
        )
      }
    case .selections:
      try await session.call(ConsoleFunctions.selectionList()).map {
        Candidate(text: "@\($0.name ?? "")", label: "\($0.subjects) × \($0.collection)")
      }
    case .batches:
      try await session.call(ConsoleFunctions.batchList(maxRows: 50)).map {
        Candidate(text: "B\($0.batchID)", label: $0.what)
      }
    case .tags:
      try await session.call(ConsoleFunctions.tagList(maxRows: 50)).map {
        Candidate(text: $0.tag, label: "\($0.subjects) subjects")
      }
    case .cases:
      try await session.call(ConsoleFunctions.caseQueue(app: nil, maxRows: 50)).map { item in
        let parts = [
          "\(item.collectionName):\(item.key)", item.label ?? nil, item.policyName ?? nil,
        ]
        return Candidate(
          text: "C\(item.caseID)",
          label: parts.compactMap { $0 }.joined(separator: " ")
        )
      }
    }
  }

  /// Commands with an action that no undo undoes.
  private static let notDone: Set<String> = [
    "undo", "lift", "sweep", "expire", "approve", "approve.single-handed",
  ]
}
