import Synchronization

/// The connections to a server: a limited number, each with a deadline.
///
/// Silent clients must not keep others out: if there are too many, the one that has been silent
/// longest is cut.
final class ConnectionTable: Sendable {
  /// At a time.
  static let limit = 32
  /// From the beginning of a connection to the end of its answer.
  private static let lifetime = Duration.seconds(20)

  // The oldest comes first. An exchange leaves before its socket is closed, so that nobody cuts
  // another's that got the same number.
  private let exchanges = Mutex<[Exchange]>([])

  /// Takes a new connection in; over the limit another one is cut, or this one if all are busy.
  func add(_ exchange: Exchange) {
    exchanges.withLock { exchanges in
      exchanges.append(exchange)
      guard exchanges.count > Self.limit,
        let longest = exchanges.firstIndex(where: { !$0.isBusy })
      else { return }
      exchanges.remove(at: longest).cut()
    }
  }

  /// Forgets a connection that ends.
  func remove(_ exchange: Exchange) { exchanges.withLock { $0.removeAll { $0 === exchange } } }

  /// Cuts the connections whose time is over.
  func cutOverdue() {
    exchanges.withLock { exchanges in
      let count = exchanges.prefix { .now - $0.begin > Self.lifetime }.count
      for exchange in exchanges.prefix(count) { exchange.cut() }
      exchanges.removeFirst(count)
    }
  }
}
