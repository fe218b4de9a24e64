import Bytes
import CCrypto
import Postgres
import Readers

/// The digest by which a later import recognizes a record that is staged as before, by the same
/// mapping: the first half of the SHA-256 of its row in the text format of COPY without the number,
/// and of the mapping's SHA-256.
struct ContentDigest: Sendable {
  private let mapping: [UInt8]

  /// Takes the JSON text of the mapping.
  init(mapping: String) {
    self.mapping = Self.hash(Array(mapping.utf8)[...])
  }

  /// Appends the digest, or NULL, to the row at the end of `rows`.
  ///
  /// - Parameters:
  ///   - digest: Makes the digest; nil for NULL.
  ///   - start: Where the row begins, with the number of its record.
  ///   - rows: Rows in the text format of COPY.
  /// - Returns: The digest.
  static func append(_ digest: ContentDigest?, ofRow start: Int, to rows: inout [UInt8])
    -> UniqueID?
  {
    rows.removeLast()
    var content: UniqueID?
    if let digest {
      let end = rows.count
      let tab = rows[start...].firstIndex(of: UInt8(ascii: "\t")) ?? start
      rows.append(contentsOf: digest.mapping)
      let hash = hash(rows[tab...])
      rows.removeLast(rows.count - end)
      rows.append(UInt8(ascii: "\t"))
      rows.append(hexadecimal: hash[..<16])
      content = UniqueID(high: half(hash[..<8]), low: half(hash[8..<16]))
    } else {
      rows.append(contentsOf: [UInt8(ascii: "\t"), UInt8(ascii: "\\"), UInt8(ascii: "N")])
    }
    rows.append(lineFeed)
    return content
  }

  private static func half(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(CCRYPTO_HASH_BYTES))
    bytes.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress { ccrypto_sha256(first, bytes.count, &hash) }
    }
    return hash
  }
}
