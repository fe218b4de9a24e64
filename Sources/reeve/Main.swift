import Catalog
import Dispatch
import Glibc
import Host
import Outcome
import Postgres

/// The program `reeve`: the console, and the commands of the people who run it.
@main struct Main {
  /// Reads the arguments and runs what they ask for; does not return.
  static func main() {
    StandardDescriptors.openMissing()
    let showsPassword = ProcessMemory.hidePasswordArguments()
    if showsPassword, CommandLine.arguments.dropFirst().first != "--complete" {
      Output.note(
        "warning: others can read a password on the command line while the program starts; "
          + "use ~/.pgpass, PGPASSFILE or a service file"
      )
    }
    do {
      guard ProcessMemory.hasTextArguments() else {
        throw Failure(
          .usage,
          "an argument is not text in UTF-8",
          hint: "Reeve would store other letters than those typed; nothing was done."
        )
      }
      switch try Invocation(Array(CommandLine.arguments.dropFirst())) {
      case .help:
        print(try Invocation.helpText())
        exit(Output.end(ExitStatus.ok.rawValue))
      case .complete(let words): try ShellCompletion(words).lines.forEach { print($0) }
      case .manual(let isService):
        let page =
          isService ? Manual.service(try CommandDump(json: standardInput())) : try .console()
        print(page.text, terminator: "")
        exit(Output.end(ExitStatus.ok.rawValue))
      case .version:
        print("reeve \(Release.version)")
        exit(Output.end(ExitStatus.ok.rawValue))
      case .console(let request):
        if let status = try runConsole(request) { exit(status) }
        finish { try await startServerAndAgain() }
      case .work(let dsn, let arguments):
        finish { try await startWorker(dsn: dsn, arguments) }
      case .operation(let arguments):
        let command = try OperationCommands.parse(arguments)
        Allocator.returnLargeBlocks()
        finish(command)
      }
    } catch {
      exit(Output.fail(error))
    }
  }

  private static func standardInput() -> [UInt8] {
    var bytes: [UInt8] = []
    while let line = readLine(strippingNewline: false) { bytes += line.utf8 }
    return bytes
  }

  /// Performs a command, which Ctrl-C may interrupt.
  private static func finish(_ command: any Performable) -> Never {
    guard let command = command as? any Committing else {
      finish { try await command.perform() }
    }
    let ledger = CommitLedger(begin: ReeveFunctions.actBegin(id:))
    let interruption = Interruption(of: command, ledger)
    let task = Task {
      do {
        try await CommitLedger.$current.withValue(ledger) { try await command.perform() }
        guard let status = interruption.status else { exit(Output.end(ExitStatus.ok.rawValue)) }
        // Ctrl-C makes a terminal drop what it has not shown yet, and some commands say nothing.
        Output.note("the command was completed before the interruption took effect")
        exit(Output.end(status))
      } catch {
        let status = interruption.status
        let failure = await command.failure(error, ledger, isInterrupted: status != nil)
        let exitStatus = Output.fail(failure)
        exit(status ?? exitStatus)
      }
    }
    guard command is any Interruptible else { dispatchMain() }
    // A failure to write is reported at the end; the command itself goes on.
    signal(SIGPIPE, SIG_IGN)
    withExtendedLifetime(interruption.listen { task.cancel() }) { dispatchMain() }
  }

  /// Runs asynchronous work while the main thread serves, then ends the program.
  private static func finish(_ work: @escaping @Sendable () async throws -> Void) -> Never {
    Task {
      do {
        try await work()
        exit(Output.end(ExitStatus.ok.rawValue))
      } catch {
        exit(Output.fail(error))
      }
    }
    dispatchMain()
  }
}
