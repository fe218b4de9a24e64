import Outcome
package import Readers

/// The contents of a file or an export, found by reading all of it; needs no database.
package struct Inspection: Sendable {
  package let path: String
  /// The name for a mapping, and for the table of a file of records.
  let stem: String
  /// The name of its kind.
  package var format: String { kind.format }
  /// How the file is packed and encoded, outermost first; empty for UTF-8.
  package let layers: [String]
  let kind: any RecordSource.Type
  /// Notes on all records, a sentence each.
  package private(set) var notes: [String]
  /// The settings that a mapping needs besides `format`.
  let settings: [(key: String, value: String)]
  /// Facts about the collections that their records do not show, by the collection's pattern.
  let outlines: [String: CollectionOutline]
  /// How many files, and their length.
  package let files: Int
  package let bytes: Int
  /// Records that the export declares; nil where nothing does.
  package let declared: Int?
  /// Records that were read.
  package private(set) var read = 0
  /// Records, and paths of an export, that cannot be read.
  package private(set) var unreadable = 0
  /// Those of them that are records which an import can set aside.
  package private(set) var faulty = 0
  /// Whether records are not UTF-8: the encoding was not found out.
  private var hasUnknownEncoding = false
  /// A hint on the problems.
  package var advice: String? {
    hasUnknownEncoding
      ? "--encoding names another encoding than UTF-8, such as windows-1252." : nil
  }
  /// Why the source is not whole or not as it says, a line each; of many the first.
  package private(set) var damage: [String] = []
  /// Records that cannot be read, and why, a line each; of many the first.
  package private(set) var faults: [String] = []
  /// Everything that is wrong with the source, a line each; of many the first.
  package var problems: [String] { Array((damage + faults).prefix(Self.limitProblems)) }
  /// By name.
  private(set) var collections: [CollectionProfile] = []

  /// The most collections distinguished.
  private static let limitCollections = 1000
  private static let limitProblems = 20

  /// Describes a database on a server as it declares itself; reads any other source.
  ///
  /// - Throws: `Failure` where there is nothing to read.
  package init(
    of path: String,
    _ options: SourceOptions,
    report: (String) -> Void
  ) async throws {
    if PostgresAddress.isAddress(path),
      let source = try await SourceFormat.find(path, options) as? PostgresSource
    {
      self.init(source)
    } else {
      try self.init(path, options, report: report)
    }
  }

  private init(_ source: PostgresSource) {
    kind = PostgresSource.self
    path = source.file.path
    stem = source.name
    (layers, files, bytes) = ([], 0, 0)
    let facts = source.facts
    (settings, notes, outlines) = (facts.settings, facts.notes, facts.outlines)
    (declared, damage) = (facts.declared, facts.problems)
    collections = source.tables.map {
      CollectionProfile(
        name: $0.path.collection,
        path: $0.path.pattern,
        records: $0.rows,
        fields: $0.columns
      )
    }
    read = facts.declared ?? 0
  }

  /// Reads a source.
  ///
  /// - Parameters:
  ///   - path: A file, or the directory of an export.
  ///   - options: The format and its settings, where they are not to be detected.
  ///   - report: Takes a line for people from time to time.
  /// - Throws: `Failure` where there is nothing to read.
  package init(
    _ path: String,
    _ options: SourceOptions = SourceOptions(),
    report: (String) -> Void
  ) throws {
    let opened = try SourceFormat.opened(path, options)
    var source = opened.source
    kind = type(of: source)
    let file = source.file
    self.path = file.path
    let name = lastComponent(of: file.path)
    layers = file.content?.layers ?? []
    let isPacked = layers.contains { Packing(rawValue: $0) != nil }
    let unpacked = isPacked ? Self.withoutEnding(name) : name
    stem = Self.withoutEnding(unpacked)
    let facts = source.facts
    settings = facts.settings + (options.encoding.map { [("encoding", $0)] } ?? [])
    (outlines, declared) = (facts.outlines, facts.declared)
    notes = facts.notes + (opened.reason.map { [$0] } ?? [])
    files = file.parts.count
    bytes = file.bytes
    damage = facts.problems
    var damages = 0
    var damaged: [String] = []
    // Whether lines end the records, so that a last one without an end may be cut off.
    let endsInLine = try kind.traits.endsInLines && Self.lacksLineEnd(file)
    var interval = ReportInterval()
    do {
      while let chunk = try source.next(damaged: { damage in
        damages += 1
        if damaged.count < Self.limitProblems { damaged.append(damage.description) }
      }) {
        for index in chunk.frames.indices {
          read += 1
          do throws(Fault) {
            add(try source.decode(chunk, index))
          } catch {
            unreadable += 1
            let isText = !(source is SQLiteSource || source is FirestoreSource)
            if error.code == "encoding", isText { hasUnknownEncoding = true }
            let position = source.position(
              offset: chunk.offsets[index],
              line: chunk.lines[index]
            )
            let isLast =
              index == chunk.frames.count - 1 && chunk.nextOffset >= bytes && endsInLine
            switch error.extent {
            case .rest: damage.append("\(position): \(error.reason)")
            case .end where isLast:
              damage.append("\(position): \(error.reason), and the file ends there: it is cut off")
            default:
              faulty += 1
              if faults.count < Self.limitProblems { faults.append("\(position): \(error.reason)") }
            }
          }
        }
        if interval.isOver {
          report("\(read) records, \(chunk.nextOffset * 100 / max(1, bytes)) %")
        }
      }
      try file.requireUnchanged()
    } catch let error as Failure {
      unreadable += 1
      damage.append(error.message)
    }
    unreadable += damages
    damage += damaged
    if let declared, declared != read {
      damage.append("\(path) holds \(read) records, not the \(declared) declared")
    }
    for (name, outline) in outlines {
      guard let empty = outline.empty else { continue }
      collections.append(
        CollectionProfile(name: name, path: empty.path, records: 0, fields: empty.fields)
      )
    }
    collections.sort { $0.name < $1.name }
    noteOtherFormats()
  }

  /// Notes values that another format has a meaning for: beyond the first records, or because a
  /// format was chosen.
  private mutating func noteOtherFormats() {
    for other in SourceFormat.allCases where other.rawValue != format {
      guard let key = other.kind.wordOfValues(elsewhere: kind) else { continue }
      let names = collections.flatMap(\.fields).filter { field in
        guard field.path.count > 1, case .field(let name) = field.path.last else { return false }
        return key(name)
      }
      guard let name = names.first?.name else { continue }
      notes.append(
        "values such as {\"\(String(decoding: name, as: UTF8.self))\": …} stay maps; "
          + "--format \(other.rawValue) reads them"
      )
    }
  }

  /// Whether a file of lines does not end with a line end.
  private static func lacksLineEnd(_ file: SourceFile) throws -> Bool {
    let first = try file.read(at: 0, count: 4096).first { $0 > 32 && $0 < 127 }
    return try first != UInt8(ascii: "[")
      && file.read(at: max(0, file.bytes - 1), count: 1) != [lineFeed]
  }

  private static func withoutEnding(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  private mutating func add(_ record: SourceRecord) {
    let name = record.path?.collection ?? ""
    let index: Int
    if let known = collections.firstIndex(where: { $0.name == name }) {
      index = known
    } else {
      let isFull = collections.count >= Self.limitCollections
      let name = isFull ? "…" : name
      index = collections.firstIndex { $0.name == name } ?? collections.count
      if index == collections.count {
        let path = isFull ? nil : record.path?.pattern
        collections.append(CollectionProfile(name: name, path: path ?? []))
      }
    }
    collections[index].add(record.fields, id: record.path?.segments.last)
  }
}
