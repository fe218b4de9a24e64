/// The exact value of a decimal number: two are equal if their values are equal to the last digit.
struct DecimalDigits: Hashable {
  private let isNegative: Bool
  /// Without zeros at either end; empty for zero.
  private let digits: [UInt8]
  /// The power of ten of the last digit; 0 for zero.
  private let exponent: Int

  /// A zero with a sign.
  var isNegativeZero: Bool { isNegative && digits.isEmpty }

  /// Reads a number such as `-12.50e+3`; nil for anything else.
  init?(_ text: ArraySlice<UInt8>) {
    let sign = text.first
    let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
    let number = isSigned ? text.dropFirst() : text
    let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 | 0x20 == UInt8(ascii: "e")
    }
    let halves = parts[0].split(
      separator: UInt8(ascii: "."),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let fraction = halves.count > 1 ? halves[1] : []
    var digits = Array(halves[0] + fraction)
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 })
    else { return nil }
    var exponent = -fraction.count
    if parts.count > 1 {
      guard let power = Int(String(decoding: parts[1], as: UTF8.self)), abs(power) < 1_000_000
      else { return nil }
      exponent += power
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    self.digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    self.exponent = self.digits.isEmpty ? 0 : exponent
    isNegative = sign == UInt8(ascii: "-")
  }
}
