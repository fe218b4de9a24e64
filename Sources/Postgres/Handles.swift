import CLibPQ

/// Owns one `PGconn` and finishes it exactly once.
struct ConnectionHandle: ~Copyable {
  let raw: OpaquePointer
  /// The context of libpq's notice receiver; it outlives the connection because it is released
  /// after `deinit`.
  private let listener: NoticeListener

  init(_ raw: OpaquePointer, listener: NoticeListener) {
    self.raw = raw
    self.listener = listener
    _ = PQsetNoticeReceiver(
      raw,
      { context, result in
        guard let context, let result else { return }
        Unmanaged<NoticeListener>.fromOpaque(context).takeUnretainedValue().take(result)
      },
      Unmanaged.passUnretained(listener).toOpaque()
    )
  }

  deinit {
    PQfinish(raw)
    listener.settle()
  }
}

/// Owns one `PGresult` and clears it exactly once.
struct ResultHandle: ~Copyable {
  let raw: OpaquePointer

  init(_ raw: OpaquePointer) { self.raw = raw }

  deinit { PQclear(raw) }

  var status: ExecStatusType { PQresultStatus(raw) }
}

/// Owns one `PGcancel`.
final class CancelHandle: Sendable {
  // libpq, section 34.7: PQcancel may be called from any thread, and reads this object only. It is
  // made once and freed in deinit. Held by CancellationTests, run under Thread Sanitizer.
  nonisolated(unsafe) private let raw: OpaquePointer

  init?(_ connection: OpaquePointer) {
    guard let raw = PQgetCancel(connection) else { return nil }
    self.raw = raw
  }

  deinit { PQfreeCancel(raw) }

  /// Asks the server to cancel what the connection is doing, on a connection of its own; blocks
  /// until the server has taken the request.
  ///
  /// A request that fails is made again by the caller.
  func send() {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      _ = PQcancel(raw, message.baseAddress, Int32(message.count))
    }
  }
}
