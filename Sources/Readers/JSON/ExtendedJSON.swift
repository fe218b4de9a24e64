import Bytes

/// The values that MongoDB's Extended JSON (version 2, and what version 1 wrote otherwise) has
/// objects for.
enum ExtendedJSON {
  /// The keys of such objects.
  static let words: Set<String> = [
    "$oid", "$date", "$numberInt", "$numberLong", "$numberDouble", "$numberDecimal", "$binary",
    "$uuid", "$symbol", "$code", "$timestamp", "$regularExpression", "$minKey", "$maxKey",
    "$undefined", "$dbPointer",
  ]

  /// Whether a value, or one inside it, is written in this way.
  static func isTyped(_ value: Value) -> Bool {
    switch value {
    case .array(let items): return items.contains(where: isTyped)
    case .map(let members):
      if let key = members.first?.key, members.count <= 2 {
        if words.contains(String(decoding: key, as: UTF8.self)) { return true }
      }
      return members.contains { isTyped($0.value) }
    default: return false
    }
  }

  /// Reads the members of a document.
  static func typed(_ members: [Value.Member]) throws(Fault) -> [Value.Member] {
    var found: [Value.Member] = []
    for member in members {
      do throws(Fault) {
        found.append(Value.Member(key: member.key, value: try typed(member.value)))
      } catch {
        guard !error.reason.hasPrefix("the field") else { throw error }
        let name = String(decoding: member.key, as: UTF8.self)
        throw Fault(code: error.code, reason: "the field “\(name)”: \(error.reason)")
      }
    }
    return found
  }

  private static func typed(_ value: Value) throws(Fault) -> Value {
    switch value {
    case .array(let items):
      var found: [Value] = []
      for item in items { found.append(try typed(item)) }
      return .array(found)
    case .map(let members):
      if let special = try special(members) { return special }
      return .escaped(try typed(members))
    default: return value
    }
  }

  /// Reads an object that stands for a value; nil for any other.
  private static func special(_ members: [Value.Member]) throws(Fault) -> Value? {
    guard let first = members.first, first.key.first == UInt8(ascii: "$") else { return nil }
    let word = String(decoding: first.key, as: UTF8.self)
    func invalid() -> Fault { Fault(code: "type", reason: "an invalid \(word)") }
    guard members.count == 1 else {
      if word == "$ref" { return try reference(members) }
      if word == "$binary" || word == "$type", let type = members.value("$type"),
        let data = members.value("$binary")
      {
        return try binary(data, type)
      }
      return nil
    }
    switch (word, first.value) {
    case ("$oid", .string(let text)):
      guard text.count == 24, hexadecimal(text) != nil else { throw invalid() }
      return .string(text)
    case ("$uuid", .string(let text)): return .string(text)
    case ("$symbol", .string(let text)): return .string(text)
    case ("$date", let value): return try date(try typed(value))
    case ("$numberInt", .string(let text)):
      guard let number = Int32(String(decoding: text, as: UTF8.self)) else { throw invalid() }
      return .int(Int64(number))
    case ("$numberLong", .string(let text)):
      guard let number = Int64(String(decoding: text, as: UTF8.self)) else { throw invalid() }
      return .int(number)
    case ("$numberDouble", .string(let text)):
      guard let number = double(text) else { throw invalid() }
      return .double(number)
    case ("$numberDecimal", .string(let text)):
      guard let number = decimal(text) else { throw invalid() }
      return number
    case ("$binary", .map(let inner)):
      return try binary(inner.value("base64") ?? .null, inner.value("subType") ?? .null)
    case ("$undefined", _): return .null
    case ("$timestamp", .map(let inner)), ("$regularExpression", .map(let inner)):
      return .map(inner)
    case ("$code", .string(let text)): return .string(text)
    case ("$oid", _), ("$numberInt", _), ("$numberLong", _), ("$numberDouble", _),
      ("$numberDecimal", _), ("$binary", _), ("$uuid", _):
      throw invalid()
    default: return nil
    }
  }

  private static func date(_ value: Value) throws(Fault) -> Value {
    switch value {
    case .int(let milliseconds):
      let seconds = (milliseconds - (milliseconds % 1000 + 1000) % 1000) / 1000
      let rest = (milliseconds % 1000 + 1000) % 1000
      // So far below all years that even seconds do not count them.
      guard milliseconds > Int64.min + 1000,
        let time = Value.timestamp(seconds: seconds, microseconds: rest * 1000)
      else { throw Fault(code: "type", reason: "a $date beyond the years of PostgreSQL") }
      return time
    case .string(let text):
      guard let time = ISOTime.microseconds(text) else {
        throw Fault(code: "type", reason: "an invalid $date")
      }
      return .timestamp(time)
    default: throw Fault(code: "type", reason: "an invalid $date")
    }
  }

  private static func double(_ text: ArraySlice<UInt8>) -> Double? {
    switch String(decoding: text, as: UTF8.self) {
    case "NaN": .nan
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    case let digits:
      if case .decimal? = decimal(text), let number = Double(digits), number.isFinite {
        number
      } else {
        nil
      }
    }
  }

  /// A number in digits: `-?digits[.digits][E[+-]digits]`.
  private static func decimal(_ text: ArraySlice<UInt8>) -> Value? {
    switch String(decoding: text, as: UTF8.self) {
    case "NaN": return .double(.nan)
    case "Infinity": return .double(.infinity)
    case "-Infinity": return .double(-.infinity)
    default: break
    }
    var rest = text
    func digits() -> Int {
      let start = rest.count
      rest = rest.drop { (48...57).contains($0) }
      return start - rest.count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let start = rest
    guard digits() > 0,
      start.first != 48
        || start.dropFirst().first.map({ !(48...57).contains($0) })
          ?? true
    else { return nil }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() > 0 else { return nil }
    }
    if let first = rest.first, first | 32 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == 43 || sign == 45 { rest = rest.dropFirst() }
      guard digits() > 0 else { return nil }
    }
    return rest.isEmpty ? .decimal(text) : nil
  }

  private static func binary(_ data: Value, _ type: Value) throws(Fault) -> Value {
    guard case .string(let base64) = data, case .string(let subtype) = type,
      let bytes = Base64.bytes(base64)
    else { throw Fault(code: "type", reason: "an invalid $binary") }
    let kind = String(decoding: subtype, as: UTF8.self)
    guard kind == "04" || kind == "4", bytes.count == 16 else { return .bytes(bytes[...]) }
    var uuid: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { uuid.append(UInt8(ascii: "-")) }
      uuid.append(hexadecimal: [byte][...])
    }
    return .string(uuid[...])
  }

  /// A reference to a document of another collection.
  private static func reference(_ members: [Value.Member]) throws(Fault) -> Value? {
    guard members.count == 2, case .string(let collection)? = members.value("$ref"),
      let id = members.value("$id")
    else { return nil }
    switch try typed(id) {
    case .string(let id): return .reference(collection + [UInt8(ascii: "/")] + id)
    case .int(let id): return .reference(collection + Array("/\(id)".utf8))
    default: return nil
    }
  }

  private static func hexadecimal(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    text.allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 32) } ? Array(text) : nil
  }
}

/// Base64 with padding (RFC 4648).
enum Base64 {
  /// Returns the bytes; nil for other texts.
  static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let body = text.suffix(2).reduce(into: text) { body, byte in
      if byte == UInt8(ascii: "="), body.last == byte { body = body.dropLast() }
    }
    guard text.count.isMultiple(of: 4) || body.count == text.count, body.count % 4 != 1 else {
      return nil
    }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    for (index, byte) in body.enumerated() {
      let digit: UInt8
      switch byte {
      case 65...90: digit = byte - 65
      case 97...122: digit = byte - 71
      case 48...57: digit = byte + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): digit = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): digit = 63
      default: return nil
      }
      bits = bits << 6 | UInt32(digit)
      if index % 4 > 0 {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * (index % 4))))
      }
    }
    return bytes
  }
}

/// Times in ISO 8601 with an offset.
enum ISOTime {
  /// Returns microseconds since 1970; nil for other texts and for fractions of a microsecond.
  static func microseconds(_ text: ArraySlice<UInt8>) -> Int64? {
    var rest = text
    func take(_ byte: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: byte) else { return false }
      rest = rest.dropFirst()
      return true
    }
    func number(_ count: Int) -> Int64? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      (1...12).contains(month), (1...31).contains(day), take("T") || take(" "),
      let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var micros: Int64 = 0
    if take(".") {
      let digits = rest.prefix { (48...57).contains($0) }
      guard (1...9).contains(digits.count), digits.dropFirst(6).allSatisfy({ $0 == 48 }) else {
        return nil
      }
      rest = rest.dropFirst(digits.count)
      let six = (Array(digits) + [UInt8](repeating: 48, count: 6)).prefix(6)
      micros = six.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }
    var offset: Int64 = 0
    if !take("Z") {
      let isNegative = rest.first == UInt8(ascii: "-")
      guard take("+") || take("-"), let hours = number(2) else { return nil }
      _ = take(":")
      guard let minutes = number(2), hours < 16, minutes < 60 else { return nil }
      offset = (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
    guard rest.isEmpty, let days = days(year, month, day) else { return nil }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    return seconds * 1_000_000 + micros
  }

  /// Days since 1970 in the Gregorian calendar; nil where a month has no such day.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[Int(month) - 1] else { return nil }
    let before = year - 1
    let leaps = before / 4 - before / 100 + before / 400
    let months = lengths.prefix(Int(month) - 1).reduce(0, +)
    return 365 * before + leaps + Int64(months) + day - 1 - 719_162
  }
}
