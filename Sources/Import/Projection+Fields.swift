import Readers

// A record whose fields are plain becomes a row without values on the way. Whatever is not plain is
// left to `append(_:number:to:)`, which also says what is wrong with a record.
extension Projection {
  /// The most field lists that are remembered.
  private static let limitOrders = 256

  /// Returns the columns of fields, whose names are given one after another.
  ///
  /// - Parameters:
  ///   - signature: The names, as `FieldSignature.append` writes them.
  ///   - names: The same, without the parts of the record's path.
  /// - Returns: nil if there are too many field lists to remember.
  mutating func order(_ signature: [UInt8], _ names: () -> [[UInt8]]) -> FieldOrder? {
    // Most records have the field list of the one before.
    if let lastOrder, lastOrder.signature == signature { return lastOrder }
    if let known = orders[signature] {
      lastOrder = known
      return known
    }
    guard orders.count < Self.limitOrders else { return nil }
    let made = order(of: names(), signature)
    orders[signature] = made
    lastOrder = made
    return made
  }

  private func order(of names: [[UInt8]], _ signature: [UInt8]) -> FieldOrder {
    let none = FieldOrder(signature: signature, columns: nil)
    let table = tables[0]
    guard tables.count == 1, table.taken.isFlat, Set(names).count == names.count,
      !names.contains(where: { $0.starts(with: "__".utf8) })
    else { return none }
    let keys = (takesPath ? sources.map { Array($0.key) } : []) + names
    var taken = table.taken
    let rest = taken.leftover(of: names.map { Value.Member(key: $0[...], value: .null) })
    guard rest.isEmpty || table.hasRest else { return none }
    var columns: [FieldOrder.Column] = []
    for column in table.columns {
      var place: Int?
      switch column.source {
      case .field(let paths):
        guard paths.allSatisfy({ $0.keys.count == 1 }) else { return none }
        let places = paths.compactMap { keys.firstIndex(of: $0.keys[0]) }
        // Of several, the first with a value counts.
        guard places.count < 2 else { return none }
        place = places.first
      case .rest, .constant: break
      case .place, .index, .item, .parent: return none
      }
      columns.append(
        FieldOrder.Column(
          place: place,
          isPlain: column.form == .text && column.split == nil,
          takesStrings: column.takesStrings && column.losses.isEmpty,
          takesInts: column.accept.contains("int")
            && !column.losses.contains { $0.loss == .longNumber },
          takesDoubles: column.accept.contains("double") && column.losses.isEmpty,
          takesBools: column.accept.contains("bool"),
          hasNulls: !column.nulls.isEmpty
        )
      )
    }
    return FieldOrder(
      signature: signature,
      columns: columns,
      rest: rest.compactMap { member in
        let key = Array(member.key)
        return keys.firstIndex(of: key).map { (key, $0) }
      }
    )
  }

  /// Lends an array without fields, which keeps its memory from record to record.
  mutating func takeFields() -> [Field] {
    var fields: [Field] = []
    swap(&fields, &spareFields)
    fields.removeAll(keepingCapacity: true)
    return fields
  }

  /// Takes such an array back.
  mutating func giveBack(_ fields: inout [Field]) { swap(&fields, &spareFields) }

  /// Adds the parts of a record's path, in the order in which the mapping names them.
  func appendNames(of path: DocumentPath?, to fields: inout [Field]) {
    guard takesPath else { return }
    for source in sources {
      fields.append(path?.value(of: source).map { .other($0) } ?? .null)
    }
  }

  /// Appends the row of a record.
  ///
  /// - Parameters:
  ///   - fields: The fields from the record's path, then its own.
  ///   - order: Their field list.
  ///   - bytes: The bytes that contain them.
  ///   - number: The record's number.
  ///   - rows: The rows so far.
  /// - Returns: Whether it was all plain; else `rows` are as they were.
  mutating func append(
    _ fields: [Field],
    in order: FieldOrder,
    of bytes: [UInt8],
    number: Int,
    to rows: inout [[UInt8]]
  ) -> Bool {
    guard let columns = order.columns else { return false }
    var row: [UInt8] = []
    swap(&row, &rows[0])
    defer { swap(&row, &rows[0]) }
    let before = (row: row.count, changed: changed.count)
    row.append(digits: Int64(number))
    for index in columns.indices {
      row.append(UInt8(ascii: "\t"))
      if !append(fields, columns[index], index, order, bytes, number, to: &row) {
        row.removeLast(row.count - before.row)
        changed.removeLast(changed.count - before.changed)
        return false
      }
    }
    row.append(lineFeed)
    return true
  }

  @inline(__always)
  private mutating func append(
    _ fields: [Field],
    _ column: FieldOrder.Column,
    _ index: Int,
    _ order: FieldOrder,
    _ bytes: [UInt8],
    _ number: Int,
    to row: inout [UInt8]
  ) -> Bool {
    guard let place = column.place else {
      var value = Value.null
      if case .constant(let constant) = tables[0].columns[index].source { value = constant }
      if case .rest = tables[0].columns[index].source {
        value = .map(
          order.rest.map { key, place in
            Value.Member(key: key[...], value: fields[place].value(in: bytes))
          }
        )
      }
      return append(whole: value, index, number, to: &row)
    }
    if column.isPlain {
      switch fields[place] {
      case .null:
        row.append(UInt8(ascii: "\\"))
        row.append(UInt8(ascii: "N"))
        return true
      case .text(let range) where column.takesStrings && !column.hasNulls:
        return Self.escape(bytes, range, to: &row)
      case .int(let number) where column.takesInts:
        row.append(digits: number)
        return true
      case .integer(let range) where column.takesInts:
        row.append(contentsOf: bytes[range])
        return true
      case .decimal(let range) where column.takesDoubles:
        row.append(contentsOf: bytes[range])
        return true
      case .double(let number) where column.takesDoubles:
        row.append(contentsOf: number.description.utf8)
        return true
      case .bool(let value) where column.takesBools:
        row.append(UInt8(ascii: value ? "t" : "f"))
        return true
      default: break
      }
    }
    return append(whole: fields[place].value(in: bytes), index, number, to: &row)
  }

  private mutating func append(
    whole value: Value,
    _ index: Int,
    _ number: Int,
    to row: inout [UInt8]
  ) -> Bool {
    do throws(Fault) {
      try append(value, for: tables[0].columns[index], number, to: &row)
      return true
    } catch {
      return false
    }
  }

  /// Appends a text with COPY's escapes; false where it cannot be one of PostgreSQL's.
  private static func escape(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    to row: inout [UInt8]
  ) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[range])
      var start = 0
      for index in text.indices {
        let byte = text[index]
        if byte > carriageReturn, byte != UInt8(ascii: "\\") { continue }
        let letter: UInt8
        switch byte {
        case 0: return false
        case UInt8(ascii: "\\"): letter = UInt8(ascii: "\\")
        case UInt8(ascii: "\t"): letter = UInt8(ascii: "t")
        case lineFeed: letter = UInt8(ascii: "n")
        case carriageReturn: letter = UInt8(ascii: "r")
        default: continue
        }
        row.append(contentsOf: text[start..<index])
        row.append(UInt8(ascii: "\\"))
        row.append(letter)
        start = index + 1
      }
      row.append(contentsOf: text[start...])
      return true
    }
  }
}
