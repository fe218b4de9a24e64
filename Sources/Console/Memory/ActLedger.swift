import Postgres
import Synchronization

/// The state of each act that the running command has sent.
final class ActLedger: Sendable {
  /// The state of an act, as far as it is known.
  enum Fate: Sendable {
    /// It is under way.
    case sent
    case committed, rolledBack
    /// The connection was lost while its transaction was being committed.
    case unknown
  }

  /// An act.
  struct Entry: Sendable {
    /// The identifier by which the server knows it.
    let id: UniqueID
    fileprivate(set) var fate = Fate.sent
    /// Whether all that was recorded by then has been linked into the audit chain.
    fileprivate(set) var isSealed = false
    fileprivate let kept: KeptAct?
  }

  private let acts = Mutex<[Entry]>([])

  /// The acts of the command, in the order in which they were sent.
  var entries: [Entry] { acts.withLock { $0 } }

  /// Forgets the acts of a command that has ended and said what it had to; the files of those whose
  /// outcome is unknown stay.
  func clear() {
    let told = acts.withLock { acts -> [Entry] in
      defer { acts = [] }
      return acts
    }
    for act in told where act.fate == .committed || act.fate == .rolledBack { act.kept?.settle() }
  }

  /// Gives an act its id, before it is sent.
  ///
  /// - Parameters:
  ///   - verb: The command.
  ///   - place: The server and login it goes to; nil if they are not known.
  /// - Returns: The id.
  func begin(verb: String, place: String?) -> UniqueID {
    let id = UniqueID.random()
    let kept = place.flatMap { KeptAct(id, verb: verb, place: $0) }
    acts.withLock { $0.append(Entry(id: id, kept: kept)) }
    return id
  }

  /// Records the outcome of an act, and whether the audit chain holds all that was recorded by
  /// then.
  func settle(_ id: UniqueID, _ fate: Fate, isSealed: Bool = false) {
    acts.withLock { acts in
      guard let place = acts.firstIndex(where: { $0.id == id }) else { return }
      acts[place].fate = fate
      acts[place].isSealed = isSealed
    }
  }
}
