import Bytes

/// The result of verifying an audit export offline.
package struct AuditReport: Hashable, Sendable {
  /// How many entries are sound, up to the first fault.
  package internal(set) var entries = 0
  /// The first entry's number; over 1 if the export begins later.
  ///
  /// Nil if no entry is sound.
  package internal(set) var firstSeq: Int64?
  /// The last sound entry: its number and hash, to be written down as the next anchor.
  package internal(set) var head: AuditAnchor?
  /// The first fault; empty if there is none.
  package internal(set) var findings: [AuditFinding] = []

  /// The last sound entry's number.
  package var lastSeq: Int64? { head?.seq }
  /// The last sound entry's hash, in hexadecimal.
  package var headHash: String? { head?.hash.hexadecimal }
  /// Whether nothing was found.
  package var isSound: Bool { findings.isEmpty }
}

/// A fault in an audit export.
package struct AuditFinding: Hashable, Sendable, CustomStringConvertible {
  /// The kind of a fault.
  package enum Kind: Hashable, Sendable {
    /// The line is no entry.
    case malformed
    /// Entries are missing, repeated or out of order.
    case gap
    /// The entry does not continue from the one before it.
    case unlinked
    /// The entry's hash is not that of its fields: it was edited.
    case edited
    /// The export ends before the anchor.
    case truncated
    /// The chain is sound in itself but not the one that was anchored.
    case rewritten
    /// The export begins after the anchor and says nothing about it.
    case unanchored
  }

  /// The kind of the fault.
  package let kind: Kind
  /// The line, from 1; of an export that ends too early, the line that is missing.
  package let line: Int
  /// The reason; it repeats no text of the export.
  package let reason: String

  /// `line N: …`.
  package var description: String { "line \(line): \(reason)" }
}
