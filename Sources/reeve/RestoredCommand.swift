import ArgumentParser
import Glibc
import Moderation
import Operations
import Outcome

/// `reeve restored`.
struct RestoredCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "restored",
    abstract: "Declare a restored database live, so that workers continue, or a copy.",
    discussion: """
      Until then its workers are parked: nothing runs and nothing is sent. A copy stays one: its notices \
      are withdrawn, its schedules paused. Both are on the record.
      """
  )

  /// The states that a database can be declared to be in.
  enum Standing: String, ExpressibleByArgument, CaseIterable {
    case live, copy
  }

  @Option(name: .customLong("as"), help: "live or copy.") var standing: Standing
  @Option(
    help: "An export of the record kept elsewhere; lists what it has after the backup.",
    completion: .file()
  )
  var audit: String?
  @Flag(help: "Do not ask.") var yes = false
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    let installer = try server.installer()
    let (database, head) = try await installer.identity()
    Output.note("the record here ends at \(head)")
    if let audit { try list(audit, after: head) }
    guard yes || confirms(database) else {
      throw Failure(
        .refused,
        "nothing was changed",
        hint: "Confirm with the requested name, or give --yes."
      )
    }
    for count in try await installer.settle(asCopy: standing == .copy) {
      Output.note("\(count.what): \(count.rows)")
    }
    Output.note(
      standing == .live
        ? "\(database) is the live database: workers continue"
        : "\(database) is a copy: no worker runs here"
    )
  }

  /// Writes what an export has after the backup, for people to do again.
  private func list(_ path: String, after head: String) throws {
    guard let anchor = AuditAnchor(head) else { throw Failure(.failed, "the record has no head") }
    let tail = try AuditTail(path: path, after: anchor)
    guard tail.continues else {
      throw Failure(
        .usage,
        "\(path) does not continue the record of this database",
        hint: "Is it of another database, or older than the backup?"
      )
    }
    for entry in tail.entries where entry.subject != nil {
      Output.line("\(entry.seq)  \(entry.kind)  \(entry.subject ?? "")  \(entry.actor)")
    }
    Output.note(
      "\(tail.entries.count) commands came after the backup; those about subjects are listed"
    )
  }

  private func confirms(_ name: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    Output.note("type \(name) to continue")
    return readLine() == name
  }
}
