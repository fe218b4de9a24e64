/// Reads what a client sends (protocol chapter 55), piece by piece.
struct ClientMessages {
  private var isStarted = false
  private var message: [UInt8] = []
  private var statements: [String] = []

  /// Takes the next bytes.
  ///
  /// - Returns: The statements of each round trip that ends with them: what was parsed before a Sync,
  ///   or a simple query.
  mutating func trips(_ bytes: ArraySlice<UInt8>) -> [[String]] {
    var trips: [[String]] = []
    for byte in bytes {
      message.append(byte)
      // The first message of a connection has no type.
      let start = isStarted ? 1 : 0
      guard message.count >= start + 4 else { continue }
      let length = message[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard message.count == start + length else { continue }
      if isStarted {
        let fields = message[5...].split(separator: 0, omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
        switch message[0] {
        case UInt8(ascii: "P"): statements.append(fields[1])
        case UInt8(ascii: "Q"):
          trips.append([fields[0]])
        case UInt8(ascii: "S"):
          trips.append(statements)
          statements = []
        default: break
        }
      }
      isStarted = true
      message.removeAll(keepingCapacity: true)
    }
    return trips
  }
}
