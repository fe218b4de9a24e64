import CSpawn

/// The C library's allocator.
package enum Allocator {
  /// Returns large blocks to the system as soon as they are freed.
  ///
  /// By itself it keeps what it has once freed: buffers of a megabyte, allocated by several threads
  /// in turn, then take twice as much memory as is in use, and more the longer a program runs. It is
  /// for programs that stream much; each such buffer costs its page faults again. mallopt(3).
  package static func returnLargeBlocks() {
    // Setting the threshold keeps the allocator from raising it.
    _ = mallopt(M_MMAP_THRESHOLD, 256 << 10)
    _ = mallopt(M_ARENA_MAX, 2)
  }
}
