import Catalog
import Host
import Outcome
import Readers

/// Turns records into rows of the staging tables, in the text format of COPY.
struct Projection: Sendable {
  /// One mapped column, as `reeve.import_columns` returns it.
  struct Column: Sendable {
    let name: String
    var source: Source
    /// Whether it belongs to the key.
    let isKey: Bool
    let form: Form
    /// Kinds of value that it takes.
    let accept: Set<String>
    let takesStrings: Bool
    let split: [UInt8]?
    /// Strings that stand for NULL.
    let nulls: [[UInt8]]
    /// The replacement for U+0000; nil if such texts are refused.
    let replacement: [UInt8]?
    /// Whether its documents are refused where a text in them has U+0000.
    let refusesNUL: Bool
    /// The changes that its type makes to values, with a description of each.
    let losses: [(loss: Loss, told: String)]
    /// The cipher for its texts; nil if they are not encrypted.
    let cipher: Cipher?
  }

  /// Where a column's value comes from.
  enum Source: Sendable {
    /// A field of the record, or of the child's item; the first of those that it may be called by
    /// that has a value.
    case field([FieldPath])
    /// The field of a CSV record.
    case place(Int)
    /// Everything that no column takes.
    case rest
    /// Where a child's item is in its array, from 0, or its key in its map.
    case index
    /// A child's item itself.
    case item
    /// The parent's row: the database has it.
    case parent
    /// A constant from the mapping.
    case constant(Value)
  }

  /// How a value is written for its column.
  enum Form: String {
    case text, array, json
  }

  /// A table that rows go to.
  struct Table: Sendable {
    var columns: [Column] = []
    var taken = TakenFields()
    /// Where a child's items lie; nil for the target itself.
    var items: FieldPath?
    var name = ""
    var hasRest = false
  }

  /// The target and its children, in the order of staging.
  private(set) var tables: [Table]
  /// The pattern of the paths of records that the mapping takes; nil without collections.
  private let match: DocumentPattern?
  let sources: [NamedSource]
  /// The column assignments for the field lists met so far, by their signature.
  var orders: [[UInt8]: FieldOrder] = [:]
  /// The assignment that the last record used.
  var lastOrder: FieldOrder?
  /// The parser for JSON objects.
  var json = JSONFields()
  /// A buffer for fields, reused for each record.
  var spareFields: [Field] = []
  /// Values of the records so far that their types change, until somebody takes them.
  var changed: [ChangedValue] = []
  private var scratch: [UInt8] = []
  private var fields = CSVFields()
  /// Fields of a CSV file that go to the column for the rest.
  private var restFields: [(name: String, place: Int)] = []
  private var fieldCount = 0

  /// Takes the columns of the target and its children, in the order of staging.
  init(
    _ columns: [[ImportFunctions.ImportColumnsRow]],
    mapping: Mapping,
    kind: any RecordSource.Type,
    key: TextKey? = nil
  ) {
    match = mapping.match
    sources = Set(mapping.sources.values.joined()).compactMap { source in
      mapping.match.flatMap { NamedSource(source, in: $0) }
    }
    var tables = mapping.tables.map { table in
      var made = Table(items: table.from.map(kind.path(of:)), name: table.name)
      for name in table.drop { made.taken.insert(kind.path(of: name).keys) }
      return made
    }
    for child in tables.dropFirst() { tables[0].taken.insert(child.items?.keys ?? []) }
    for (child, columns) in columns.enumerated() {
      for column in columns {
        let source: Source
        switch column.source {
        case nil:
          source = .rest
          tables[child].hasRest = true
        case "$index" where child > 0: source = .index
        case "$value" where child > 0: source = .item
        case .some(let text) where child > 0 && text.hasPrefix("$parent."): source = .parent
        case .some(let text) where mapping.constants[text] != nil:
          let constant = mapping.constants[text] ?? ""
          source = .constant(.string(Array(constant.utf8)[...]))
        case .some(let text):
          let paths = ([text] + column.others).map(kind.path(of:))
          for path in paths { tables[child].taken.insert(path.keys) }
          source = .field(paths)
        }
        tables[child].columns.append(
          Column(
            name: column.name,
            source: source,
            isKey: column.isKey,
            form: Form(rawValue: column.form) ?? .text,
            accept: Set(column.accept),
            takesStrings: column.accept.contains("string"),
            split: column.split.map { Array($0.utf8) },
            nulls: (column.nulls ?? (kind.traits.isText ? [""] : [])).map { Array($0.utf8) },
            replacement: column.replacement.map { Array($0.utf8) },
            refusesNUL: column.type == "jsonb",
            losses: !column.isPlain
              ? []
              : Loss.all(of: column.type ?? "").map { loss in
                let table = child > 0 ? "\(tables[child].name)." : ""
                return (loss, "\(table)\(column.name): \(loss.change)")
              },
            cipher: Cipher(of: column.name, in: mapping.tables[child], mapping.app, key)
          )
        )
      }
    }
    self.tables = tables
  }

  /// Whether a column takes a part of the record's path.
  var takesPath: Bool { match != nil && !sources.isEmpty }

  /// Columns in which U+0000 is replaced.
  var replaced: [String] {
    tables.flatMap { $0.columns.filter { $0.replacement != nil }.map(\.name) }
  }

  /// How many tables rows go to.
  var tableCount: Int { tables.count }

  /// Compares a CSV file's header with the mapping, and remembers where each column's field is.
  ///
  /// - Throws: `Failure` with every field that one has and the other has not.
  mutating func take(header: [String], mapping: Mapping, file: String) throws {
    var findings: [Finding] = []
    let place = Position(file: file, line: 1, column: 1)
    for (index, name) in header.enumerated() where header[..<index].contains(name) {
      findings.append(Finding(place, "the header has the field “\(name)” twice"))
    }
    fieldCount = header.count
    for index in tables[0].columns.indices {
      guard case .field(let paths) = tables[0].columns[index].source else { continue }
      let name = tables[0].columns[index].name
      let source = mapping.sources[name]?.first ?? ""
      let names = paths.compactMap { $0.keys.first.map { String(decoding: $0, as: UTF8.self) } }
      if let field = names.lazy.compactMap(header.firstIndex(of:)).first {
        tables[0].columns[index].source = .place(field)
        continue
      }
      let hint = nearest(to: source, among: header).map { "; did you mean “\($0)”?" } ?? ""
      findings.append(
        Finding(mapping.position(ofColumn: name), "\(file) has no field “\(source)”\(hint)")
      )
    }
    for (index, name) in header.enumerated() where !tables[0].taken.contains(name) {
      if tables[0].hasRest {
        restFields.append((name, index))
      } else {
        findings.append(Finding(place, "field “\(name)” is neither mapped nor listed under drop"))
      }
    }
    guard findings.isEmpty else {
      throw Failure(
        .failed,
        "the mapping does not fit \(file)",
        details: findings.map(\.description)
      )
    }
  }

  /// Appends the row of a record of CSV, which lies in a block of the file; leaves `rows` as they
  /// were where the record has a fault.
  mutating func append(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    delimiter: UInt8,
    number: Int,
    to rows: inout [[UInt8]]
  ) throws(Fault) {
    fields.split(bytes.span, range, delimiter: delimiter)
    guard fields.fields.count == fieldCount else {
      throw Fault.fieldCount(fields.fields.count, wanted: fieldCount)
    }
    let before = (row: rows[0].count, changed: changed.count)
    do throws(Fault) {
      appendDigits(number, to: &rows[0])
      for column in tables[0].columns {
        rows[0].append(UInt8(ascii: "\t"))
        try append(bytes, for: column, number, to: &rows[0])
      }
      rows[0].append(lineFeed)
    } catch {
      rows[0].removeLast(rows[0].count - before.row)
      changed.removeLast(changed.count - before.changed)
      throw error
    }
  }

  /// Appends a field of a CSV record.
  private mutating func append(
    _ bytes: [UInt8],
    for column: Column,
    _ number: Int,
    to rows: inout [UInt8]
  ) throws(Fault) {
    switch column.source {
    case .place(let place):
      let text = fields.text(place, of: bytes)
      if column.form == .text, column.takesStrings, column.split == nil, column.replacement == nil,
        column.losses.isEmpty, column.cipher == nil
      {
        if !column.nulls.contains(where: text.elementsEqual) {
          return try Self.escape(text, column, to: &rows)
        }
        rows.append(contentsOf: Self.null)
      } else {
        try append(.string(text), for: column, number, to: &rows)
      }
    case .constant(let value): try append(value, for: column, number, to: &rows)
    default:
      let rest = restFields.map { name, place in
        Value.Member(key: Array(name.utf8)[...], value: .string(fields.text(place, of: bytes)))
      }
      try append(.map(rest), for: column, number, to: &rows)
    }
  }

  /// Appends the rows of a record; leaves them as they were where the record has a fault.
  mutating func append(
    _ record: SourceRecord,
    number: Int,
    to rows: inout [[UInt8]]
  ) throws(Fault) {
    var members = record.fields
    if takesPath, let path = record.path {
      members = path.names(for: sources) + members
    }
    let before = rows.map { $0.count }
    let changedBefore = changed.count
    do throws(Fault) {
      try append(.map(members), at: nil, number: number, table: 0, to: &rows[0])
      for table in tables.indices.dropFirst() {
        switch tables[table].items?.value(in: members) ?? .null {
        case .null: break
        case .array(let items):
          // A path without a value is no item.
          for (index, item) in items.enumerated() where item != .null {
            try append(
              item,
              at: .string(Array(String(index).utf8)[...]),
              number: number,
              table: table,
              to: &rows[table]
            )
          }
        case .map(let items):
          for item in items where item.value != .null {
            try append(
              item.value,
              at: .string(item.key),
              number: number,
              table: table,
              to: &rows[table]
            )
          }
        case let other:
          throw Fault(
            code: "type",
            reason: "rows of \(tables[table].name) come from an array or a map, not \(other.kind)"
          )
        }
      }
    } catch {
      for (index, count) in before.enumerated() {
        rows[index].removeLast(rows[index].count - count)
      }
      changed.removeLast(changed.count - changedBefore)
      throw error
    }
  }

  private mutating func append(
    _ item: Value,
    at index: Value?,
    number: Int,
    table: Int,
    to rows: inout [UInt8]
  ) throws(Fault) {
    var members: [Value.Member] = []
    var rest: [Value.Member] = []
    if case .map(let found) = item {
      members = found
      rest = tables[table].taken.leftover(of: members)
      if !rest.isEmpty, !tables[table].hasRest, !takesItem(table) {
        let names = rest.map { String(decoding: $0.key, as: UTF8.self) }
        throw Fault(
          code: "field",
          reason: "field “\(names[0])” is neither mapped nor listed under drop",
          fields: names
        )
      }
    } else if !takesItem(table) {
      throw Fault(
        code: "type",
        reason: "an item of \(tables[table].name) must be an object, not \(item.kind)"
      )
    }
    appendDigits(number, to: &rows)
    for column in tables[table].columns.indices {
      rows.append(UInt8(ascii: "\t"))
      let value: Value
      switch tables[table].columns[column].source {
      case .field(var paths):
        var found = Value.null
        for place in paths.indices where found == .null { found = paths[place].value(in: members) }
        value = found
        tables[table].columns[column].source = .field(paths)
      case .rest: value = .map(rest)
      case .index: value = index ?? .null
      case .item: value = item
      case .constant(let constant): value = constant
      case .parent, .place: value = .null
      }
      try append(value, for: tables[table].columns[column], number, to: &rows)
    }
    rows.append(lineFeed)
  }

  private func takesItem(_ table: Int) -> Bool {
    tables[table].columns.contains { if case .item = $0.source { true } else { false } }
  }

  private func appendDigits(_ number: Int, to rows: inout [UInt8]) {
    rows.append(digits: Int64(number))
  }

  private static let null = [UInt8(ascii: "\\"), UInt8(ascii: "N")]

  /// Appends a column's part of a value.
  mutating func append(
    _ value: Value,
    for column: Column,
    _ number: Int,
    to rows: inout [UInt8]
  ) throws(Fault) {
    var value = value
    if let replacement = column.replacement { value = value.replacingNUL(by: replacement) }
    if case .string(let string) = value {
      if column.nulls.contains(where: string.elementsEqual) {
        value = .null
      } else if let split = column.split {
        value = .array(Self.parts(of: string, by: split))
      }
    }
    if case .null = value {
      rows.append(contentsOf: Self.null)
      return
    }
    if let cipher = column.cipher { value = try cipher.sealed(value, for: column.name) }
    for (loss, told) in column.losses where loss.changes(value) {
      changed.append(ChangedValue(record: number, change: told))
    }
    if case .string(let string) = value, column.takesStrings, column.form == .text {
      return try Self.escape(string, column, to: &rows)
    }
    guard column.accept.contains(value.kind) else {
      throw Fault(code: "type", reason: "column \(column.name) takes no \(value.kind)")
    }
    scratch.removeAll(keepingCapacity: true)
    switch (column.form, value) {
    case (.json, _):
      value.appendJSON(to: &scratch)
      if column.refusesNUL, Self.hasNUL(scratch) { throw Self.nulFault(column) }
    case (.array, .array(let items)): try Value.appendArray(items, to: &scratch)
    case (.array, .vector(let numbers)):
      try Value.appendArray(numbers.map { .double($0) }, to: &scratch)
    default: value.appendText(to: &scratch)
    }
    try Self.escape(scratch[...], column, to: &rows)
  }

  private static func parts(of string: ArraySlice<UInt8>, by separator: [UInt8]) -> [Value] {
    string.split(separator: separator, omittingEmptySubsequences: false).map { .string($0) }
  }

  private static func nulFault(_ column: Column) -> Fault {
    Fault(code: "type", reason: "column \(column.name): text cannot contain U+0000")
  }

  /// Whether a JSON text escapes U+0000.
  private static func hasNUL(_ json: [UInt8]) -> Bool {
    var at = 0
    while at < json.count, let escape = json[at...].firstIndex(of: UInt8(ascii: "\\")) {
      if json[escape...].starts(with: #"\u0000"#.utf8) { return true }
      at = escape + 2
    }
    return false
  }

  /// Appends a value with COPY's escapes.
  private static func escape(
    _ text: ArraySlice<UInt8>,
    _ column: Column,
    to rows: inout [UInt8]
  ) throws(Fault) {
    let bytes = text.span
    var start = 0
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if byte > carriageReturn, byte != UInt8(ascii: "\\") { continue }
      let letter: UInt8
      switch byte {
      case 0:
        throw nulFault(column)
      case UInt8(ascii: "\\"): letter = UInt8(ascii: "\\")
      case UInt8(ascii: "\t"): letter = UInt8(ascii: "t")
      case lineFeed: letter = UInt8(ascii: "n")
      case carriageReturn: letter = UInt8(ascii: "r")
      default: continue
      }
      rows.append(contentsOf: text[(text.startIndex + start)..<(text.startIndex + index)])
      rows.append(UInt8(ascii: "\\"))
      rows.append(letter)
      start = index + 1
    }
    rows.append(contentsOf: text[(text.startIndex + start)...])
  }
}
