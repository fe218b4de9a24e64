import Answers
package import Catalog
package import Outcome
package import Postgres

/// A schema of a database on a server: each table is a collection, read in one snapshot of all.
package struct PostgresSource: RecordSource {
  package static let format = "postgres"
  package static let title = "a schema of a PostgreSQL database (by its address)"
  package static let traits = SourceTraits(hasCollections: true, hasPairs: true)

  package let file: SourceFile
  private let declared: Int
  package var facts: SourceFacts {
    SourceFacts(
      declared: declared,
      problems: problems,
      notes: reader.catalog.notes,
      settings: [("schema", reader.catalog.schema)],
      outlines: outlines
    )
  }
  /// Problems of tables that the mapping does not drop, a line each.
  private var problems: [String] {
    reader.catalog.problems.compactMap { table, reason in
      let path = DocumentPath(segments: [DocumentPath.segment(table), []])
      return drop.contains(where: path.matches)
        ? nil : "\(table): \(reason), or drop \(path.collection)/{row} in the mapping"
    }
  }
  /// The source's name, after which a mapping is named.
  package let name: String
  private let reader: PostgresReader
  /// The index of the table that is read; nil before one is chosen.
  private var table: Int?
  /// How many of its rows were read.
  private var passed = 0
  private var drop: [DocumentPattern] = []

  /// Connects, and counts the rows of every table.
  ///
  /// - Throws: `Failure`.
  package init(_ address: PostgresAddress, _ options: SourceOptions) async throws {
    do {
      let catalog = try await PostgresCatalog(
        address,
        schema: options.schema ?? "public",
        named: options.named
      )
      reader = PostgresReader(catalog, address: address)
    } catch let error as PostgresError {
      throw address.failure(error)
    }
    file = SourceFile(address: address.shown, mark: "postgres")
    declared = reader.catalog.tables.reduce(0) { $0 + $1.count }
    name =
      reader.catalog.schema == "public" && !address.database.isEmpty
      ? address.database : reader.catalog.schema
  }

  package init(_ input: SourceInput) throws {
    throw Failure(
      .failed,
      "\(input.path) is not the address of a database",
      hint: "One looks like postgresql://HOST/DATABASE, or host=HOST dbname=DATABASE."
    )
  }

  private init(_ other: PostgresSource, table: Int) {
    let found = other.reader.catalog.tables[table]
    reader = other.reader
    name = other.name
    file = SourceFile(address: other.file.path, mark: found.mark)
    declared = found.count
    self.table = table
  }

  package func parts() -> [SourcePart]? {
    reader.catalog.tables.indices.map { index in
      let table = reader.catalog.tables[index]
      return SourcePart(
        path: Self.path(of: table, row: []),
        records: table.count,
        source: PostgresSource(self, table: index)
      )
    }
  }

  private static func path(of table: PostgresTable, row: [UInt8]) -> DocumentPath {
    DocumentPath(segments: [DocumentPath.segment(table.name), row[...]])
  }

  private var outlines: [String: CollectionOutline] {
    let outlines = reader.catalog.tables.map { table in
      var outline = CollectionOutline(key: table.key)
      outline.notes = table.notes
      outline.isTyped = true
      for column in table.columns {
        outline.fieldTypes[column.name] = column.type
        outline.fieldNotes[column.name] = column.notes
      }
      return (Self.path(of: table, row: []).collection, outline)
    }
    return Dictionary(outlines) { first, _ in first }
  }

  /// Its tables: their paths, how many rows they have, and their columns.
  package var tables: [(path: DocumentPath, rows: Int, columns: [String])] {
    reader.catalog.tables.map {
      (Self.path(of: $0, row: []), $0.count, $0.columns.map(\.name))
    }
  }

  package mutating func select(_ records: [DocumentPattern], drop: [DocumentPattern]) {
    self.drop = drop
  }

  package mutating func seek(offset: Int, line: Int) { passed = offset }

  package mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    preconditionFailure("a database on a server is read table by table, by fetch()")
  }

  package mutating func fetch() async throws -> Chunk? {
    guard let table, let chunk = try await reader.chunk(of: table, after: passed) else {
      return nil
    }
    passed = chunk.nextOffset
    return chunk
  }

  package func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
    guard let table else { return SourceRecord(path: nil, fields: []) }
    let columns = reader.catalog.tables[table].columns
    let fields = try fields(of: chunk, index, table).enumerated().map { place, field in
      Value.Member(key: reader.names[table][place], value: columns[place].value(chunk.bytes[field]))
    }
    return SourceRecord(path: path(of: chunk, index, table), fields: fields)
  }

  package func append(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    to sink: inout some RecordSink
  ) throws(Fault) {
    if let table, let order = sink.order(reader.signatures[table], { plainNames(table) }) {
      let columns = reader.catalog.tables[table].columns
      var fields = sink.takeFields()
      defer { sink.giveBack(&fields) }
      let path = sink.takesPath ? path(of: chunk, index, table) : nil
      sink.appendNames(of: path, to: &fields)
      for (place, field) in try self.fields(of: chunk, index, table).enumerated() {
        fields.append(columns[place].field(field, in: chunk.bytes))
      }
      if sink.append(fields, in: order, of: chunk.bytes, number: number) { return }
    }
    try sink.append(try decode(chunk, index), number: number)
  }

  private func plainNames(_ table: Int) -> [[UInt8]] { reader.names[table].map { Array($0) } }

  private func path(of chunk: Chunk, _ index: Int, _ table: Int) -> DocumentPath {
    let row = Array(String(chunk.offsets[index]).utf8)
    return Self.path(of: reader.catalog.tables[table], row: row)
  }

  /// Returns where the fields of a row lie.
  private func fields(
    of chunk: Chunk,
    _ index: Int,
    _ table: Int
  ) throws(Fault) -> [Range<Int>] {
    let range = try chunk.range(index)
    let count = reader.catalog.tables[table].columns.count
    var start = range.lowerBound
    if reader.catalog.tables[table].hasLong {
      guard chunk.bytes[start] == UInt8(ascii: "f") else { throw PostgresReader.tooLong }
      start += 2
    }
    if count == 0 { return [] }
    var fields: [Range<Int>] = []
    fields.reserveCapacity(count)
    let bytes = chunk.bytes.span
    while let end = bytes.firstIndex(of: UInt8(ascii: "\t"), from: start, to: range.upperBound) {
      fields.append(start..<end)
      start = end + 1
    }
    fields.append(start..<range.upperBound)
    guard fields.count == count else { throw Fault.fieldCount(fields.count, wanted: count) }
    return fields
  }

  package func original(_ chunk: Chunk, _ index: Int) -> ArraySlice<UInt8> {
    do throws(Fault) {
      let fields = try decode(chunk, index).fields.map { field in
        Value.Member(key: field.key, value: Self.kept(field))
      }
      var text: [UInt8] = []
      Value.map(fields).appendJSON(to: &text)
      return text[...]
    } catch {
      // A row that cannot be read may hold a secret.
      return SecretField.mask[...]
    }
  }

  /// Returns a field for quarantine: on one line, with secrets masked.
  private static func kept(_ field: Value.Member) -> Value {
    if SecretField.hides(name: field.key), field.value != .null {
      return .string(SecretField.mask[...])
    }
    guard case .json(let text) = field.value else { return field.value }
    do throws(Fault) {
      return try JSONParser.parse(text)
    } catch {
      return .string(text)
    }
  }

  package func position(offset: Int, line: Int) -> String {
    let name = table.map { reader.catalog.tables[$0].name } ?? ""
    return "\(reader.catalog.schema).\(name), row \(offset)"
  }
}

extension PostgresTable.Column {
  /// Reads a field as COPY writes it; most texts are written on as they lie.
  fileprivate func field(_ range: Range<Int>, in bytes: [UInt8]) -> Field {
    let isPlain =
      !isJSON
      && bytes.span.firstIndex(of: UInt8(ascii: "\\"), from: range.lowerBound, to: range.upperBound)
        == nil
    if isPlain { return .text(range) }
    let value = value(bytes[range])
    return value == .null ? .null : .other(value)
  }

  /// Reads a field as COPY writes it.
  package func value(_ field: ArraySlice<UInt8>) -> Value {
    let escape = UInt8(ascii: "\\")
    guard let first = field.firstIndex(of: escape) else {
      return isJSON ? .json(field) : .string(field)
    }
    if field.count == 2, field[first + 1] == UInt8(ascii: "N") { return .null }
    var text = Array(field[..<first])
    var at = first
    while at < field.endIndex {
      guard field[at] == escape, at + 1 < field.endIndex else {
        text.append(field[at])
        at += 1
        continue
      }
      let letter = field[at + 1]
      switch letter {
      case UInt8(ascii: "b"): text.append(8)
      case UInt8(ascii: "f"): text.append(12)
      case UInt8(ascii: "n"): text.append(10)
      case UInt8(ascii: "r"): text.append(13)
      case UInt8(ascii: "t"): text.append(9)
      case UInt8(ascii: "v"): text.append(11)
      default: text.append(letter)
      }
      at += 2
    }
    return isJSON ? .json(text[...]) : .string(text[...])
  }
}

extension PostgresAddress {
  /// Says that the server of the source refused, not that of the app.
  package func failure(_ error: PostgresError) -> Failure {
    let failure = Failure(error, during: .operation)
    let hint: String? =
      switch error {
      case .cannotConnect: "A password may come from PGPASSWORD or ~/.pgpass."
      case .connectionLost: failure.hint
      default: nil
      }
    return Failure(
      failure.exit,
      "\(shown): \(failure.message)",
      details: failure.details,
      hint: hint
    )
  }
}

/// Reads the rows of tables one after another; the copies of a source share it.
actor PostgresReader {
  nonisolated let catalog: PostgresCatalog
  /// The names of the columns of each table, as keys of records.
  nonisolated let names: [[ArraySlice<UInt8>]]
  /// The same, as signatures of field lists.
  nonisolated let signatures: [[UInt8]]
  private let address: PostgresAddress
  /// The table that the server is copying, and the number of its rows that have arrived.
  private var current: (table: Int, passed: Int)?

  /// Takes the tables.
  init(_ catalog: PostgresCatalog, address: PostgresAddress) {
    self.catalog = catalog
    self.address = address
    names = catalog.tables.map { table in table.columns.map { Array($0.name.utf8)[...] } }
    signatures = names.map { names in
      names.reduce(into: []) { FieldSignature.append($1, to: &$0) }
    }
  }

  /// Returns the rows after the first ones; nil at the end.
  ///
  /// - Throws: `Failure`.
  func chunk(of table: Int, after passed: Int) async throws -> Chunk? {
    do {
      if current?.table != table || current?.passed != passed {
        try await catalog.snapshot.beginCopy(catalog.tables[table].statement(after: passed))
      }
      guard let bytes = try await catalog.snapshot.nextCopy() else {
        current = nil
        return nil
      }
      let chunk = Self.chunk(bytes, after: passed, isUTF8: catalog.isUTF8)
      current = (table, chunk.nextOffset)
      return chunk
    } catch let error as PostgresError {
      throw address.failure(error)
    }
  }

  /// Why a row cannot be taken that is too long.
  static let tooLong = Fault(
    code: "length",
    reason: "the row is longer than \(Chunk.limitBytes) bytes"
  )

  /// Frames rows, each of which ends with a line feed.
  private static func chunk(_ bytes: [UInt8], after passed: Int, isUTF8: Bool) -> Chunk {
    var chunk = Chunk(bytes: bytes, isUTF8: isUTF8)
    var row = passed
    var start = 0
    while start < bytes.count {
      let end = bytes.span.firstIndex(of: lineFeed, from: start) ?? bytes.count
      row += 1
      var frame = Frame(range: start..<end, next: end + 1)
      if end - start > Chunk.limitBytes {
        frame.fault = tooLong
        frame.range = start..<(start + Chunk.limitBytes)
      }
      chunk.append(frame, offset: row, line: 1)
      start = end + 1
    }
    (chunk.nextOffset, chunk.nextLine) = (row, 1)
    return chunk
  }
}
