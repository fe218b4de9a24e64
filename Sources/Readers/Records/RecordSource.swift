package import Catalog

/// A kind of source.
///
/// A new kind is a type that conforms, and its name in `SourceFormat.kinds`.
package protocol RecordSource: RecordFeed {
  /// The kind's name in mappings.
  static var format: String { get }
  /// What the kind is called where people read.
  static var title: String { get }
  /// Whether each record belongs to a collection, which a mapping names by a pattern.
  static var hasCollections: Bool { get }
  /// Whether in their paths collections and ids alternate.
  static var hasPairs: Bool { get }
  /// Whether every number is a double.
  static var hasDoubles: Bool { get }
  /// Whether every value is a text, the empty one standing for NULL, and records are flat.
  static var isText: Bool { get }

  /// Returns whether a path is this kind of source, judged without reading files.
  static func isNamed(_ path: String, isFolder: Bool) -> Bool
  /// Returns whether a file that begins like this is of this kind.
  static func begins(_ head: SourceHead) -> Bool
  /// Returns the keys that lead to the value that a mapping calls by this text.
  static func path(of text: String) -> FieldPath
  /// Returns what a mapping calls a field of the record.
  static func text(of field: String) -> String

  /// Opens a source before its first record.
  ///
  /// - Throws: `Failure` where there is nothing to read.
  init(_ input: SourceInput) throws

  var file: SourceFile { get }
  /// How many records the source declares; nil where it declares nothing.
  var declared: Int? { get }
  /// Why the files cannot be the whole source, a line each.
  var problems: [String] { get }
  /// How many records each file of a folder has; empty where that is not known beforehand.
  var shares: [(file: String, records: Int)] { get }
  /// The names of the fields, where all records have the same.
  var header: [String]? { get }
  /// What is to be known of all records, a sentence each.
  var notes: [String] { get }
  /// What separates the fields of a header.
  var delimiter: String { get }
  /// What a mapping must say beside `format`, as keys and values.
  var settings: [(key: String, value: String)] { get }

  /// Returns what shows that a mapping was made for other sources, a line each.
  func differences(from mappings: MappingFile) -> [String]

  /// What is known of collections beside their records, by their patterns.
  var outlines: [String: CollectionOutline] { get }

  /// Returns the collections, each to be read on its own; nil where the source mixes them.
  func parts() -> [SourcePart]?

  /// Takes the places of records and of what is left out, where a mapping says them.
  mutating func select(_ records: [DocumentPattern], drop: [DocumentPattern])
  /// Refuses a source that inspection can describe and import cannot read.
  ///
  /// - Throws: `Failure`.
  func requireRecords() throws
  /// Decodes a record of a chunk.
  func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord
  /// Gives a record to a sink, which stays as it was where the record has a fault.
  func append(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    to sink: inout some RecordSink
  ) throws(Fault)
  /// Returns a record as quarantine keeps it, so that people can correct it.
  func original(_ chunk: Chunk, _ index: Int) -> ArraySlice<UInt8>
  /// Returns the position of a record for people.
  func position(offset: Int, line: Int) -> String
}

/// Records in order, a chunk at a time.
package protocol RecordFeed: Sendable {
  /// Continues at a record.
  mutating func seek(offset: Int, line: Int)
  /// Reads the next records.
  ///
  /// - Parameter damaged: Takes what cannot be read and belongs to no record; throws to stop there.
  /// - Returns: At least one record; nil at the end.
  /// - Throws: `Failure` where reading cannot continue.
  mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk?
  /// Reads the next records of a source that is whole; may wait for another server.
  ///
  /// - Returns: At least one record; nil at the end.
  /// - Throws: `Failure`, also where a part of the source cannot be read.
  mutating func fetch() async throws -> Chunk?
}

extension RecordFeed {
  package mutating func fetch() async throws -> Chunk? { try next(damaged: { throw $0 }) }
}

/// A part of a source that cannot be read.
package struct Damage: Error {
  /// Where and why, on one line.
  package let description: String
}

/// A collection that can be read on its own.
package struct SourcePart {
  /// The place of any of its records.
  package let path: DocumentPath
  package let records: Int
  package let source: any RecordSource
}

/// What a source knows of a collection beside its records.
package struct CollectionOutline: Sendable {
  /// Fields that identify a record; empty where it is not known.
  package var key: [String]
  package var notes: [String] = []
  package var fieldNotes: [String: [String]] = [:]
  /// Types that are declared; values say more where there are any, except that texts may be `uuid`.
  package var fieldTypes: [String: String] = [:]
  /// Whether the types are those of the values, so that nothing is inferred from these.
  package var isTyped = false
}

/// What a record holds.
package struct SourceRecord {
  /// The record's place among the collections; nil where there are none.
  package let path: DocumentPath?
  package let fields: [Value.Member]
}

extension RecordSource {
  package static var hasCollections: Bool { false }
  package static var hasPairs: Bool { false }
  package static var hasDoubles: Bool { false }
  package static var isText: Bool { false }

  package static func isNamed(_ path: String, isFolder: Bool) -> Bool { false }
  package static func begins(_ head: SourceHead) -> Bool { false }
  package static func path(of text: String) -> FieldPath { FieldPath(text) }

  package static func text(of field: String) -> String { escapedField(field) }

  package var declared: Int? { nil }
  package var problems: [String] { [] }
  package var shares: [(file: String, records: Int)] { [] }
  package var header: [String]? { nil }
  package var notes: [String] { [] }
  package var delimiter: String { "," }
  package var settings: [(key: String, value: String)] { [] }

  package func differences(from mappings: MappingFile) -> [String] { [] }

  package var outlines: [String: CollectionOutline] { [:] }

  package func parts() -> [SourcePart]? { nil }

  package mutating func select(_ records: [DocumentPattern], drop: [DocumentPattern]) {}
  package func requireRecords() throws {}

  package func original(_ chunk: Chunk, _ index: Int) -> ArraySlice<UInt8> {
    chunk.bytes[chunk.frames[index].range]
  }

  package func append(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    to sink: inout some RecordSink
  ) throws(Fault) {
    try sink.append(try decode(chunk, index), number: number)
  }

  package func position(offset: Int, line: Int) -> String { "\(file.path):\(line)" }
}

/// Returns what a mapping calls a field whatever its name is: a name, or a JSON pointer.
func escapedField(_ field: String) -> String {
  let isTaken = ["/", "$", "{"].contains(where: field.hasPrefix) || field.contains(".")
  guard isTaken || field.isEmpty else { return field }
  return "/" + field.replacing("~", with: "~0").replacing("/", with: "~1")
}
