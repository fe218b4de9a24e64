package import Catalog
internal import Glibc
import Outcome
internal import Synchronization

/// Databases of SQLite: of plain tables, or stores of Core Data; a file, or a folder of them.
///
/// Each table, or entity, is a collection that is read on its own, in the order of its keys.
package struct SQLiteSource: RecordSource {
  package static let format = "sqlite"
  package static let title = "SQLite databases and Core Data stores (a file or a folder of them)"
  package static let traits = SourceTraits(hasCollections: true, hasPairs: true)

  package let file: SourceFile
  package let facts: SourceFacts
  /// The most versions of a model that a mapping names.
  private static let limitVersions = 100
  private let catalog: SQLiteCatalog
  /// The collection that is read; nil for all, one after another.
  private var wanted: String?
  private var store = 0
  private var collection = 0
  /// The key of the last row read, and how many rows of a table WITHOUT ROWID were.
  private var last: [SQLiteValue] = []
  private var passed = 0

  package init(_ input: SourceInput) throws {
    let stores = try SQLiteStores(input.path)
    file = try SourceFile(input.path, parts: stores.list.flatMap(\.parts))
    catalog = try SQLiteCatalog(stores)
    let versions = catalog.versions.prefix(Self.limitVersions).map(\.version)
    facts = SourceFacts(
      declared: catalog.total,
      problems: catalog.problems,
      shares: catalog.shares,
      notes: catalog.notes,
      settings: versions.isEmpty ? [] : [("model", versions.joined(separator: " "))],
      outlines: catalog.outlines
    )
  }

  package static func isNamed(_ path: String, isFolder: Bool) -> Bool {
    if isFolder { return SQLiteStores.isFolder(path) }
    return [".sqlite", ".sqlite3"].contains(where: path.hasSuffix) || SQLiteStore.isMagic(path)
  }

  package func differences(from mappings: MappingFile) -> [String] {
    guard let model = mappings.model else { return [] }
    let known = model.split(separator: " ")
    let others = catalog.versions.filter { !known.contains($0.version[...]) }
    guard let first = others.first else { return [] }
    return [
      "\(first.store) has another version of its model (\(first.version)) than the stores that the "
        + "mapping was drafted from: compare the mapping with a new plan"
    ]
  }

  package func parts() -> [SourcePart]? {
    catalog.collections.map { name, count in
      var source = self
      source.wanted = name
      return SourcePart(path: catalog.path(name, store: 0, row: []), records: count, source: source)
    }
  }

  package mutating func seek(offset: Int, line: Int) {
    store = line - 1
    last = [.integer(Int64(offset))]
    passed = offset
    guard let layout = catalog.layout(wanted ?? "", store: store), case .key = layout.order else {
      return
    }
    last = []
  }

  /// Rows that were read, of one store or several small ones.
  private struct Batch {
    var bytes: [UInt8] = []
    var rows: [(end: Int, offset: Int, line: Int, fault: Fault?)] = []

    var isFull: Bool { bytes.count >= Chunk.usualBytes }

    mutating func close(offset: Int, line: Int, fault: Fault? = nil) {
      rows.append((bytes.count, offset, line, fault))
    }

    /// The same as a chunk; nil where there are no rows.
    var chunk: Chunk? {
      guard let last = rows.last else { return nil }
      var chunk = Chunk(bytes: bytes, isUTF8: true)
      var start = 0
      for row in rows {
        chunk.append(
          Frame(range: start..<row.end, next: row.end, fault: row.fault),
          offset: row.offset,
          line: row.line
        )
        start = row.end
      }
      (chunk.nextOffset, chunk.nextLine) = (last.offset, last.line)
      return chunk
    }
  }

  package mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    var batch = Batch()
    while store < catalog.stores.count {
      let layouts = catalog.layouts(of: store, wanted: wanted)
      while collection < layouts.count {
        while try !read(layouts[collection], into: &batch) {
          if batch.isFull { return batch.chunk }
        }
        collection += 1
        (last, passed) = ([], 0)
      }
      collection = 0
      store += 1
    }
    return batch.chunk
  }

  /// Reads the next rows of a collection, until the batch is full.
  ///
  /// - Returns: Whether there are no more.
  private mutating func read(
    _ found: SQLiteCatalog.Found,
    into batch: inout Batch
  ) throws -> Bool {
    let database = try catalog.open(store)
    let layout = found.layout
    let before = batch.rows.count
    do {
      try skip(layout, in: database)
      let entity = layout.entity.map { [SQLiteValue.integer($0)] } ?? []
      let isAfter = !last.isEmpty
      var number: Int64?
      if case .integer(let known)? = last.first { number = known }
      try database.forEach(layout.statement(isAfter: isAfter), last + entity) { row in
        if case .rowid = layout.order {
          let next = row.int(0)
          if let number, next <= number { throw damage }
          number = next
          passed = Int(next)
        } else {
          last = row.values(layout.keyCount)
          passed += 1
        }
        Self.append([store, found.number], to: &batch.bytes)
        row.append(columns: 0..<(layout.keyCount + layout.columns.count), to: &batch.bytes)
        batch.close(offset: passed, line: store + 1)
        return !batch.isFull
      }
      if case .rowid = layout.order, let number { last = [.integer(number)] }
    } catch let refusal as SQLiteDatabase.Refusal {
      guard refusal.isTooBig else { throw catalog.stores[store].failure(refusal) }
      if batch.rows.count > before {
        if case .rowid = layout.order { last = [.integer(Int64(passed))] }
        return false
      }
      try passOver(layout, in: database)
      let reason = "a value is longer than \(Chunk.limitBytes) bytes"
      batch.close(
        offset: passed,
        line: store + 1,
        fault: Fault(code: "length", reason: reason)
      )
      return false
    }
    try catalog.requireUnchanged(store)
    return !batch.isFull
  }

  private var damage: Failure {
    Failure(.failed, "\(catalog.stores[store].path) is damaged: its rows are out of order")
  }

  /// Finds the key again that a run had come to in a table WITHOUT ROWID.
  private mutating func skip(_ layout: SQLiteLayout, in database: SQLiteDatabase) throws {
    guard case .key = layout.order, passed > 0, last.isEmpty else { return }
    try database.forEach(
      layout.statement(isAfter: false) + " LIMIT 1 OFFSET ?",
      [.integer(Int64(passed - 1))]
    ) { row in
      last = row.values(layout.keyCount)
      return false
    }
  }

  /// Passes over a row that is too long to be read.
  private mutating func passOver(_ layout: SQLiteLayout, in database: SQLiteDatabase) throws {
    let entity = layout.entity.map { [SQLiteValue.integer($0)] } ?? []
    do {
      let keys = layout.withoutColumns
      try database.forEach(keys.statement(isAfter: !last.isEmpty), last + entity) { row in
        last = row.values(layout.keyCount)
        if case .rowid = layout.order { passed = Int(row.int(0)) } else { passed += 1 }
        return false
      }
    } catch let refusal as SQLiteDatabase.Refusal {
      throw catalog.stores[store].failure(refusal)
    }
  }

  private static func append(_ numbers: [Int], to bytes: inout [UInt8]) {
    for number in numbers {
      withUnsafeBytes(of: UInt32(number).littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ place: Int) -> Int {
    let start = bytes.startIndex + 4 * place
    return (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
  }

  package func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
    try decode(chunk, index, hasPath: true)
  }

  package func append(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    to sink: inout some RecordSink
  ) throws(Fault) {
    if try appendFields(chunk, index, number: number, to: &sink) { return }
    // Few mappings take the number of a row.
    let record = try decode(chunk, index, hasPath: sink.takesPath)
    try sink.append(record, number: number)
  }

  /// Appends the row of a record whose columns are plain.
  ///
  /// - Returns: Whether they are; else the sink is as it was.
  private func appendFields(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    to sink: inout some RecordSink
  ) throws(Fault) -> Bool {
    let frame = chunk.frames[index]
    if let fault = frame.fault { throw fault }
    let shape = catalog.shape(Self.number(chunk.bytes[frame.range], 1))
    guard !shape.omitsNull, let order = sink.order(shape.signature, { shape.names })
    else { return false }
    let store = Self.number(chunk.bytes[frame.range], 0)
    var reader = SQLiteRecordReader(chunk.bytes[frame.range].dropFirst(8))
    var row: [UInt8] = []
    for place in 0..<shape.keyCount {
      let value = reader.next()
      if !sink.takesPath { continue }
      if place > 0 { row.append(UInt8(ascii: ",")) }
      value.appendText(to: &row)
    }
    var fields = sink.takeFields()
    defer { sink.giveBack(&fields) }
    if sink.takesPath {
      let path = catalog.path(shape.collection, store: store, row: row)
      sink.appendNames(of: path, to: &fields)
    }
    for kind in shape.kinds {
      guard let field = reader.field(kind) else { return false }
      fields.append(field)
    }
    return sink.append(fields, in: order, of: chunk.bytes, number: number)
  }

  private func decode(
    _ chunk: Chunk,
    _ index: Int,
    hasPath: Bool
  ) throws(Fault) -> SourceRecord {
    let frame = chunk.frames[index]
    if let fault = frame.fault { throw fault }
    let bytes = chunk.bytes[frame.range]
    let store = Self.number(bytes, 0)
    let layout = catalog.layout(Self.number(bytes, 1))
    var reader = SQLiteRecordReader(bytes.dropFirst(8))
    var row: [UInt8] = []
    for place in 0..<layout.keyCount {
      if place > 0 { row.append(UInt8(ascii: ",")) }
      let value = reader.next()
      if hasPath { value.appendText(to: &row) }
    }
    let fields = try layout.fields(&reader) { name throws(Fault) in
      try catalog.stores[store].external(name)
    }
    return SourceRecord(
      path: hasPath ? catalog.path(layout.collection, store: store, row: row) : nil,
      fields: fields
    )
  }

  package func original(_ chunk: Chunk, _ index: Int) -> ArraySlice<UInt8> {
    do throws(Fault) {
      var text: [UInt8] = []
      Value.map(try decode(chunk, index).fields).appendJSON(to: &text)
      return text[...]
    } catch {
      return chunk.bytes[chunk.frames[index].range]
    }
  }

  package func position(offset: Int, line: Int) -> String {
    let path = catalog.stores.indices.contains(line - 1) ? catalog.stores[line - 1].path : file.path
    return "\(path), \(wanted.map { "\($0), " } ?? "")row \(offset)"
  }
}
