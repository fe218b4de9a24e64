internal import CLibPQ

/// Takes the notices that a caller wants, the first ones and then how many more there were: code of
/// an app's can raise any number.
package struct NoticeHandler: Sendable {
  /// The severities that it handles; where `client_min_messages` asks for them, the server also
  /// sends DEBUG and LOG messages about its internals.
  let severities: Set<String>
  let deliver: @Sendable (ServerNotice) -> Void

  /// Takes notices of some severities; INFO, NOTICE and WARNING by default.
  package init(
    of severities: Set<String> = ["INFO", "NOTICE", "WARNING"],
    _ deliver: @escaping @Sendable (ServerNotice) -> Void
  ) {
    self.severities = severities
    self.deliver = deliver
  }
}

/// Carries the notice handler across libpq's `void *`.
final class NoticeListener: Sendable {
  /// Notices that are delivered until `settle`.
  static let limitNotices = 20

  private let handler: NoticeHandler?
  private let count = Guarded(0)

  init(_ handler: NoticeHandler?) { self.handler = handler }

  /// Delivers a notice, or counts it.
  func take(_ result: OpaquePointer) {
    guard let handler, handler.severities.contains(ServerNotice.severity(of: result)) else {
      return
    }
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number <= Self.limitNotices { handler.deliver(ServerNotice(result)) }
  }

  /// Says how many were left out, and begins to count anew.
  func settle() {
    let number = count.withLock { count in
      defer { count = 0 }
      return count
    }
    guard number > Self.limitNotices else { return }
    handler?.deliver(ServerNotice(leftOut: number - Self.limitNotices))
  }
}
