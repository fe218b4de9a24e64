import Bytes

/// A position in the audit chain that was written down outside the database: `seq:hash`.
package struct AuditAnchor: Hashable, Sendable, CustomStringConvertible {
  /// The entry's number; 0 is the beginning, before the first entry.
  package let seq: Int64
  /// The entry's hash, 32 bytes.
  package let hash: [UInt8]

  /// Reads `seq:hash`, the hash in 64 hexadecimal digits; nil if it is anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let seq = Int64(parts[0]), seq >= 0,
      let hash = [UInt8](hexadecimal: String(parts[1])), hash.count == AuditEntry.hashBytes
    else { return nil }
    self.init(seq: seq, hash: hash)
  }

  init(seq: Int64, hash: [UInt8]) {
    self.seq = seq
    self.hash = hash
  }

  /// `seq:hash`, as it is to be written down.
  package var description: String { "\(seq):\(hash.hexadecimal)" }
}
