import Answers
import Console
import Dispatch
import Glibc
import Operations
import Outcome
import Postgres
import Synchronization

/// A command that changes data: it reports the outcomes of its transactions if it ends early.
protocol Committing: Performable {
  /// Where its transactions are committed.
  var server: ServerOptions { get }
  /// The message about earlier, committed transactions.
  static var afterInterruption: String { get }
}

/// A command that changes data and asks nobody: Ctrl-C and SIGTERM roll back its step under way,
/// and it says what stays.
protocol Interruptible: Committing {}

extension Committing {
  static var afterInterruption: String {
    "What was committed before stays. Run it again to continue."
  }

  /// The failure of the command, with the outcomes of its last transactions if it was interrupted.
  ///
  /// Ctrl-C has cancelled the command's task, but not this question.
  func failure(_ error: any Error, _ ledger: CommitLedger, isInterrupted: Bool) async -> any Error {
    let entries = ledger.entries
    let isLost = Failure(error, during: .operation).exit == .connection
    guard isInterrupted || isLost || entries.contains(where: { $0.isCommitted == nil }) else {
      return error
    }
    let fates = await Task {
      var fates: [String] = []
      for entry in entries { fates.append(await fate(of: entry)) }
      return fates
    }.value
    let failure = Failure(error, during: fates.isEmpty ? .operation : .notedOperation)
    if isLost, fates.isEmpty { return failure }
    let step =
      fates.isEmpty ? "The step under way was not committed." : fates.joined(separator: " ")
    return failure.adding(hint: "\(step) \(Self.afterInterruption)")
  }

  /// Returns the outcome of a transaction as a sentence.
  private func fate(of entry: CommitLedger.Entry) async -> String {
    let fate: ActFate
    if let isCommitted = entry.isCommitted {
      fate = isCommitted ? .committed([]) : .absent
    } else {
      fate = await ActFate.asked(of: entry.id, patience: 40) { try await server.connect() }
    }
    switch fate {
    case .committed: return "Committed: \(entry.name)."
    case .absent: return "Not committed: \(entry.name)."
    case .running, .foreign: return unknown(entry)
    case .unreachable(let reason):
      return "The server does not answer (\(reason)). \(unknown(entry))"
    }
  }

  /// A message that only the server knows a transaction's outcome, with the command to ask for it.
  func unknown(_ entry: CommitLedger.Entry) -> String {
    let command = "reeve outcome \(entry.id.postgresText)\(server.sameServer)"
    return "It is unknown whether \(entry.name) is committed; `\(command)` asks."
  }
}

extension ServerOptions {
  /// The option with which the console logs in as this command did, where it needs one.
  fileprivate var sameServer: String {
    // It may hold a password.
    if dsn != nil { return " --dsn …" }
    guard ServerChoice(dsn: nil) == .embedded else { return "" }
    do {
      return " --dsn '\(try EmbeddedServer().conninfo(role: EmbeddedServer.bootstrapRole))'"
    } catch {
      // Without its home there is no server to ask.
      return ""
    }
  }
}

/// The signals that interrupt a command: the first cancels it, another ends the program at once.
final class Interruption: Sendable {
  private let number = Mutex<Int32?>(nil)
  private let command: any Committing
  private let ledger: CommitLedger

  /// Interrupts a command that notes its transactions there.
  init(of command: any Committing, _ ledger: CommitLedger) {
    (self.command, self.ledger) = (command, ledger)
  }

  /// Listens for as long as what is returned lives.
  func listen(_ cancel: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        let isFirst = self.number.withLock { known in
          defer { known = known ?? number }
          return known == nil
        }
        if isFirst {
          // The terminal has written ^C.
          if number == SIGINT, isatty(2) == 1 { _ = write(2, "\n", 1) }
          return cancel()
        }
        let open = ledger.entries.filter { $0.isCommitted == nil }.map(command.unknown)
        Output.note(
          "not waited for: "
            + (open.isEmpty
              ? "whether the step under way is committed is unknown" : open.joined(separator: " "))
        )
        exit(128 + number)
      }
      source.activate()
      return source
    }
  }

  /// The exit status of an interrupted command; nil of one that was not.
  var status: Int32? { number.withLock { $0.map { 128 + $0 } } }
}
