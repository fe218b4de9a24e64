import Dispatch
import Glibc
import Outcome
import Synchronization
import TestSupport
import Testing

@testable import Host

/// How often the signal came.
private let signals = Atomic(0)

/// Files of this host: read, written and replaced.
@Suite(.blocking)
struct FileTests {
  private static func folder() throws -> String {
    var template = Array("/tmp/reeve-host-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test func `a write that a signal interrupts before its first byte is written all the same`()
    async throws
  {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    // The pipe is full, so that the write waits without a byte taken.
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    let filler = [UInt8](repeating: 0, count: 4096)
    var filled = 0
    while case let count = write(writing, filler, filler.count), count > 0 { filled += count }
    _ = fcntl(writing, F_SETFL, 0)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in signals.add(1, ordering: .relaxed) }
    sigaction(SIGUSR2, &action, nil)

    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let thread = Mutex<pthread_t?>(nil)
    let isOver = Atomic(false)
    async let written: Result<Void, Failure> = withCheckedContinuation { continuation in
      Thread.start {
        // It inherits that signals are blocked.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        thread.withLock { $0 = pthread_self() }
        let result = Result { () throws(Failure) in
          try Disk.write(bytes, to: writing, "the pipe")
        }
        close(writing)
        // The thread lives for as long as it may get a signal.
        while !isOver.load(ordering: .sequentiallyConsistent) { sched_yield() }
        continuation.resume(returning: result)
      }
    }
    for _ in 0..<50 {
      let before = signals.load(ordering: .relaxed)
      while thread.withLock({ $0 }) == nil { sched_yield() }
      if let thread = thread.withLock({ $0 }) { pthread_kill(thread, SIGUSR2) }
      while signals.load(ordering: .sequentiallyConsistent) == before { sched_yield() }
    }
    isOver.store(true, ordering: .sequentiallyConsistent)
    let found = try Disk.drain(reading)
    let isWhole = found.dropFirst(filled).elementsEqual(bytes)
    #expect(isWhole, "\(found.count - filled) bytes")
    try await written.get()
  }

  @Test func `a replacement that is not finished leaves the file and nothing beside it`() throws {
    let folder = try Self.folder()
    defer { rmdir(folder) }
    let path = "\(folder)/file"
    #expect(try Disk.write("old", to: path, mode: 0o600))
    defer { unlink(path) }
    do {
      let file = try FileReplacement(of: path, mode: 0o600)
      try file.write(Array("new".utf8))
      #expect(try Disk.names(in: folder).count == 2)
    }
    #expect(try Disk.text(path) == "old")
    #expect(try Disk.names(in: folder) == ["file"])
    var file = try FileReplacement(of: path, mode: 0o640)
    try file.write(Array("new".utf8))
    try file.finish()
    #expect(try Disk.text(path) == "new")
    #expect(Disk.status(path)?.mode == 0o640)
    #expect(try !Disk.write("new", to: path, mode: 0o640))
  }

  @Test func `what is not a file is not replaced, and what has no end is not read`() throws {
    let folder = try Self.folder()
    defer { rmdir(folder) }
    let pipe = "\(folder)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    let failure = #expect(throws: Failure.self) { _ = try FileReplacement(of: pipe, mode: 0o600) }
    #expect(failure?.message == "cannot write \(pipe): it is not a file")
    #expect(try Disk.names(in: folder) == ["pipe"])
    let endless = #expect(throws: Failure.self) { try Disk.read("/dev/zero") }
    #expect(endless?.message == "cannot read /dev/zero: it is longer than 64 MiB")
  }

  @Test func `a program that we chose tells its output and how it ended`() async throws {
    let run = try await ChildProcess(
      arguments: ["/bin/sh", "-c", "pwd; seq 1 40000; echo broken >&2; exit 3"]
    ).run()
    #expect(run.status == 3)
    #expect(run.output.hasPrefix("/\n1\n2\n"))
    #expect(run.output.hasSuffix("\n40000\nbroken\n"))
    #expect(
      run.lastLines == ["39994", "39995", "39996", "39997", "39998", "39999", "40000", "broken"]
    )
    await #expect(throws: SubprocessError.self) {
      try await ChildProcess(arguments: ["/nowhere/to/be/found"]).run()
    }
  }
}

/// A thread of the test's own.
private final class Thread: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    pthread_create(
      &thread,
      nil,
      { argument in
        if let argument { Unmanaged<Thread>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      },
      Unmanaged.passRetained(Thread(body)).toOpaque()
    )
    pthread_detach(thread)
  }
}
