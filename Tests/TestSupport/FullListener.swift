import Glibc

/// A TCP port of this machine whose queue is full: whoever connects to it waits and hears nothing,
/// as with a host that has gone.
package final class FullListener: Sendable {
  /// The port on 127.0.0.1.
  package let port: UInt16
  private let descriptors: [Int32]

  /// Takes a free port and fills its queue.
  package init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = Self.withAddress(&address) { pointer in
      bind(listener, pointer, length) == 0 && listen(listener, 0) == 0
        && getsockname(listener, pointer, &length) == 0
    }
    guard isListening else { throw ProxyFailure(call: "listen", code: errno) }
    port = UInt16(bigEndian: address.sin_port)
    var descriptors = [listener]
    for _ in 0..<4 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
      _ = Self.withAddress(&address) { connect(client, $0, length) }
      descriptors.append(client)
    }
    self.descriptors = descriptors
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  private static func withAddress<R>(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>) -> R
  ) -> R {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
    }
  }
}
