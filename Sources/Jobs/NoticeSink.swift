import Host

/// Where notices are delivered to.
///
/// A notice may come again, with the same id: after a crash, or when an answer was lost.
package protocol NoticeSink: Sendable {
  /// Most notices at a time.
  var batchNotices: Int { get }

  /// Delivers notices; the outcome of each, in order.
  ///
  /// - Throws: The reason why none can be delivered; then none counts as tried.
  func deliver(_ notices: [Notice]) async throws -> [Delivery]
}

/// A rendered notice.
package struct Notice: Sendable {
  /// The id in the outbox, by which the receiver recognizes a repeated notice.
  package let id: Int64
  /// The same for each try, and another one when a moderator sends the notice again.
  package let key: String
  /// A JSON object: outbox_id, app, recipient, template, locale, subject, body.
  package let json: String
}

/// The outcome of the delivery of one notice.
package enum Delivery: Hashable, Sendable {
  /// It has arrived.
  case sent
  /// It may be tried again, not before this many seconds.
  case retry(String, after: Int)
  /// It is refused for good.
  case failed(String)

  /// What the database is told: the verdict, which is `sent` where it arrived, why, and the seconds to wait.
  func told(sent: String) -> (verdict: String, error: String, wait: Int64) {
    // What a receiver says must not keep the others' outcomes from being recorded.
    func text(_ error: String) -> String { LineCutter.text(of: Array(error.utf8)[...]) }
    return switch self {
    case .sent: (sent, "", 0)
    case .retry(let error, let wait): ("retry", text(error), Int64(wait))
    case .failed(let error): ("failed", text(error), 0)
    }
  }
}
