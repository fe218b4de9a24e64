import Catalog
import Outcome

/// The directory of an export of Cloud Firestore, managed or from the emulator, or one of its
/// files.
package struct FirestoreSource: RecordSource {
  package static let format = "firestore"
  package static let title = "exports of Cloud Firestore (the directory)"
  package static let traits = SourceTraits(hasCollections: true, hasPairs: true)

  package let file: SourceFile
  package let facts: SourceFacts
  private var offset = 0
  /// Whether the export is damaged right before `offset`.
  private var isLost = false

  package init(_ input: SourceInput) throws {
    let export = try FirestoreExport(input.path)
    file = try SourceFile(input.path, parts: export.outputs)
    facts = SourceFacts(declared: export.declared, problems: export.problems)
  }

  package static func isNamed(_ path: String, isFolder: Bool) -> Bool {
    isFolder || FirestoreExport.isPart(lastComponent(of: path))
  }

  package mutating func seek(offset: Int, line: Int) {
    if offset == 0 { isLost = false }
    self.offset = offset
  }

  package mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    var wanted = Chunk.usualBytes
    while offset < file.bytes {
      let part = file.part(at: offset)
      let bytes = try file.read(at: offset, count: wanted)
      if bytes.isEmpty {
        throw Failure(.failed, "\(part.path) became shorter while being read")
      }
      let isLast = offset + bytes.count == part.start + part.bytes
      var scanner = LogScanner(at: offset - part.start, isLost: isLost)
      bytes.withUnsafeBufferPointer { scanner.scan($0, isLast: isLast, passesOver: true) }
      if part.start + scanner.next == offset, scanner.damage.isEmpty {
        // Not one record fits.
        if wanted < Chunk.limitBytes {
          wanted *= 2
          continue
        }
        scanner.giveUp("a record longer than \(Chunk.limitBytes) bytes", after: bytes.count)
      }
      for place in scanner.damage {
        try damaged(damage(part.start + place.offset, place.reason))
      }
      let chunk = try chunk(scanner, part, damaged)
      isLost = scanner.isLost
      offset = min(chunk.nextOffset, part.start + part.bytes)
      if !chunk.frames.isEmpty { return chunk }
      wanted = Chunk.usualBytes
    }
    return nil
  }

  private func chunk(
    _ scanner: LogScanner,
    _ part: SourceFile.Part,
    _ damaged: (Damage) throws -> Void
  ) throws -> Chunk {
    var chunk = Chunk(bytes: scanner.payload, isUTF8: true)
    for entry in scanner.entries {
      let offset = part.start + entry.offset
      do throws(Fault) {
        let path = try Document.Key(record: scanner.payload[entry.range]).path
        chunk.append(
          Frame(range: entry.range, next: entry.range.upperBound),
          path,
          offset: offset,
          line: 1
        )
      } catch {
        try damaged(damage(offset, error.reason))
      }
    }
    chunk.nextOffset = part.start + scanner.next
    return chunk
  }

  private func damage(_ offset: Int, _ reason: String) -> Damage {
    Damage(description: "\(file.place(offset)): \(reason)")
  }

  package func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
    let document = try Document(chunk.bytes[chunk.frames[index].range])
    return SourceRecord(path: document.path, fields: document.fields)
  }

  package func position(offset: Int, line: Int) -> String { file.place(offset) }
}
