/// A statement and its bound values, in the bytes that go to the server.
struct Statement: Sendable {
  /// The text with `$1` … `$n`, NUL-terminated by `withCString`.
  let sql: String
  /// Every value followed by NUL, one after the other.
  private let bytes: [UInt8]
  /// Where each value begins in `bytes`; nil is NULL.
  private let starts: [Int?]

  /// The most values that one statement can carry: the protocol counts them in 16 bits.
  static let maximumParameters = 65_535

  /// Encodes the values.
  ///
  /// - Throws: `unsendable` for text with a NUL character, which would cut it short, or too many
  ///   values.
  init(_ sql: String, _ parameters: [(any PostgresEncodable)?] = []) throws(PostgresError) {
    guard !sql.utf8.contains(0) else {
      throw .unsendable(parameter: nil, reason: "it contains a NUL character")
    }
    guard parameters.count <= Self.maximumParameters else {
      throw .unsendable(
        parameter: nil,
        reason: "\(parameters.count) parameters, at most \(Self.maximumParameters) are possible"
      )
    }
    self.sql = sql
    var bytes: [UInt8] = []
    var starts: [Int?] = []
    starts.reserveCapacity(parameters.count)
    for (index, parameter) in parameters.enumerated() {
      guard let parameter else {
        starts.append(nil)
        continue
      }
      let start = bytes.count
      bytes.append(contentsOf: parameter.postgresText.utf8)
      guard !bytes[start...].contains(0) else {
        throw .unsendable(parameter: index + 1, reason: "it contains a NUL character")
      }
      bytes.append(0)
      starts.append(start)
    }
    self.bytes = bytes
    self.starts = starts
  }

  /// How many values are bound.
  var parameterCount: Int { starts.count }

  /// Lends the values as C strings.
  func withParameters<R>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> R) -> R {
    bytes.withUnsafeBytes { raw in
      let base = raw.bindMemory(to: CChar.self).baseAddress
      let pointers = starts.map { start in start.flatMap { offset in base.map { $0 + offset } } }
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }

  /// Replaces bound values that `message` repeats by their numbers: wherever the server quotes
  /// them, and anywhere else if they have eight characters or more.
  func hidingParameters(in message: String) -> String {
    var message = message
    for (index, start) in starts.enumerated() {
      guard let start, bytes[start] != 0 else { continue }
      let value = String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self)
      message.replace("\"\(value)\"", with: "\"$\(index + 1)\"")
      if value.count >= 8 { message.replace(value, with: "$\(index + 1)") }
    }
    return message
  }
}
