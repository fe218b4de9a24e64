import Host
package import Outcome

/// The entries of an external audit export that come after the last entry of a restored database.
package struct AuditTail: Sendable {
  /// A command that the database no longer knows of.
  package struct Entry: Hashable, Sendable {
    /// Its number in the chain.
    package let seq: Int64
    /// Such as `ban`.
    package let kind: String
    /// `app/collection:key`, where it was about a subject.
    package let subject: String?
    /// The login that acted.
    package let actor: String
  }

  /// In the order of the chain; as many as there are.
  package private(set) var entries: [Entry] = []
  /// Whether the export holds the database's last entry as it is there.
  package private(set) var continues = false

  /// Reads an export line by line.
  ///
  /// - Parameters:
  ///   - path: A file that `audit export` wrote.
  ///   - head: The database's last entry.
  /// - Throws: `Failure` where it cannot be read, or is no export.
  package init(path: String, after head: AuditAnchor) throws(Failure) {
    continues = head.seq == 0
    var lines = try FileLines(path: path, limitBytes: AuditEntry.limitBytes)
    while let line = try lines.next() {
      let entry: AuditEntry
      do throws(MalformedAuditEntry) {
        guard case .bytes(let bytes) = line else { throw MalformedAuditEntry("it is too long") }
        if bytes.isEmpty { continue }
        entry = try AuditEntry(line: bytes[...])
      } catch {
        throw Failure(.usage, "\(path) is not an export of a record: \(error.reason)")
      }
      if entry.seq == head.seq { continues = entry.hash == head.hash }
      guard entry.seq > head.seq else { continue }
      entries.append(
        Entry(seq: entry.seq, kind: entry.kind, subject: entry.subject, actor: entry.actor)
      )
    }
  }
}
