package import Display
import Outcome
package import Postgres
import Prompt

/// Sending acts, sealing their records, and finding out their outcomes.
extension ConsoleSession {
  /// Most calls that ``seal()`` makes, so that a backlog never keeps a command long, and most
  /// records that one links.
  private static let sealLimit = (calls: 20, records: 500)

  /// Links recorded commands into the audit chain, as the COMMIT of an act also does; the next
  /// session links those that cannot be linked yet.
  ///
  /// The command is committed and reported by then: a failure here is no failure of it, nor is
  /// Ctrl-C, and `doctor` says when something stays unsealed.
  func seal() async {
    do {
      let connection = try await connected()
      for _ in 0..<Self.sealLimit.calls {
        let call = ConsoleFunctions.recordSeal(maxRows: Self.sealLimit.records)
        guard try await connection.one(call) == Self.sealLimit.records else { break }
      }
    } catch is CancellationError {
      return
    } catch {
      let reason = Failure(error, hasSentWrite: false).message
      io.note("\("not sealed yet; the next command seals it: \(reason)", .dim)")
    }
  }

  /// Runs a statement that changes data, once, in a transaction that the server knows by an id.
  ///
  /// It is committed only if all of this returns or fails behind COMMIT, whose answer is waited
  /// for.
  ///
  /// - Throws: `PostgresError`, `CancellationError`; ``acts`` then has its outcome.
  nonisolated func act(_ call: FunctionCall<some Sendable>) async throws -> Rows {
    let (connection, verb, place) = try await connectionForWrite()
    let id = acts.begin(verb: verb, place: place)
    let begin = ConsoleFunctions.actBegin(id: id)
    do {
      let limit = Self.sealLimit.records
      let seal = ConsoleFunctions.recordSeal(maxRows: limit)
      let (rows, sealed) = try await connection.withTransaction(then: seal) { transaction in
        try await StatementLimit.within(options.actLimit) {
          try await transaction.pipeline([
            (begin.statement, begin.parameters), (call.statement, call.parameters),
          ])
        }
      }
      let isSealed = if case .success(let records?) = sealed { records < limit } else { false }
      acts.settle(id, .committed, isSealed: isSealed)
      return rows[1]
    } catch PostgresError.commitOutcomeUnknown(let message) {
      acts.settle(id, .unknown)
      throw PostgresError.commitOutcomeUnknown(message: message)
    } catch {
      acts.settle(id, .rolledBack)
      throw error
    }
  }

  /// Returns a sentence for each act of a command that was interrupted, with its outcome.
  ///
  /// Ctrl-C has cancelled the command's task, but not this question.
  func fates() async -> [SafeText] {
    await Task {
      var lines: [SafeText] = []
      for act in acts.entries {
        if act.fate == .rolledBack {
          lines.append(ActFate.absent.sentence)
          continue
        }
        let fate = await fate(of: act.id, patience: act.fate == .committed ? 1 : 40)
        lines.append(
          act.fate == .committed && !fate.isKnown ? "Committed." : fate.sentence(of: act.id)
        )
        if fate.isKnown { acts.settle(act.id, fate.isCommitted ? .committed : .rolledBack) }
      }
      return lines
    }.value
  }

  /// Asks the server for the outcome of an act; see `ActFate.asked(of:patience:on:)`.
  func fate(of id: UniqueID, patience: Int = 1) async -> ActFate {
    await ActFate.asked(of: id, patience: patience) { try await connected() }
  }

  /// Reports the outcomes of acts of consoles of this host that ended before they knew it.
  func tellLeftActs() async {
    guard let place else { return }
    for act in KeptAct.left(at: place) {
      let fate = await fate(of: act.id)
      io.note(
        "\("a console ended during `\(act.verb)`", .yellow): \(fate.sentence(of: act.id))"
      )
      if fate.isKnown { act.settle() }
    }
  }
}

/// The outcome of an act, as the server reports it.
package enum ActFate: Sendable, Equatable {
  /// It was committed; its name in the record, and whether anything was changed.
  case committed([String])
  /// It was not committed, and never will be.
  case absent
  /// It is being committed.
  case running
  /// The server knows nothing about it that this login may know.
  case foreign
  /// The server does not answer.
  case unreachable(SafeText)

  /// Asks the server for the outcome of an act.
  ///
  /// - Parameters:
  ///   - id: The act's.
  ///   - patience: How often it is asked at most, each a quarter of a second after the other: a
  ///     server that crashed is back in seconds.
  ///   - connected: Returns a connection of the login that acted.
  /// - Returns: Its outcome, as far as that is known.
  package static func asked(
    of id: UniqueID,
    patience: Int,
    on connected: () async throws -> any Session
  ) async -> ActFate {
    for attempt in 1...patience {
      do {
        let fate = ActFate(try await connected().call(ConsoleFunctions.actOutcome(id: id)))
        if fate != .running { return fate }
      } catch {
        if attempt == patience {
          return .unreachable("\(Failure(error, hasSentWrite: false).message)")
        }
      }
      do {
        try await Task.sleep(for: .milliseconds(250))
      } catch {
        return .running
      }
    }
    return .running
  }

  /// Reads the rows of `reeve.act_outcome`.
  init(_ rows: [ConsoleFunctions.ActOutcomeRow]) {
    switch rows.first?.state {
    case "absent": self = .absent
    case "running": self = .running
    case nil: self = .foreign
    default: self = .committed(rows.compactMap(Self.name))
    }
  }

  private static func name(_ row: ConsoleFunctions.ActOutcomeRow) -> String? {
    if row.outcome == "refused", row.code != "approval" {
      return "a refusal (\(row.code ?? "")), which changed nothing"
    }
    return row.actionID.map { "A\($0)" } ?? row.batchID.map { "B\($0)" }
      ?? row.approvalID.map { "proposal P\($0)" }
  }

  /// Whether the act is committed or never will be.
  var isKnown: Bool { isCommitted || self == .absent }

  /// Whether it is committed.
  var isCommitted: Bool { if case .committed = self { true } else { false } }

  /// Returns the outcome as a sentence for people.
  func sentence(of id: UniqueID) -> SafeText {
    let ask: SafeText = "`outcome \(id.postgresText)` asks again."
    return switch self {
    case .running: "Unknown until the server answers: it is still being committed; \(ask)"
    case .unreachable(let reason): "Unknown until the server answers (\(reason)); \(ask)"
    default: sentence
    }
  }

  fileprivate var sentence: SafeText {
    switch self {
    case .committed([]): "Committed."
    case .committed(let names): "Committed as \(names.joined(separator: ", "))."
    case .absent: "Not committed: nothing was changed."
    case .foreign: "This login has no such act."
    case .running, .unreachable: "Unknown until the server answers."
    }
  }
}
