import Crypto

/// One sealed entry of the audit chain, as an export has it.
///
/// Its hash is sha256 over: the hash before (32 bytes, zeros for the first entry), the format's version
/// (one byte, 1), the sequence number and the time (8 bytes each), then seven fields with their lengths
/// before them (4 bytes; -1 and no bytes for NULL): command id in decimal, actor, principal, kind,
/// subject, batch, and the digest of the manifest as raw bytes. Integers are big-endian, text is UTF-8.
struct AuditEntry {
  let seq: Int64
  /// Microseconds since 1970-01-01 UTC.
  let microseconds: Int64
  let commandID: Int64
  let actor: String
  let principal: String?
  let kind: String
  let subject: String?
  let batch: String?
  let manifest: [UInt8]
  let previous: [UInt8]
  let hash: [UInt8]

  /// How many bytes a hash has.
  static let hashBytes = 32

  /// The hash that the fields give.
  var computedHash: [UInt8] {
    var sealed = SHA256()
    var bytes = previous
    bytes.append(1)
    Self.append(seq, to: &bytes)
    Self.append(microseconds, to: &bytes)
    for field in [String(commandID), actor, principal, kind, subject, batch] {
      Self.append(field.map { Array($0.utf8) }, to: &bytes)
    }
    Self.append(manifest, to: &bytes)
    bytes.withUnsafeBytes { sealed.update(bufferPointer: $0) }
    return sealed.finalize().withUnsafeBytes { Array($0) }
  }

  private static func append(_ field: [UInt8]?, to bytes: inout [UInt8]) {
    append(field.map { Int32($0.count) } ?? -1, to: &bytes)
    bytes += field ?? []
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}

extension AuditEntry {
  /// Reads a line of an export.
  init(line: Span<UInt8>) throws(MalformedAuditEntry) {
    let object = try FlatJSON.read(line)
    guard object.count == Self.keys.count else {
      let unknown = object.keys.contains { !Self.keys.contains($0) }
      throw MalformedAuditEntry(
        unknown ? "it has a key that entries do not have" : "a key is missing"
      )
    }
    func text(_ key: String) throws(MalformedAuditEntry) -> String? {
      guard let value = object[key] else { throw MalformedAuditEntry("it has no \(key)") }
      return value
    }
    func required(_ key: String) throws(MalformedAuditEntry) -> String {
      guard let value = try text(key) else { throw MalformedAuditEntry("its \(key) is null") }
      return value
    }
    func number(_ key: String) throws(MalformedAuditEntry) -> Int64 {
      let digits = try required(key)
      guard let number = Int64(digits), String(number) == digits else {
        throw MalformedAuditEntry("its \(key) is not an integer")
      }
      return number
    }
    func digest(_ key: String) throws(MalformedAuditEntry) -> [UInt8] {
      guard let bytes = [UInt8](hexadecimal: try required(key)), bytes.count == Self.hashBytes
      else {
        throw MalformedAuditEntry("its \(key) is not a sha256 in hexadecimal")
      }
      return bytes
    }
    seq = try number("seq")
    microseconds = try number("us")
    commandID = try number("command_id")
    actor = try required("actor")
    principal = try text("principal")
    kind = try required("kind")
    subject = try text("subject")
    batch = try text("batch")
    manifest = try digest("manifest_hex")
    previous = try digest("prev_hex")
    hash = try digest("hash_hex")
  }

  private static let keys: Set<String> = [
    "seq", "us", "command_id", "actor", "principal", "kind", "subject", "batch", "manifest_hex",
    "prev_hex", "hash_hex",
  ]
}

/// Why a line is not an entry; it repeats nothing of the line.
struct MalformedAuditEntry: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension [UInt8] {
  /// Reads pairs of hexadecimal digits; nil if it is anything else.
  init?(hexadecimal text: String) {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    self = bytes
  }

  /// Pairs of lower-case hexadecimal digits.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
