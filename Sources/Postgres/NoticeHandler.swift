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
  private let state = Guarded<(told: Set<ServerNotice>, leftOut: Int)>(([], 0))

  init(_ handler: NoticeHandler?) { self.handler = handler }

  /// Delivers a notice, unless an equal one was delivered, or counts it.
  func take(_ result: OpaquePointer) {
    guard let handler, handler.severities.contains(ServerNotice.severity(of: result)) else {
      return
    }
    let news: ServerNotice? = state.withLock { state in
      guard state.told.count < Self.limitNotices else {
        state.leftOut += 1
        return nil
      }
      let notice = ServerNotice(result)
      return state.told.insert(notice).inserted ? notice : nil
    }
    if let news { handler.deliver(news) }
  }

  /// Says how many were left out, and begins to count anew.
  func settle() {
    let leftOut = state.withLock { state in
      defer { state = ([], 0) }
      return state.leftOut
    }
    guard leftOut > 0 else { return }
    handler?.deliver(ServerNotice(leftOut: leftOut))
  }
}
