import NIOCore
import Synchronization

/// The connections to a server, of which there are never more than so many, each with a deadline.
///
/// Whoever says nothing must not keep the others out: where there are too many, the one goes that has been
/// silent longest.
final class ConnectionTable: Sendable {
  private struct Entry {
    let channel: any Channel
    /// Whether a request is being answered.
    var isBusy = false
    /// Closes the connection when its time is over.
    let deadline: Scheduled<Void>
  }

  /// From the beginning of a connection to its first request, and for an answer.
  static let requestLimit = TimeAmount.seconds(10)
  /// From an answer to the next request.
  static let idleLimit = TimeAmount.seconds(30)

  private let limit: Int
  /// Those that have been silent longest come first.
  private let entries = Mutex<[Entry]>([])

  /// Takes a limit, from 1.
  init(limit: Int) { self.limit = limit }

  /// Takes a new connection in; over the limit another one is closed, or this one if all are busy.
  func add(_ channel: any Channel) {
    let surplus = entries.withLock { entries -> (any Channel)? in
      entries.append(Self.entry(channel, Self.requestLimit))
      guard entries.count > limit, let place = entries.firstIndex(where: { !$0.isBusy }) else {
        return nil
      }
      let entry = entries.remove(at: place)
      entry.deadline.cancel()
      return entry.channel
    }
    surplus?.close(promise: nil)
  }

  /// Notes that a request has come, or that its answer has gone.
  func set(_ channel: any Channel, isBusy: Bool) {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.channel === channel }) else { return }
      entries.remove(at: place).deadline.cancel()
      var entry = Self.entry(channel, isBusy ? Self.requestLimit : Self.idleLimit)
      entry.isBusy = isBusy
      entries.append(entry)
    }
  }

  /// Forgets a connection that has ended.
  func remove(_ channel: any Channel) {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.channel === channel }) else { return }
      entries.remove(at: place).deadline.cancel()
    }
  }

  private static func entry(_ channel: any Channel, _ time: TimeAmount) -> Entry {
    Entry(
      channel: channel,
      deadline: channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    )
  }
}

/// Tells a table when a connection begins and ends.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  private let table: ConnectionTable

  init(_ table: ConnectionTable) { self.table = table }

  func handlerAdded(context: ChannelHandlerContext) { table.add(context.channel) }

  func handlerRemoved(context: ChannelHandlerContext) { table.remove(context.channel) }
}
