import Glibc

/// A value behind a lock.
///
/// It is the standard library's `Mutex` on pthreads: that one is a futex of its own, whose waiting
/// and waking Thread Sanitizer does not see, so that it reports a race wherever two threads meet
/// (Swift 6.3.1, Linux).
// Unchecked: `value` is touched in `withLock` only, between lock and unlock. Held by
// TurnstileTests, run under Thread Sanitizer.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Puts a value behind a lock of its own.
  package init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    let code = pthread_mutex_init(lock, nil)
    precondition(code == 0, "pthread_mutex_init fails only without memory")
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Runs `body` while no other thread runs one; it must neither wait nor come here again.
  package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
