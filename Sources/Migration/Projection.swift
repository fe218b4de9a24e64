import Catalog
import Postgres

/// Turns records into rows of the staging table, in the text format of COPY.
struct Projection: Sendable {
  /// One mapped column, as `reeve.import_columns` tells it.
  struct Column: Sendable {
    let name: String
    let form: Form
    /// Kinds of value that it takes.
    let accept: Set<String>
    let split: [UInt8]?
    /// Strings that stand for NULL.
    let nulls: [[UInt8]]
    /// Keys from the record to the value.
    let path: [[UInt8]]
    /// The field of a CSV record.
    var field = 0
  }

  /// How a value is written for its column.
  enum Form: String {
    case text, array, json
  }

  private(set) var columns: [Column]
  /// Top-level fields that may be there.
  private let known: Set<ArraySlice<UInt8>>
  private var scratch: [UInt8] = []

  /// Takes the columns in the order of staging.
  init(_ rows: Rows, mapping: Mapping) throws {
    columns = try rows.map { row in
      let source = try row.get("source", as: String.self)
      return Column(
        name: try row.get("name"),
        form: Form(rawValue: try row.get("form")) ?? .text,
        accept: Set(try row.get("accept", as: [String].self)),
        split: try row.get("split", as: String?.self).map { Array($0.utf8) },
        nulls: try row.get("nulls", as: [String].self).map { Array($0.utf8) },
        path: Self.path(source, mapping.format)
      )
    }
    known = Set(
      columns.compactMap { $0.path.first?[...] } + mapping.drop.map { Array($0.utf8)[...] }
    )
  }

  /// A field's name, or, where it begins with a slash, a JSON pointer into the record; of a document
  /// also what its path says.
  private static func path(_ source: String, _ format: Mapping.Format) -> [[UInt8]] {
    if format == .firestore, let name = Document.name(ofSource: source) {
      return [Array(name.utf8)]
    }
    guard source.hasPrefix("/") else { return [Array(source.utf8)] }
    return source.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token in
      Array(
        token.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
          .enumerated().flatMap { index, part -> [UInt8] in
            if index == 0 { return Array(part) }
            switch part.first {
            case UInt8(ascii: "0"): return [UInt8(ascii: "~")] + part.dropFirst()
            case UInt8(ascii: "1"): return [UInt8(ascii: "/")] + part.dropFirst()
            default: return [UInt8(ascii: "~")] + part
            }
          }
      )
    }
  }

  /// Compares a CSV file's header with the mapping, and remembers where each column's field stands.
  ///
  /// - Throws: `ImportError` with every field that one has and the other has not.
  mutating func take(header: [String], mapping: Mapping, file: String) throws {
    var findings: [Finding] = []
    let place = Position(file: file, line: 1, column: 1)
    for (index, name) in header.enumerated() where header[..<index].contains(name) {
      findings.append(Finding(place, "the header has the field “\(name)” twice"))
    }
    for index in columns.indices {
      let source = mapping.sources[columns[index].name] ?? ""
      if let field = header.firstIndex(of: source) {
        columns[index].field = field
        continue
      }
      let hint = nearest(to: source, among: header).map { "; did you mean “\($0)”?" } ?? ""
      findings.append(
        Finding(
          mapping.position(ofColumn: columns[index].name),
          "\(file) has no field “\(source)”\(hint)"
        )
      )
    }
    for name in header where !known.contains(Array(name.utf8)[...]) {
      findings.append(Finding(place, "field “\(name)” is neither mapped nor under drop"))
    }
    guard findings.isEmpty else {
      throw ImportError("the mapping does not fit \(file)", findings: findings)
    }
  }

  /// Appends the row of a record to `rows`; leaves `rows` as it was where the record has a fault.
  mutating func append(_ record: Record, number: Int, to rows: inout [UInt8]) throws(Fault) {
    let before = rows.count
    do {
      if case .members(let members) = record { try requireKnown(members) }
      rows += Array(String(number).utf8)
      for column in columns {
        rows.append(UInt8(ascii: "\t"))
        try append(value(of: column, in: record), for: column, to: &rows)
      }
      rows.append(lineFeed)
    } catch {
      rows.removeLast(rows.count - before)
      throw error
    }
  }

  private func requireKnown(_ members: [Value.Member]) throws(Fault) {
    for member in members where !known.contains(member.key) {
      let name = String(decoding: member.key, as: UTF8.self)
      throw Fault(code: "field", reason: "field “\(name)” is neither mapped nor under drop")
    }
  }

  private func value(of column: Column, in record: Record) -> Value {
    switch record {
    case .fields(let fields): return fields[column.field]
    case .members(let members):
      var value = Value.map(members)
      for key in column.path {
        guard case .map(let members) = value,
          let member = members.first(where: { $0.key.elementsEqual(key) })
        else { return .null }
        value = member.value
      }
      return value
    }
  }

  private mutating func append(
    _ value: Value,
    for column: Column,
    to rows: inout [UInt8]
  ) throws(Fault) {
    var value = value
    if case .string(let string) = value {
      if column.nulls.contains(where: string.elementsEqual) {
        value = .null
      } else if let split = column.split {
        value = .array(Self.parts(of: string, by: split))
      }
    }
    if case .null = value {
      rows += [UInt8(ascii: "\\"), UInt8(ascii: "N")]
      return
    }
    guard column.accept.contains(value.kind) else {
      throw Fault(code: "type", reason: "column \(column.name) takes no \(value.kind)")
    }
    if column.form == .text, case .string(let string) = value {
      return try Self.escape(string, column, to: &rows)
    }
    scratch.removeAll(keepingCapacity: true)
    switch (column.form, value) {
    case (.json, _): value.appendJSON(to: &scratch)
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

  /// Appends a value with COPY's escapes.
  private static func escape(
    _ text: ArraySlice<UInt8>,
    _ column: Column,
    to rows: inout [UInt8]
  ) throws(Fault) {
    var start = text.startIndex
    for index in text.indices {
      let letter: UInt8
      switch text[index] {
      case 0:
        throw Fault(code: "type", reason: "column \(column.name): texts cannot hold U+0000")
      case UInt8(ascii: "\\"): letter = UInt8(ascii: "\\")
      case UInt8(ascii: "\t"): letter = UInt8(ascii: "t")
      case lineFeed: letter = UInt8(ascii: "n")
      case carriageReturn: letter = UInt8(ascii: "r")
      default: continue
      }
      rows += text[start..<index]
      rows.append(UInt8(ascii: "\\"))
      rows.append(letter)
      start = index + 1
    }
    rows += text[start...]
  }
}
