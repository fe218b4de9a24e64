extension [UInt8] {
  /// Appends a number in digits.
  mutating func append(digits number: Int64) {
    var rest = number.magnitude
    if rest < 10 {
      if number < 0 { append(UInt8(ascii: "-")) }
      return append(UInt8(ascii: "0") + UInt8(rest))
    }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = 20
    while rest > 0 {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    if number < 0 { append(UInt8(ascii: "-")) }
    for index in first..<20 { append(digits[index]) }
  }
}
