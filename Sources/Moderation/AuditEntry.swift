import Bytes
import CCrypto

/// One sealed entry of the audit chain, as an export has it.
///
/// Its hash is sha256 over: the hash before (32 bytes, zeros for the first entry), the format's
/// version (the byte 2), the sequence number and the time (8 bytes each), then seven fields with
/// their lengths before them (4 bytes; -1 and no bytes for NULL): command id in decimal, actor,
/// principal, kind, subject, batch, and the manifest as raw bytes. Integers are big-endian, text is
/// UTF-8. The manifest is sha256 over the byte 3 and the content.
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
  /// The content whose digest is the manifest.
  var content: String

  /// How many bytes a hash has.
  static let hashBytes = CCRYPTO_HASH_BYTES

  /// The hash that the fields give.
  var computedHash: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    bytes += previous
    bytes.append(2)
    Self.append(seq, to: &bytes)
    Self.append(microseconds, to: &bytes)
    Self.append(String(commandID), to: &bytes)
    Self.append(actor, to: &bytes)
    Self.append(principal, to: &bytes)
    Self.append(kind, to: &bytes)
    Self.append(subject, to: &bytes)
    Self.append(batch, to: &bytes)
    Self.append(Int32(manifest.count), to: &bytes)
    bytes += manifest
    return Self.digest(bytes)
  }

  /// Whether the manifest is the digest of the content.
  var provesContent: Bool { Self.digest([3] + content.utf8) == manifest }

  /// The SHA-256 of bytes.
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: hashBytes)
    ccrypto_sha256(bytes, bytes.count, &hash)
    return hash
  }

  private static func append(_ field: String?, to bytes: inout [UInt8]) {
    append(field.map { Int32($0.utf8.count) } ?? -1, to: &bytes)
    if let field { bytes += field.utf8 }
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}

extension AuditEntry {
  /// Reads a line of an export.
  init(line: ArraySlice<UInt8>) throws(MalformedAuditEntry) {
    let values = try Self.values(of: line)
    func required(_ place: Int) throws(MalformedAuditEntry) -> String {
      guard let value = values[place] else {
        throw MalformedAuditEntry("its \(Self.keys[place]) is null")
      }
      return value
    }
    func number(_ place: Int) throws(MalformedAuditEntry) -> Int64 {
      let digits = try required(place)
      guard let number = Int64(digits), String(number) == digits else {
        throw MalformedAuditEntry("its \(Self.keys[place]) is not an integer")
      }
      return number
    }
    func digest(_ place: Int) throws(MalformedAuditEntry) -> [UInt8] {
      guard let bytes = [UInt8](hexadecimal: try required(place)), bytes.count == Self.hashBytes
      else {
        throw MalformedAuditEntry("its \(Self.keys[place]) is not a SHA-256 in hexadecimal")
      }
      return bytes
    }
    seq = try number(0)
    microseconds = try number(1)
    commandID = try number(2)
    actor = try required(3)
    principal = values[4]
    kind = try required(5)
    subject = values[6]
    batch = values[7]
    manifest = try digest(8)
    previous = try digest(9)
    hash = try digest(10)
    content = try required(11)
  }

  /// Reads an object of strings, integers and nulls that has `keys` and no other, in any order.
  ///
  /// - Returns: The values in the order of `keys`, integers as they are written; nil for null.
  private static func values(
    of line: ArraySlice<UInt8>
  ) throws(MalformedAuditEntry) -> [String?] {
    do {
      _ = try UTF8Span(validating: line.span)
    } catch {
      throw MalformedAuditEntry("it is not UTF-8")
    }
    var values = [String??](repeating: nil, count: keys.count)
    var fault: String?
    do throws(JSONCursor.Malformed) {
      var cursor = JSONCursor(line)
      cursor.skipBlanks()
      try cursor.object { (cursor, key) throws(JSONCursor.Malformed) in
        let value = try cursor.field()
        if let place = keys.firstIndex(of: String(decoding: key, as: UTF8.self)) {
          if values[place] != nil { fault = "it has a key twice" }
          values[place] = .some(value)
        } else {
          fault = "it has an unknown key"
        }
      }
      try cursor.end()
    } catch {
      fault = "it is not a JSON object of strings and integers (column \(error.byte))"
    }
    let found: [String?] = values.compactMap { $0 }
    if fault == nil, found.count < keys.count { fault = "a key is missing" }
    if let fault { throw MalformedAuditEntry(fault) }
    return found
  }

  /// The longest line that can be an entry, in bytes.
  static let limitBytes = 1 << 20

  private static let keys = [
    "seq", "us", "command_id", "actor", "principal", "kind", "subject", "batch", "manifest_hex",
    "prev_hex", "hash_hex", "content",
  ]
}

extension JSONCursor {
  fileprivate mutating func field() throws(Malformed) -> String? {
    switch next {
    case UInt8(ascii: "\""): return String(decoding: try string(), as: UTF8.self)
    case UInt8(ascii: "n"):
      try word("null")
      return nil
    default:
      let (text, isInteger) = try number()
      guard isInteger else { throw malformed("not an integer") }
      return String(decoding: text, as: UTF8.self)
    }
  }
}

/// Why a line is not an entry; it repeats nothing of the line.
struct MalformedAuditEntry: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
