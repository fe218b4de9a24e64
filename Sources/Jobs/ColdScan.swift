/// Decides when to scan the whole queue instead of only the jobs beyond the saved positions.
///
/// A transaction that commits late leaves its jobs below the positions. Walking the queue from its
/// front costs more the more dead entries lie there, so it is never more than a twentieth of the
/// time. The oldest worker of a queue does it for all; the others look a fifth as often, as that one
/// may be busy with long jobs, or about to stop.
package struct ColdScan: Sendable {
  private var ranAt = Duration.zero
  private var pause = Duration.zero

  /// Is due at once.
  package init() {}

  /// Whether to look now.
  package func isDue(at moment: Duration, isFirst: Bool) -> Bool {
    moment >= ranAt + pause * (isFirst ? 1 : 5)
  }

  /// Notes a scan.
  package mutating func ran(from begin: Duration, until end: Duration) {
    ranAt = end
    pause = max(.seconds(1), (end - begin) * 20)
  }
}
