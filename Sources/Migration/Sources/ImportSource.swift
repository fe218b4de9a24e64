import Catalog
import Postgres

/// A kind of source that import reads.
///
/// A new kind is a type that conforms, and its name in `SourceFormat.kinds`.
protocol ImportSource: RecordFeed {
  /// The kind's name in mappings.
  static var format: String { get }
  /// What the kind is called where people read.
  static var title: String { get }
  /// Whether each record belongs to a collection, which a mapping names by a pattern.
  static var hasCollections: Bool { get }
  /// Whether every value is a text, the empty one standing for NULL, and records are flat.
  static var isText: Bool { get }

  /// Returns whether a path is this kind of source, judged without reading files.
  static func isNamed(_ path: String, isFolder: Bool) -> Bool
  /// Returns whether a file that begins with these bytes is of this kind.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool
  /// Returns the keys that lead to the value that a mapping calls by this text.
  static func path(of text: String) -> FieldPath
  /// Returns what a mapping calls a field of the record.
  static func text(of field: String) -> String

  /// Opens a source before its first record.
  ///
  /// - Parameters:
  ///   - path: A file, or a directory.
  ///   - delimiter: The character between fields; nil to find out.
  /// - Throws: `Failure` where there is nothing to read.
  init(_ path: String, delimiter: UInt8?) throws

  var file: ImportFile { get }
  /// How many records the source declares; nil where it declares nothing.
  var declared: Int? { get }
  /// Why the files cannot be the whole source, a line each.
  var problems: [String] { get }
  /// The names of the fields, where all records have the same.
  var header: [String]? { get }
  /// What a mapping must say beside `format`, as keys and values.
  var settings: [(key: String, value: String)] { get }

  /// Refuses a source that inspection can describe and import cannot read.
  ///
  /// - Throws: `Failure`.
  func requireRecords() throws
  /// Decodes a record of a chunk.
  func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord
  /// Appends the rows of a record; leaves them as they were where the record has a fault.
  func append(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    by projection: inout Projection,
    to rows: inout [[UInt8]]
  ) throws(Fault)
  /// Returns the position of a record for people.
  func position(offset: Int, line: Int) -> String
}

/// Records in order, a chunk at a time.
protocol RecordFeed: Sendable {
  /// Continues at a record.
  mutating func seek(offset: Int, line: Int)
  /// Reads the next records.
  ///
  /// - Parameter damaged: Takes what cannot be read and belongs to no record; throws to stop there.
  /// - Returns: At least one record; nil at the end.
  /// - Throws: `Failure` where reading cannot continue.
  mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk?
}

/// A part of a source that cannot be read.
struct Damage: Error {
  /// Where and why, on one line.
  let description: String
}

/// What a record holds.
struct SourceRecord {
  /// The record's place among the collections; nil where there are none.
  let path: DocumentPath?
  let fields: [Value.Member]
}

extension ImportSource {
  static var hasCollections: Bool { false }
  static var isText: Bool { false }

  static func isNamed(_ path: String, isFolder: Bool) -> Bool { false }
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool { false }
  static func path(of text: String) -> FieldPath { FieldPath(text) }

  static func text(of field: String) -> String {
    let isTaken = ["/", "$", "{"].contains(where: field.hasPrefix) || field.contains(".")
    guard isTaken || field.isEmpty else { return field }
    return "/" + field.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  var declared: Int? { nil }
  var problems: [String] { [] }
  var header: [String]? { nil }
  var settings: [(key: String, value: String)] { [] }

  func requireRecords() throws {}

  func append(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    by projection: inout Projection,
    to rows: inout [[UInt8]]
  ) throws(Fault) {
    let record = try decode(chunk, index)
    try projection.append(record, number: number, to: &rows)
  }

  func position(offset: Int, line: Int) -> String { "\(file.path):\(line)" }
}

/// The name of a kind of source.
package struct SourceFormat: RawRepresentable, CaseIterable, Hashable, Sendable {
  package let rawValue: String

  /// Finds a kind by its name.
  package init?(rawValue: String) {
    guard Self.kinds.contains(where: { $0.format == rawValue }) else { return nil }
    self.rawValue = rawValue
  }

  /// Every kind, the most demanding in its beginning first; the last takes any text.
  static let kinds: [any ImportSource.Type] = [
    FirestoreSource.self, JSONSource.self, NDJSONSource.self, CSVSource.self,
  ]

  /// The names of the kinds.
  package static var allCases: [SourceFormat] {
    kinds.compactMap { SourceFormat(rawValue: $0.format) }
  }

  /// The kind of this name.
  var kind: any ImportSource.Type {
    Self.kinds.first { $0.format == rawValue } ?? CSVSource.self
  }

  /// Returns the kind of a source, judged by its path and by how it begins.
  ///
  /// - Throws: `Failure` where import cannot read it.
  static func kind(of path: String) throws -> any ImportSource.Type {
    let isFolder = ImportFile.isFolder(path)
    if let kind = kinds.first(where: { $0.isNamed(path, isFolder: isFolder) }) { return kind }
    let file = try ImportFile(path)
    let start = try file.read(at: 0, count: 1 << 16)
    let bytes = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    if let foreign = ForeignFormat.name(of: bytes, isWhole: start.count == file.bytes) {
      let readable = "Import reads \(kinds.map { $0.title }.joined(separator: ", "))."
      throw Failure(
        .failed,
        "\(path) is \(foreign.what), which import does not read",
        hint: [readable, foreign.advice].filter { !$0.isEmpty }.joined(separator: " ")
      )
    }
    return kinds.first { $0.begins(bytes) } ?? CSVSource.self
  }
}
