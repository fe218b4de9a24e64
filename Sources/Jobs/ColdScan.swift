/// Decides when to scan the whole queue instead of only the jobs beyond the saved positions.
///
/// A transaction that commits late leaves its jobs below the positions. Walking the queue from its
/// front costs more the more dead entries lie there, so it is never more than a twentieth of the
/// time.
package struct ColdScan: Sendable {
  private var dueAt = Duration.zero

  /// Is due at once.
  package init() {}

  /// Whether to look now.
  package func isDue(at moment: Duration) -> Bool { moment >= dueAt }

  /// Notes a scan.
  package mutating func ran(from begin: Duration, until end: Duration) {
    dueAt = end + max(.seconds(1), (end - begin) * 20)
  }
}
