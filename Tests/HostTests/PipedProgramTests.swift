import Synchronization
import Testing

@testable import Host

/// Programs of this machine that are given bytes, and asked for some.
struct PipedProgramTests {
  /// What a program writes, until a limit.
  private final class Kept: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    var all: [UInt8] { bytes.withLock { $0 } }

    func add(_ more: ArraySlice<UInt8>, limit: Int) -> Bool {
      bytes.withLock { bytes in
        bytes += more
        return bytes.count < limit
      }
    }
  }

  @Test func `bytes go through a program as they are`() async throws {
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let kept = Kept()
    let problem = try await PipedProgram.read(
      ["/bin/cat"],
      bytes,
      timeout: .seconds(300),
      isConfined: true
    ) { kept.add($0, limit: .max) }
    #expect(problem == nil && kept.all == bytes)
  }

  @Test func `a program that has written enough is stopped, which is no failure`() async throws {
    let kept = Kept()
    let problem = try await PipedProgram.read(
      ["/bin/cat", "/dev/zero"],
      timeout: .seconds(300),
      isConfined: true
    ) { kept.add($0, limit: 100_000) }
    #expect(problem == nil)
    #expect((100_000..<400_000).contains(kept.all.count), "\(kept.all.count)")
  }

  @Test func `a program that fails or takes too long is told`() async throws {
    func problem(_ script: String, _ timeout: Duration) async throws -> String? {
      try await PipedProgram.read(
        ["/bin/sh", "-c", script],
        timeout: timeout,
        isConfined: true
      ) { _ in true }
    }
    #expect(try await problem("echo no >&2; exit 3", .seconds(300)) == "exit status 3: no")
    #expect(try await problem("kill -9 $$", .seconds(300)) == "signal 9")
    let slow = try await problem("exec sleep 300", .milliseconds(50))
    #expect(slow?.hasPrefix("it did not end within") == true)
    await #expect(throws: SubprocessError.self) {
      _ = try await PipedProgram.read(
        ["/nothing/here"],
        timeout: .seconds(300),
        isConfined: true
      ) { _ in true }
    }
  }
}
