import Testing

/// Fails where bytes hold what a terminal would obey or not show.
package func expectHarmless(_ bytes: some Collection<UInt8>) {
  var decoder = UTF8()
  var iterator = bytes.makeIterator()
  var previous: Unicode.Scalar?
  while true {
    switch decoder.decode(&iterator) {
    case .emptyInput: return
    case .error:
      Issue.record("bytes that are not UTF-8 left: \(Array(bytes))")
      return
    case .scalarValue(let scalar):
      let category = scalar.properties.generalCategory
      let isVisibleFormat =
        [0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD].contains(scalar.value)
        || (0x600...0x605).contains(scalar.value)
      let isJoiner = scalar.value == 0x200D || scalar.value == 0x200C
      if isJoiner ? (previous?.isASCII ?? true) : false {
        Issue.record("a joiner left after ASCII: \(Array(bytes))")
      }
      if [.control, .lineSeparator, .paragraphSeparator].contains(category)
        || category == .format && !isVisibleFormat && !isJoiner
      {
        Issue.record("U+\(String(scalar.value, radix: 16)) left: \(Array(bytes))")
      }
      previous = scalar
    }
  }
}
