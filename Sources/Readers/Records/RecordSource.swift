package import Catalog

/// A kind of source: what each has.
///
/// A new kind is a type that conforms, and its name in `SourceFormat.kinds`.
package protocol RecordSource: SourceAbilities {
  /// The kind's name in mappings.
  static var format: String { get }
  /// The name of the kind in output for people.
  static var title: String { get }

  /// Opens a source before its first record.
  ///
  /// - Throws: `Failure` where there is nothing to read.
  init(_ input: SourceInput) throws

  var file: SourceFile { get }

  /// Decodes a record of a chunk.
  func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord
}

/// Features that only some sources have; each has a default.
package protocol SourceAbilities: RecordFeed {
  /// The properties of every source of the kind.
  static var traits: SourceTraits { get }
  /// Facts about the source that are known before its first record.
  var facts: SourceFacts { get }

  /// Returns whether a path is this kind of source, judged without reading files.
  static func isNamed(_ path: String, isFolder: Bool) -> Bool
  /// Returns whether a file that begins like this is of this kind.
  ///
  /// - Throws: `Failure` where it cannot be read on.
  static func begins(_ head: SourceHead) throws -> Bool
  /// Returns why a file that begins like this is read as this kind, where it could be read as
  /// another too; nil where its beginning says it.
  ///
  /// - Throws: `Failure` where it cannot be read on.
  static func reason(_ head: SourceHead) throws -> String?
  /// Returns what recognizes the keys of this kind's values that JSON has no form for, where
  /// another kind keeps such values as maps; nil where it has none, or the other none either.
  static func wordOfValues(elsewhere other: any RecordSource.Type) -> (([UInt8]) -> Bool)?
  /// Returns the keys that lead to the value that a mapping calls by this text.
  static func path(of text: String) -> FieldPath
  /// Returns what a mapping calls a field of the record.
  static func text(of field: String) -> String

  /// Returns what shows that a mapping was made for other sources, a line each.
  func differences(from mappings: MappingFile) -> [String]
  /// Returns the collections, each to be read on its own; nil where the source mixes them.
  func parts() -> [SourcePart]?
  /// Takes the paths of records, and of those that are left out, if a mapping names them.
  mutating func select(_ records: [DocumentPattern], drop: [DocumentPattern])
  /// Refuses a source that inspection can describe and import cannot read.
  ///
  /// - Throws: `Failure`.
  func requireRecords() throws
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

/// The properties of every source of a kind.
package struct SourceTraits: Sendable {
  /// Whether each record belongs to a collection, which a mapping names by a pattern.
  package var hasCollections = false
  /// Whether in their paths collections and ids alternate.
  package var hasPairs = false
  /// Whether every number is a double.
  package var hasDoubles = false
  /// Whether every value is a text, the empty one standing for NULL, and records are flat.
  package var isText = false
  /// Whether records are lines, so that a last one without a line end may be cut off.
  package var endsInLines = false
}

/// Facts about a source that are known before its first record.
package struct SourceFacts: Sendable {
  /// How many records the source declares; nil where it declares nothing.
  package var declared: Int?
  /// Why the files cannot be the whole source, a line each.
  package var problems: [String] = []
  /// How many records each file of a folder has; empty where that is not known beforehand.
  package var shares: [(file: String, records: Int)] = []
  /// The names of the fields, where all records have the same.
  package var header: [String]?
  /// The separator between the fields of a header.
  package var delimiter = ","
  /// Notes on all records, a sentence each.
  package var notes: [String] = []
  /// The settings that a mapping needs besides `format`, as keys and values.
  package var settings: [(key: String, value: String)] = []
  /// Facts about collections that their records do not show, by the collection's pattern.
  package var outlines: [String: CollectionOutline] = [:]
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
  /// The path of any of its records.
  package let path: DocumentPath
  package let records: Int
  package let source: any RecordSource
}

/// Facts that a source knows about a collection besides its records.
package struct CollectionOutline: Sendable {
  /// Fields that identify a record; empty where it is not known.
  package var key: [String]
  package var notes: [String] = []
  package var fieldNotes: [String: [String]] = [:]
  /// Types that are declared; values say more where there are any, except that texts may be `uuid`.
  package var fieldTypes: [String: String] = [:]
  /// Whether the types are those of the values, so that nothing is inferred from these.
  package var isTyped = false
  /// Collections of whose records a field is the key, by the field's name.
  package var references: [String: String] = [:]
  /// A collection without records that is to have a table; nil for any other.
  package var empty: Empty?

  /// The path and the fields of a collection that has no records to show them.
  package struct Empty: Sendable {
    package let path: [String]
    package let fields: [String]
  }
}

/// The contents of a record.
package struct SourceRecord {
  /// The record's path; nil for a source without collections.
  package let path: DocumentPath?
  package let fields: [Value.Member]
}

extension RecordSource {
  package static var traits: SourceTraits { SourceTraits() }
  package var facts: SourceFacts { SourceFacts() }

  package static func isNamed(_ path: String, isFolder: Bool) -> Bool { false }
  package static func begins(_ head: SourceHead) throws -> Bool { false }
  package static func reason(_ head: SourceHead) throws -> String? { nil }
  package static func wordOfValues(elsewhere other: any RecordSource.Type) -> (([UInt8]) -> Bool)? {
    nil
  }

  package static func path(of text: String) -> FieldPath {
    guard traits.hasCollections, let name = DocumentPath.name(ofSource: text) else {
      return FieldPath(text)
    }
    return FieldPath(name, isName: true)
  }

  package static func text(of field: String) -> String { escapedField(field) }

  package func differences(from mappings: MappingFile) -> [String] { [] }
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
