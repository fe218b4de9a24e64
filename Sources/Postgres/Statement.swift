/// A statement and its bound values, in the bytes that go to the server.
struct Statement: Sendable {
  /// The text with `$1` … `$n`, NUL-terminated by `withCString`.
  let sql: String
  /// The format of the rows that come back.
  let format: ResultFormat
  /// Every value followed by NUL, one after the other.
  private let bytes: [UInt8]
  /// Where each value begins in `bytes`; nil is NULL.
  private let starts: [Int?]
  /// The type, length and format of each value for libpq; empty if all are text.
  private let binary: (types: [UInt32], lengths: [Int32], formats: [Int32])

  /// The most values that one statement can carry: the protocol counts them in 16 bits.
  static let maximumParameters = 65_535

  /// Encodes the values.
  ///
  /// - Throws: `unsendable` for text with a NUL character, which would cut it short, or too many
  ///   values.
  init(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?] = [],
    format: ResultFormat = .text
  ) throws(PostgresError) {
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
    self.format = format
    var bytes: [UInt8] = []
    var starts: [Int?] = []
    starts.reserveCapacity(parameters.count)
    let count = parameters.contains { $0 is any BinaryParameter } ? parameters.count : 0
    var binary = (
      types: [UInt32](repeating: 0, count: count), lengths: [Int32](repeating: 0, count: count),
      formats: [Int32](repeating: 0, count: count)
    )
    for (index, parameter) in parameters.enumerated() {
      guard let parameter else {
        starts.append(nil)
        continue
      }
      let start = bytes.count
      starts.append(start)
      if let parameter = parameter as? any BinaryParameter {
        parameter.appendBinary(to: &bytes)
        binary.types[index] = parameter.type
        binary.lengths[index] = Int32(bytes.count - start)
        binary.formats[index] = 1
        continue
      }
      bytes.append(contentsOf: parameter.postgresText.utf8)
      guard !bytes[start...].contains(0) else {
        throw .unsendable(parameter: index + 1, reason: "it contains a NUL character")
      }
      bytes.append(0)
    }
    self.bytes = bytes
    self.starts = starts
    self.binary = binary
  }

  /// How many values are bound.
  var parameterCount: Int { starts.count }

  /// Lends the values as libpq takes them: where they begin, and for binary ones the rest.
  func withParameters<R>(
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>?, _ types: [UInt32]?, _ lengths: [Int32]?,
      _ formats: [Int32]?
    ) -> R
  ) -> R {
    // A binary value of no bytes must not be taken for NULL, so there is always a byte to point at.
    (bytes.isEmpty ? [0] : bytes).withUnsafeBytes { raw in
      let base = raw.bindMemory(to: CChar.self).baseAddress
      let pointers = starts.map { start in start.flatMap { offset in base.map { $0 + offset } } }
      return pointers.withUnsafeBufferPointer {
        binary.types.isEmpty
          ? body($0.baseAddress, nil, nil, nil)
          : body($0.baseAddress, binary.types, binary.lengths, binary.formats)
      }
    }
  }

  /// Replaces bound values that `message` repeats by their numbers: wherever the server quotes
  /// them, and anywhere else if they have eight characters or more.
  func hidingParameters(in message: String) -> String {
    var message = message
    for (index, start) in starts.enumerated() {
      guard let start, binary.formats.isEmpty || binary.formats[index] == 0, bytes[start] != 0
      else { continue }
      let value = String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self)
      message.replace("\"\(value)\"", with: "\"$\(index + 1)\"")
      if value.count >= 8 { message.replace(value, with: "$\(index + 1)") }
    }
    return message
  }
}
