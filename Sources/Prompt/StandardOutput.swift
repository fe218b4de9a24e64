import CReadline
import Dispatch
import Glibc
import Outcome

/// Standard output, or the pipe to a pager, written on a thread of its own: a stalled reader blocks
/// neither the cooperative pool nor Ctrl-C.
///
/// One task writes at a time, the running command.
final class StandardOutput: Sendable {
  private enum Outcome: Sendable {
    case whole, interrupted
    case failed(Int32)
  }

  /// The number of bytes that a write after `poll` can take without blocking: PIPE_BUF on Linux.
  private static let chunk = 4096

  private let queue = DispatchQueue(label: "reeve.output")
  private let bell = creadline_doorbell()
  private let descriptor: Int32
  /// Whether somebody at the other end may stop reading.
  private let canStall: Bool

  /// Standard output.
  init() {
    var status = stat()
    let isFile = fstat(1, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    (descriptor, canStall) = (1, !isFile)
  }

  /// Another descriptor, to be ended by ``end()``.
  init(descriptor: Int32, canStall: Bool) {
    (self.descriptor, self.canStall) = (descriptor, canStall)
  }

  deinit { close(bell) }

  /// Closes the descriptor.
  func end() { close(descriptor) }

  /// Writes everything, however long it takes.
  ///
  /// - Throws: `CancellationError` once the task is cancelled, even while nobody reads;
  ///   ``Failure`` of kind broken pipe where nobody reads any more.
  func write(_ bytes: [UInt8]) async throws {
    creadline_quiet(bell)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.writeAll(bytes)) }
      }
    } onCancel: {
      creadline_ring(bell)
    }
    switch outcome {
    case .whole: return
    case .interrupted: throw CancellationError()
    case .failed(EPIPE): throw Failure(.brokenPipe, "")
    case .failed(let code):
      throw Failure(
        .failed,
        "cannot write the output: \(String(cString: strerror(code)))",
        code: Failure.undelivered
      )
    }
  }

  private func writeAll(_ bytes: [UInt8]) -> Outcome {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        var sources = [
          pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
          pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
        ]
        if poll(&sources, 2, -1) < 0, errno != EINTR { return .failed(errno) }
        if sources[1].revents != 0 { return .interrupted }
        guard sources[0].revents != 0 else { continue }
        let next = UnsafeRawBufferPointer(
          rebasing: canStall ? rest.prefix(Self.chunk) : rest
        )
        let count = Glibc.write(descriptor, next.baseAddress, next.count)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return .failed(errno) }
        rest = rest.dropFirst(count)
      }
      return .whole
    }
  }
}

extension Failure {
  /// The code of output that could not be delivered.
  package static let undelivered = "output"
}
