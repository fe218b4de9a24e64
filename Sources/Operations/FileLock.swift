internal import Dispatch
internal import Glibc
import Outcome

/// An advisory lock on a file, held until it is released or the process ends.
struct FileLock: Sendable {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Parameter path: A file of the caller's own; made if it is not there.
  /// - Returns: The lock, held.
  /// - Throws: `Failure`.
  static func take(_ path: String) async throws -> FileLock {
    try await Self.offCooperativePool {
      let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Failure.system("cannot open \(path)") }
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else {
          defer { close(descriptor) }
          throw Failure.system("cannot lock \(path)")
        }
      }
      return FileLock(descriptor: descriptor)
    }
  }

  /// Runs work that blocks away from the cooperative threads.
  private static func offCooperativePool<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
  }

  /// Gives the lock back.
  func release() { close(descriptor) }
}
