package import Catalog

/// What a file or an export holds, found by reading all of it; needs no database.
package struct Inspection: Sendable {
  package let path: String
  package let format: Mapping.Format
  /// What parts the fields of a CSV file.
  let delimiter: UInt8
  /// How many files, and their length.
  package let files: Int
  package let bytes: Int
  /// Records that the export declares; nil where nothing does.
  package let declared: Int?
  /// Records that were read.
  package private(set) var read = 0
  /// Records, and places of an export, that cannot be read.
  package private(set) var unreadable = 0
  /// Why the source is not whole or not as it says, a line each; of many the first.
  package private(set) var problems: [String] = []
  /// By name.
  private(set) var collections: [CollectionProfile] = []

  /// The most collections told apart.
  private static let limitCollections = 1000
  private static let limitProblems = 20

  /// Reads a source.
  ///
  /// - Parameters:
  ///   - path: A file, or the folder of an export.
  ///   - format: What it is; nil to find out.
  ///   - report: Takes a line for people from time to time.
  /// - Throws: `ImportError` where there is nothing to read.
  package init(_ path: String, format: Mapping.Format?, report: (String) -> Void) throws {
    let format = try format ?? Self.format(of: path)
    let export = try format == .firestore ? FirestoreExport(path) : nil
    let file = try export.map { try ImportFile(path, parts: $0.outputs) } ?? ImportFile(path)
    self.path = path
    self.format = format
    delimiter = try format == .csv ? Self.delimiter(of: file) : 0
    files = file.parts.count
    bytes = file.bytes
    declared = export?.declared
    var reader = RecordReader(file: file, format: format, delimiter: delimiter)
    reader.damage = RecordReader.Damage()
    var walk = Walk(delimiter: delimiter, format: format)
    var problems = export?.problems ?? []
    let clock = ContinuousClock()
    var told = clock.now
    do {
      while let chunk = try reader.next() {
        for (index, frame) in chunk.frames.enumerated() {
          do throws(Fault) {
            if let fault = frame.fault { throw fault }
            guard let record = try walk.record(chunk, frame) else { continue }
            read += 1
            add(record)
          } catch {
            read += 1
            unreadable += 1
            let place =
              format == .firestore
              ? file.place(chunk.offsets[index]) : "\(path):\(chunk.lines[index])"
            if problems.count < Self.limitProblems { problems.append("\(place): \(error.reason)") }
          }
        }
        if clock.now - told > .seconds(2) {
          told = clock.now
          report("\(read) records, \(reader.offset * 100 / max(1, file.bytes)) %")
        }
      }
      try file.requireUnchanged()
    } catch let error as ImportError {
      unreadable += 1
      problems.append(error.message)
    }
    unreadable += reader.damage?.count ?? 0
    problems += reader.damage?.places ?? []
    if let declared, declared != read {
      problems.append("\(path) holds \(read) documents, not the \(declared) declared")
    }
    self.problems = problems
    collections.sort { $0.name < $1.name }
  }

  private mutating func add(_ record: Walk.Record) {
    let index: Int
    if let known = collections.firstIndex(where: { $0.name == record.name }) {
      index = known
    } else {
      let isFull = collections.count >= Self.limitCollections
      let name = isFull ? "…" : record.name
      index = collections.firstIndex { $0.name == name } ?? collections.count
      if index == collections.count {
        collections.append(CollectionProfile(name: name, path: isFull ? [] : record.path))
      }
    }
    collections[index].add(record.members)
  }

  /// Tells a source's format by what it is, and by how it begins.
  ///
  /// - Throws: `ImportError` where it is none that is read.
  private static func format(of path: String) throws -> Mapping.Format {
    let name = lastComponent(of: path)
    if FirestoreExport.isFolder(path) || FirestoreExport.isPart(name) { return .firestore }
    let file = try ImportFile(path)
    let start = try file.read(at: 0, count: 1 << 16)
    let bytes = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    if let foreign = ForeignFormat.name(of: bytes, isWhole: start.count == file.bytes) {
      throw ImportError(
        "\(path) is \(foreign.what), which import does not read",
        hint: [ForeignFormat.readable, foreign.advice].filter { !$0.isEmpty }
          .joined(separator: " ")
      )
    }
    switch bytes.first(where: { $0 > 32 }) {
    case UInt8(ascii: "["): return .json
    case UInt8(ascii: "{"): return .ndjson
    default: return .csv
    }
  }

  /// The character that the first line has most of, outside quotes.
  private static func delimiter(of file: ImportFile) throws -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in try file.read(at: 0, count: 1 << 16) {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == lineFeed { break }
      counts[byte, default: 0] += 1
    }
    let candidates = [",", ";", "\t", "|"].map { $0.utf8.first ?? 0 }
    let best = candidates.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
    return best.flatMap { (counts[$0] ?? 0) > 0 ? $0 : nil } ?? UInt8(ascii: ",")
  }

  /// Reads records without a mapping.
  private struct Walk {
    struct Record {
      let name: String
      let path: [String]
      let members: [Value.Member]
    }

    private var header: [ArraySlice<UInt8>]?
    private let delimiter: UInt8
    private let format: Mapping.Format

    private var fields = CSVFields()

    init(delimiter: UInt8, format: Mapping.Format) {
      self.delimiter = delimiter
      self.format = format
    }

    /// Returns nil for a header.
    mutating func record(_ chunk: Chunk, _ frame: Frame) throws(Fault) -> Record? {
      if format == .firestore {
        let document = try Document(chunk.bytes[frame.range])
        let path = document.path.segments.enumerated().map { index, segment in
          index.isMultiple(of: 2) ? String(decoding: segment, as: UTF8.self) : "{}"
        }
        return Record(
          name: path.dropLast().joined(separator: "/"),
          path: path,
          members: document.fields
        )
      }
      try chunk.requireUTF8(frame)
      guard format == .csv else {
        return Record(name: "", path: [], members: try chunk.object(frame))
      }
      fields.split(chunk.bytes.span, frame.range, delimiter: delimiter)
      let texts = fields.fields.indices.map { fields.text($0, of: chunk.bytes) }
      guard let header else {
        header = texts.map { Array($0)[...] }
        return nil
      }
      guard texts.count == header.count else {
        throw Fault(
          code: "syntax",
          reason: "\(texts.count) fields where the header has \(header.count)"
        )
      }
      let members = zip(header, texts).map { Value.Member(key: $0, value: .string($1)) }
      return Record(name: "", path: [], members: members)
    }
  }
}
