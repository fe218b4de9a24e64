/// Numbers that identify somebody, recognized by their check digits.
enum AdoptionNumbers {
  /// Whether digits are those of a payment card: an issuer's first digits, and Luhn's check.
  static func isCard(_ digits: [Int]) -> Bool {
    guard digits.count >= 13, digits.contains(where: { $0 != digits[0] }) else { return false }
    let first = digits.prefix(4).reduce(0) { $0 * 10 + $1 }
    let isIssued =
      switch digits.count {
      case 13: first / 1000 == 4
      case 14: first / 10 == 36 || first / 10 == 38 || 300...305 ~= first / 10
      case 15: first / 100 == 34 || first / 100 == 37
      default:
        first / 1000 == 4 || 51...55 ~= first / 100 || 2221...2720 ~= first || first == 6011
          || first / 100 == 65 || 3528...3589 ~= first || first / 100 == 62
      }
    return isIssued && isLuhn(digits)
  }

  /// Luhn's check.
  static func isLuhn(_ digits: [Int]) -> Bool {
    digits.reversed().enumerated().reduce(0) { sum, one in
      let doubled = one.element * 2
      return sum + (one.offset % 2 == 0 ? one.element : doubled > 9 ? doubled - 9 : doubled)
    } % 10 == 0
  }

  /// Whether a text is an IBAN, with or without spaces.
  static func isIBAN(_ text: String) -> Bool {
    let code = text.filter { $0 != " " }.uppercased()
    guard (15...34).contains(code.utf8.count),
      code.prefix(2).allSatisfy({ $0.isASCII && $0.isLetter }),
      code.dropFirst(2).prefix(2).allSatisfy({ $0.isASCII && $0.isNumber }),
      code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return false }
    var rest = 0
    for byte in (code.dropFirst(4) + code.prefix(4)).utf8 {
      rest = byte <= 57 ? (rest * 10 + Int(byte) - 48) % 97 : (rest * 100 + Int(byte) - 55) % 97
    }
    return rest == 1
  }

  /// Whether a text is an identity number that is written as nothing else is, its check included.
  static func hasOwnForm(_ text: String) -> Bool {
    guard (9...24).contains(text.utf8.count), text.utf8.contains(where: { 48...57 ~= $0 }) else {
      return false
    }
    let code = text.uppercased().filter { $0 != " " }
    let digits = code.utf8.filter { 48...57 ~= $0 }.map { Int($0) - 48 }
    // United States, United Kingdom.
    if let area = text.wholeMatch(of: /([0-9]{3})-([0-9]{2})-([0-9]{4})/) {
      return !["000", "666"].contains(area.1) && area.1 < "900" && area.2 != "00"
        && area.3 != "0000"
    }
    if code.wholeMatch(of: /[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][0-9]{6}[A-D]/) != nil {
      return true
    }
    // Spain: a letter for the rest by 23.
    if code.wholeMatch(of: /[XYZ0-9][0-9]{7}-?[A-HJ-NP-TV-Z]/) != nil, let last = code.last {
      let head = ["X": "0", "Y": "1", "Z": "2"][code.prefix(1)] ?? String(code.prefix(1))
      let number = Int(head + code.dropFirst().filter(\.isNumber)) ?? 0
      return Array("TRWAGMYFPDXBNJZSQVHLCKE")[number % 23] == last
    }
    // Italy, Mexico, India, China, Finland.
    if code.wholeMatch(
      of: /[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPRST][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]/
    ) != nil {
      return isFiscal(Array(code.utf8))
    }
    if code.wholeMatch(of: /[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}[A-Z0-9][0-9]/) != nil { return true }
    if code.wholeMatch(of: /[A-Z]{3}[ABCFGHLJPT][A-Z][0-9]{4}[A-Z]/) != nil { return true }
    if code.wholeMatch(of: /[1-9][0-9]{5}(19|20)[0-9]{9}[0-9X]/) != nil {
      let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
      let sum = zip(weights, digits).reduce(0) { $0 + $1.0 * $1.1 }
      return Array("10X98765432")[sum % 11] == code.last
    }
    if code.wholeMatch(of: /[0-3][0-9][01][0-9]{3}[-+A][0-9]{3}[0-9A-Y]/) != nil {
      let number = digits.prefix(9).reduce(0) { $0 * 10 + $1 }
      return Array("0123456789ABCDEFHJKLMNPRSTUVWXY")[number % 31] == code.last
    }
    // Brazil and Korea, as they are written.
    if code.wholeMatch(of: /[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}/) != nil { return isCPF(digits) }
    if code.wholeMatch(of: /[0-9]{2}[01][0-9][0-3][0-9]-[1-4][0-9]{6}/) != nil { return true }
    return false
  }

  /// The schemes by which digits are somebody's number, each by a number of its own; a random one
  /// passes one check in ten, so only many values are evidence.
  static func schemes(_ d: [Int]) -> [Int] {
    guard d.contains(where: { $0 != d[0] }) else { return [] }
    func sum(_ weights: [Int]) -> Int { zip(weights, d).reduce(0) { $0 + $1.0 * $1.1 } }
    let number = d.count <= 18 ? d.reduce(0) { $0 * 10 + $1 } : 0
    let checks: [Bool]
    switch d.count {
    case 9:
      // Netherlands, Portugal, Canada.
      let rest = sum([9, 8, 7, 6, 5, 4, 3, 2]) % 11
      checks = [
        (sum([9, 8, 7, 6, 5, 4, 3, 2]) - d[8]) % 11 == 0, d[8] == (rest < 2 ? 0 : 11 - rest),
        isLuhn(d),
      ]
    case 10:
      // Sweden: a date, and Luhn's check.
      checks = [isLuhn(d) && isMonth(d[2] * 10 + d[3]) && 1...31 ~= d[4] * 10 + d[5]]
    case 11:
      let pesel = sum([1, 3, 7, 9, 1, 3, 7, 9, 1, 3])
      let odd = d[0] + d[2] + d[4] + d[6] + d[8]
      let even = d[1] + d[3] + d[5] + d[7]
      let first = d.prefix(9).reduce(0) { $0 * 10 + $1 }
      checks = [
        isSteuerID(d), isCPF(d),
        (pesel + d[10]) % 10 == 0 && isMonth((d[2] * 10 + d[3]) % 20),
        d[0] != 0 && ((7 * odd - even) % 10 + 10) % 10 == d[9]
          && d.prefix(10).reduce(0, +) % 10 == d[10],
        sum([9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101 % 100 == d[9] * 10 + d[10],
        97 - first % 97 == d[9] * 10 + d[10],
      ]
    case 12:
      // Russia, Japan.
      let one = sum([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10
      let two = sum([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10
      let rest = sum([6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
      checks = [one == d[10] && two == d[11], d[11] == (rest <= 1 ? 0 : 11 - rest)]
    case 13:
      // Switzerland, Romania.
      let ean = d.dropLast().enumerated().reduce(0) {
        $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3)
      }
      let rest = sum([2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
      checks = [
        d.starts(with: [7, 5, 6]) && (ean + d[12]) % 10 == 0,
        1...8 ~= d[0] && isMonth(d[3] * 10 + d[4]) && d[12] == (rest == 10 ? 1 : rest),
      ]
    case 15:
      // France.
      checks = [(d[0] == 1 || d[0] == 2) && 97 - number / 100 % 97 == number % 100]
    default: return []
    }
    return checks.indices.filter { checks[$0] }.map { d.count * 10 + $0 }
  }

  private static func isMonth(_ number: Int) -> Bool { 1...12 ~= number }

  private static func isCPF(_ d: [Int]) -> Bool {
    func check(_ count: Int) -> Int {
      let rest = (0..<count).reduce(0) { $0 + d[$1] * (count + 1 - $1) } * 10 % 11
      return rest == 10 ? 0 : rest
    }
    return d.count == 11 && check(9) == d[9] && check(10) == d[10]
  }

  /// Germany: ISO 7064, mod 11, 10.
  private static func isSteuerID(_ d: [Int]) -> Bool {
    var product = 10
    for digit in d.prefix(10) {
      let sum = (digit + product) % 10
      product = (sum == 0 ? 10 : sum) * 2 % 11
    }
    return d[0] != 0 && (11 - product) % 10 == d[10]
  }

  private static func isFiscal(_ code: [UInt8]) -> Bool {
    let odd = [
      1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
    ]
    func value(_ byte: UInt8) -> Int { Int(byte) - (byte <= 57 ? 48 : 65) }
    let sum = code.prefix(15).enumerated().reduce(0) { sum, one in
      sum + (one.offset % 2 == 0 ? odd[value(one.element)] : value(one.element))
    }
    return sum % 26 == value(code[15])
  }
}
