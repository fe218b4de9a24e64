/// The fields of one record of a CSV file, as offsets in its chunk.
package struct CSVFields: Sendable {
  /// One field, without its quotes.
  package struct Field: Sendable {
    package let range: Range<Int>
    /// Whether quotes inside are doubled.
    let isDoubled: Bool
  }

  package private(set) var fields: [Field] = []

  /// Has split nothing yet.
  package init() {}

  /// Splits a record that was framed without a fault.
  package mutating func split(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>, delimiter: UInt8)
  {
    fields.removeAll(keepingCapacity: true)
    var at = range.lowerBound
    while true {
      if at < range.upperBound, bytes[at] == quote {
        let start = at + 1
        var isDoubled = false
        at = start
        while true {
          while bytes[at] != quote { at += 1 }
          at += 1
          guard at < range.upperBound, bytes[at] == quote else { break }
          isDoubled = true
          at += 1
        }
        fields.append(Field(range: start..<(at - 1), isDoubled: isDoubled))
      } else {
        let start = at
        while at < range.upperBound, bytes[at] != delimiter { at += 1 }
        fields.append(Field(range: start..<at, isDoubled: false))
      }
      if at >= range.upperBound { return }
      at += 1
    }
  }

  /// Returns what a field holds.
  package func text(_ index: Int, of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let field = fields[index]
    guard field.isDoubled else { return bytes[field.range] }
    var text: [UInt8] = []
    var isSecond = false
    for byte in bytes[field.range] {
      isSecond = byte == quote && !isSecond
      if !isSecond { text.append(byte) }
    }
    return text[...]
  }
}
