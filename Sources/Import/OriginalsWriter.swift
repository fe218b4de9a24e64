import Outcome
package import Postgres
import Readers

/// Writes the originals of an import's quarantine as a file that can be imported.
///
/// A text file gets its framing again. Documents of Firestore become a log of LevelDB, whose name
/// must begin with `output-`; all other records become one object a line.
package struct OriginalsWriter {
  private enum Framing {
    case lines
    case array
    case log
  }

  private let framing: Framing
  private let header: String?
  private var count = 0
  /// Bytes of the log's last block that are written.
  private var blockBytes = 0

  /// Prepares for the originals of an import.
  ///
  /// - Throws: `Failure` where there is none, `PostgresError`.
  package init(_ id: Int, _ connection: Connection) async throws {
    let rows = try await connection.query(
      "SELECT mapping ->> 'format', header FROM reeve.import WHERE import_id = $1",
      [id]
    )
    guard let row = rows.first else { throw Failure(.notFound, "there is no import \(id)") }
    self.init(format: try row.get(0), header: try row.get(1))
  }

  /// Prepares for originals of a format.
  init(format: String, header: String?) {
    switch format {
    case FirestoreSource.format: framing = .log
    case JSONSource.format: framing = .array
    default: framing = .lines
    }
    self.header = header
  }

  /// Appends a record.
  package mutating func append(_ record: [UInt8], to out: inout [UInt8]) {
    switch framing {
    case .lines:
      if count == 0, let header { out += Array("\(header)\n".utf8) }
      out += record + [lineFeed]
    case .array:
      out += Array((count == 0 ? "[\n" : ",\n").utf8)
      out += record
    case .log: appendFragments(of: record, to: &out)
    }
    count += 1
  }

  /// Appends the bytes after the last record.
  package func finish(_ out: inout [UInt8]) {
    if framing == .array { out += Array((count == 0 ? "[]\n" : "\n]\n").utf8) }
  }

  private mutating func appendFragments(of record: [UInt8], to out: inout [UInt8]) {
    var rest = record[...]
    var isFirst = true
    repeat {
      var room = LogScanner.blockBytes - blockBytes
      if room < LogScanner.headerBytes {
        out += [UInt8](repeating: 0, count: room)
        blockBytes = 0
        room = LogScanner.blockBytes
      }
      let part = Array(rest.prefix(room - LogScanner.headerBytes))
      rest = rest.dropFirst(part.count)
      let kind: UInt8 = isFirst ? (rest.isEmpty ? 1 : 2) : (rest.isEmpty ? 4 : 3)
      let sum = part.withUnsafeBufferPointer { CRC32C.masked(kind, $0) }
      withUnsafeBytes(of: sum.littleEndian) { out.append(contentsOf: $0) }
      out += [UInt8(part.count & 255), UInt8(part.count >> 8), kind]
      out += part
      blockBytes += LogScanner.headerBytes + part.count
      isFirst = false
    } while !rest.isEmpty
  }
}
