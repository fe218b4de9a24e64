import Host
package import Outcome

/// Verifies an export of the audit chain offline, in constant memory.
///
/// A chain shows edits, holes and changes of order by itself. It can show neither that its end was
/// cut off nor that all of it was created again: for that there is the anchor.
package enum AuditVerifier {
  /// Reads an export, one JSON object a line, up to its first fault.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - anchor: An entry that was written down earlier, outside the database.
  /// - Returns: The findings; a fault is not an error.
  /// - Throws: `Failure` where the file cannot be read.
  package static func verify(
    path: String,
    anchor: AuditAnchor? = nil
  ) throws(Failure) -> AuditReport {
    var lines = try FileLines(path: path, limitBytes: AuditEntry.limitBytes)
    var chain = AuditChain(anchor: anchor)
    while let line = try lines.next() {
      guard chain.take(line) else { return chain.report }
    }
    chain.end()
    return chain.report
  }
}

/// The chain as far as it has been followed.
struct AuditChain {
  private(set) var report = AuditReport()
  private let anchor: AuditAnchor?
  private var line = 0

  init(anchor: AuditAnchor?) { self.anchor = anchor }

  /// Follows the chain by one line; false at a fault.
  mutating func take(_ text: FileLines.Line) -> Bool {
    line += 1
    guard case .bytes(let bytes) = text else {
      return fail(.malformed, "not an entry: it is longer than \(AuditEntry.limitBytes) bytes")
    }
    do {
      return follow(try AuditEntry(line: bytes[...]))
    } catch {
      return fail(.malformed, "not an entry: \(error.reason)")
    }
  }

  /// Looks at the anchor once more when the export is over.
  mutating func end() {
    line += 1
    let last = report.lastSeq ?? 0
    guard let anchor, anchor.seq > last else { return }
    _ = fail(
      .truncated,
      "the export ends with entry \(last), before the anchor \(anchor.seq): it was cut off"
    )
  }

  private mutating func follow(_ entry: AuditEntry) -> Bool {
    if let head = report.head {
      guard head.seq < .max, entry.seq == head.seq + 1 else {
        return fail(.gap, "entry \(entry.seq) comes after entry \(head.seq)")
      }
      guard entry.previous == head.hash else {
        return fail(.unlinked, "entry \(entry.seq) does not continue from entry \(head.seq)")
      }
    } else {
      guard begin(entry) else { return false }
    }
    guard entry.computedHash == entry.hash else {
      return fail(.edited, "entry \(entry.seq) was edited: its hash is not that of its fields")
    }
    guard entry.provesContent else {
      return fail(.edited, "entry \(entry.seq): its content differs from what was sealed")
    }
    if let anchor, anchor.seq == entry.seq, anchor.hash != entry.hash {
      return fail(.rewritten, "entry \(entry.seq) is not the one anchored: the chain was rewritten")
    }
    report.entries += 1
    report.firstSeq = report.firstSeq ?? entry.seq
    report.head = AuditAnchor(seq: entry.seq, hash: entry.hash)
    return true
  }

  /// Checks how the export begins: at the chain's beginning, or anywhere in it.
  private mutating func begin(_ entry: AuditEntry) -> Bool {
    guard entry.seq >= 1 else {
      return fail(.gap, "entry \(entry.seq): entries are numbered from 1")
    }
    let origin = [UInt8](repeating: 0, count: AuditEntry.hashBytes)
    guard entry.seq > 1 || entry.previous == origin else {
      return fail(.unlinked, "entry 1 continues from another chain")
    }
    guard let anchor, anchor.seq < entry.seq else { return true }
    guard anchor.seq == entry.seq - 1 else {
      return fail(
        .unanchored,
        "the export begins with entry \(entry.seq), after the anchor \(anchor.seq)"
      )
    }
    guard entry.previous == anchor.hash else {
      return fail(
        .rewritten,
        "entry \(entry.seq) does not continue from the anchor: "
          + "the chain was rewritten"
      )
    }
    return true
  }

  private mutating func fail(_ kind: AuditFinding.Kind, _ reason: String) -> Bool {
    report.findings.append(AuditFinding(kind: kind, line: line, reason: reason))
    return false
  }
}
