package import Catalog
import Host

/// A program of the worker's manifest that effects outside the database are given to.
///
/// It gets one JSON object with `name`, `idempotency_key` and `input`, the effect, on standard
/// input. The last line that it writes is its answer.
package struct CommandReceiver: EffectReceiver {
  private let name: String
  private let command: WorkerManifest.Command
  private let contract: EffectContract

  /// Takes the program, its name, and what its answer must say.
  package init(
    _ command: WorkerManifest.Command,
    named name: String,
    _ contract: EffectContract
  ) {
    (self.command, self.name, self.contract) = (command, name, contract)
  }

  /// The program's, and what it has to end once it is stopped.
  package var timeout: Duration { command.timeout + .seconds(5) }

  /// Runs the program.
  package func send(
    _ effect: OutsideEffect,
    until: ContinuousClock.Instant
  ) async -> Delivery {
    var plan: Subprocess.Plan
    do throws(SubprocessError) {
      plan = try Subprocess.Plan(command, ["REEVE_OUTSIDE": effect.key])
    } catch {
      return .failed(error.description)
    }
    var input: [UInt8] = Array("{\"name\":".utf8)
    JSON.append(name.utf8, to: &input)
    input += Array(",\"idempotency_key\":".utf8)
    JSON.append(effect.key.utf8, to: &input)
    plan.input = input + Array(",\"input\":\(effect.json)}\n".utf8)
    let process = Subprocess(plan)
    do {
      async let end = process.run()
      let answer = await lastLine(of: process)
      let outcome = try await end
      switch try CommandHandler.judge(outcome, command) {
      case .completed:
        return contract.fault(in: answer).map { .retry("exit status 0, but \($0)", after: 0) }
          ?? .sent
      case .scheduled(let delay):
        return .retry("exit status 76", after: Int(delay / .seconds(1)))
      case .discarded(let error), .cancelled(let error), .retryable(let error):
        return .failed(error)
      case .recorded:
        return .sent
      }
    } catch let error as SubprocessError where !error.isPassing {
      return .failed(error.description)
    } catch {
      return .retry("\(error)", after: 0)
    }
  }

  /// Reads its output to the end.
  private func lastLine(of process: Subprocess) async -> String {
    var last = ""
    var room = command.outputLimit
    for await _ in process.news {
      let said = process.takeSpeech()
      last = said.lines.last ?? last
      room -= said.droppedBytes + said.lines.reduce(0) { $0 + $1.utf8.count }
      if room < 0 { process.stop() }
    }
    return process.takeSpeech().lines.last ?? last
  }
}

extension Subprocess.Plan {
  /// A program of the manifest, with more variables of the environment than it has itself.
  ///
  /// - Throws: `SubprocessError` where it may not run as its user.
  init(
    _ command: WorkerManifest.Command,
    _ variables: [String: String]
  ) throws(SubprocessError) {
    let standard = [
      "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      "LC_ALL": "C.UTF-8",
    ]
    self.init(
      argv: command.argv,
      environment: standard.merging(variables) { $1 }.merging(command.environment) { $1 }
    )
    directory = command.directory
    timeout = command.timeout
    user = try ProgramUser.forPrograms(named: command.runAs)
  }
}
