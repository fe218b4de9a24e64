/// The members of an object of JSON as fields, as far as they are plain.
package struct JSONFields: Sendable {
  /// The fields given beforehand, then the members.
  package private(set) var fields: [Field] = []
  /// The members' names.
  package private(set) var names: [Range<Int>] = []
  private var signature: [UInt8] = []

  /// Has read nothing yet.
  package init() {}

  /// Appends the row of a record that is an object.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that contain it.
  ///   - range: Its text, which is UTF-8.
  ///   - numbers: How they are read.
  ///   - path: Its path; nil without collections.
  ///   - number: The record's number.
  ///   - sink: The receiver.
  /// - Returns: Whether it was understood and plain; else the sink is as it was.
  package mutating func append(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ numbers: JSONParser.Numbers,
    path: DocumentPath?,
    number: Int,
    to sink: inout some RecordSink
  ) -> Bool {
    fields.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    signature.removeAll(keepingCapacity: true)
    sink.appendNames(of: path, to: &fields)
    guard read(bytes, range, numbers),
      let order = sink.order(signature, { names.map { Array(bytes[$0]) } })
    else { return false }
    return sink.append(fields, in: order, of: bytes, number: number)
  }

  private mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ numbers: JSONParser.Numbers
  ) -> Bool {
    var at = range.lowerBound
    let end = range.upperBound
    func skipBlanks() {
      while at < end, bytes[at] == 32 || bytes[at] == 10 || bytes[at] == 13 || bytes[at] == 9 {
        at += 1
      }
    }
    skipBlanks()
    guard at < end, bytes[at] == UInt8(ascii: "{") else { return false }
    at += 1
    skipBlanks()
    if at < end, bytes[at] == UInt8(ascii: "}") {
      at += 1
    } else {
      while true {
        guard let name = Self.plain(bytes, at, end) else { return false }
        at = name.upperBound + 1
        skipBlanks()
        guard at < end, bytes[at] == UInt8(ascii: ":") else { return false }
        at += 1
        skipBlanks()
        guard let field = Self.field(bytes, &at, end, numbers) else { return false }
        names.append(name)
        fields.append(field)
        FieldSignature.append(bytes[name], to: &signature)
        skipBlanks()
        guard at < end else { return false }
        at += 1
        if bytes[at - 1] == UInt8(ascii: "}") { break }
        guard bytes[at - 1] == UInt8(ascii: ",") else { return false }
        skipBlanks()
      }
    }
    skipBlanks()
    return at == end
  }

  /// Returns where a string lies that has no escapes, without its quotes; nil for anything else.
  private static func plain(_ bytes: [UInt8], _ at: Int, _ end: Int) -> Range<Int>? {
    guard at < end, bytes[at] == quote else { return nil }
    var index = at + 1
    while index < end {
      let byte = bytes[index]
      if byte == quote { return (at + 1)..<index }
      if byte < 32 || byte == UInt8(ascii: "\\") { return nil }
      index += 1
    }
    return nil
  }

  private static func field(
    _ bytes: [UInt8],
    _ at: inout Int,
    _ end: Int,
    _ numbers: JSONParser.Numbers
  ) -> Field? {
    guard at < end else { return nil }
    if bytes[at] == quote {
      if let text = plain(bytes, at, end) {
        at = text.upperBound + 1
        return .text(text)
      }
    } else if let number = number(bytes, &at, end, numbers) {
      return number
    }
    do {
      switch try JSONParser.value(in: bytes[..<end], at: &at, numbers: numbers) {
      case .null: return .null
      case .bool(let value): return .bool(value)
      case let value: return .other(value)
      }
    } catch {
      return nil
    }
  }

  /// Reads a number that is written as it stands; nil where it may be written otherwise.
  ///
  /// A double has 15 digits whatever they are, and is written with a point from 0.0001 on.
  private static func number(
    _ bytes: [UInt8],
    _ at: inout Int,
    _ end: Int,
    _ numbers: JSONParser.Numbers
  ) -> Field? {
    var index = at
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let whole = index
    while index < end, bytes[index] >= 48, bytes[index] <= 57 { index += 1 }
    let digits = index - whole
    guard digits > 0, digits <= 15, index < end, bytes[whole] != 48 || digits == 1 else {
      return nil
    }
    if bytes[index] != UInt8(ascii: ".") {
      guard isEnd(bytes[index]), !(bytes[whole] == 48 && whole > at) else { return nil }
      defer { at = index }
      return .integer(at..<index)
    }
    let fraction = index + 1
    index = fraction
    while index < end, bytes[index] >= 48, bytes[index] <= 57 { index += 1 }
    let places = index - fraction
    guard places > 0, digits + places <= 15, index < end, isEnd(bytes[index]),
      bytes[index - 1] != 48 || places == 1 && bytes[whole] != 48,
      bytes[whole] != 48 || bytes[fraction] != 48
    else { return nil }
    defer { at = index }
    return .decimal(at..<index)
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == 32 || byte == 10
      || byte == 13 || byte == 9
  }
}
