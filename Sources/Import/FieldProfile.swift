import Readers

/// Statistics of a field's values, in memory that does not grow with their number.
struct FieldProfile: Sendable {
  /// How often each kind was met, by its name.
  private(set) var kinds: [String: Int] = [:]
  /// Whether a number of a binary source was met, which no decimal digits were rounded to.
  private(set) var isBinary = false
  /// Whether each whole number is a double too.
  var isExact: Bool {
    let limit = 9_007_199_254_740_992.0
    return [lowest, highest].allSatisfy { value in
      value?.number.map { (-limit...limit).contains($0) } ?? true
    }
  }
  /// Values that some types change.
  private(set) var losses: [Loss: Int] = [:]
  /// The number of strings of each form.
  private(set) var looks: [TextLook: Int] = [:]
  /// The longest string or bytes, in bytes.
  private(set) var longestBytes: Int?
  /// Numbers, times and strings that are least and greatest of their kind, strings cut off.
  private(set) var lowest: Value?
  private(set) var highest: Value?
  /// The first values that differ, as text, cut off.
  private(set) var examples: [[UInt8]] = []
  /// Whether a value was met twice, as far as they were distinguished.
  private(set) var isRepeated = false
  /// A sample of the texts; nil where one is too long for a key.
  private(set) var sketch: ValueSketch? = ValueSketch()
  /// Whether only the first values were distinguished.
  var isUntold: Bool { untold > 0 }
  /// Hashes of the values distinguished.
  private var distinct: Set<UInt64> = []
  private var untold = 0

  /// The most values that are distinguished.
  static let limitDistinct = 1 << 18
  private static let limitExamples = 3
  private static let limitExampleBytes = 40

  /// How many values there are.
  var count: Int { kinds.values.reduce(0, +) }
  var nulls: Int { kinds["null"] ?? 0 }

  /// Takes a value into account; distinguishes those of a field only where that is worth its
  /// memory.
  mutating func add(_ value: Value, tracksDistinct: Bool) {
    kinds[value.kind, default: 0] += 1
    switch value {
    case .null: return
    case .string(let text):
      if text.count > ValueSketch.limitBytes { sketch = nil }
      sketch?.add(text)
      let look = TextLook(text)
      looks[look, default: 0] += 1
      if look == .finer { losses[.finerTime, default: 0] += 1 }
      if look == .instant, Loss.offset.changes(value) { losses[.offset, default: 0] += 1 }
      if Loss.hasTimeOfDay(look) { losses[.timeOfDay, default: 0] += 1 }
      longestBytes = max(longestBytes ?? 0, text.count)
      widen(.string(Self.cut(text)[...]))
    case .bytes(let bytes): longestBytes = max(longestBytes ?? 0, bytes.count)
    case .double, .decimal:
      if case .double = value { isBinary = true }
      for loss in Loss.ofNumbers where loss.changes(value) { losses[loss, default: 0] += 1 }
      widen(value)
    case .int:
      if Loss.longNumber.changes(value) { losses[.longNumber, default: 0] += 1 }
      widen(value)
    case .timestamp: widen(value)
    default: break
    }
    if examples.count < Self.limitExamples {
      var text: [UInt8] = []
      value.appendText(to: &text)
      text = Self.cut(text[...])
      if !examples.contains(text) { examples.append(text) }
    }
    if tracksDistinct { distinguish(value) } else { untold += 1 }
  }

  private mutating func distinguish(_ value: Value) {
    if isRepeated { return }
    var hasher = Hasher()
    switch value {
    case .string(let text): hasher.combine(text)
    case .int(let number): hasher.combine(number)
    default:
      untold += 1
      return
    }
    guard distinct.count < Self.limitDistinct else {
      untold += 1
      return
    }
    isRepeated = !distinct.insert(UInt64(bitPattern: Int64(hasher.finalize()))).inserted
    if isRepeated { distinct = [] }
  }

  private mutating func widen(_ value: Value) {
    // If values are of several kinds, the limits are those of the first.
    if lowest.map({ value.precedes($0) ?? false }) ?? true { lowest = value }
    if highest.map({ $0.precedes(value) ?? false }) ?? true { highest = value }
  }

  /// The beginning of a text, whole characters only.
  private static func cut(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.count > limitExampleBytes else { return Array(text) }
    var end = text.startIndex + limitExampleBytes
    while end > text.startIndex, text[end] & 0xC0 == 0x80 { end -= 1 }
    return text[..<end] + Array("…".utf8)
  }
}

extension Value {
  /// Whether it comes before another of its kind; nil where the two cannot be compared.
  fileprivate func precedes(_ other: Value) -> Bool? {
    switch (self, other) {
    case (.int(let mine), .int(let theirs)): mine < theirs
    case (.timestamp(let mine), .timestamp(let theirs)): mine < theirs
    case (.string(let mine), .string(let theirs)): mine.lexicographicallyPrecedes(theirs)
    default:
      if let mine = number, let theirs = other.number, !mine.isNaN, !theirs.isNaN {
        mine < theirs
      } else {
        nil
      }
    }
  }
}

/// The most specific type as which a text can be read without losing anything that matters.
enum TextLook: String, Sendable {
  case empty, integer, decimal, boolean, date, timestamp, instant, text
  /// A time with more digits than microseconds.
  case finer
  /// A number with a decimal comma, as spreadsheets of many countries write it.
  case comma

  /// Looks at a text.
  init(_ text: ArraySlice<UInt8>) {
    var reader = LookReader(rest: text)
    self = reader.read()
  }
}

private struct LookReader {
  var rest: ArraySlice<UInt8>

  mutating func read() -> TextLook {
    guard let first = rest.first else { return .empty }
    if rest.elementsEqual("true".utf8) || rest.elementsEqual("false".utf8) { return .boolean }
    guard first == UInt8(ascii: "-") || (48...57).contains(first), rest.count <= 64 else {
      return .text
    }
    let whole = rest
    if let look = number() { return look }
    rest = whole
    if isCommaNumber() { return .comma }
    rest = whole
    return time() ?? .text
  }

  /// `-?(0|[1-9][0-9]*)(\.[0-9]+)?`, whose digits come back as they were.
  private mutating func number() -> TextLook? {
    let text = rest
    let isNegative = take("-")
    let zero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !zero || whole == 1 else { return nil }
    if rest.isEmpty {
      guard Int64(String(decoding: text, as: UTF8.self)) != nil, !(isNegative && zero) else {
        return nil
      }
      return .integer
    }
    guard take("."), digits() > 0, rest.isEmpty else { return nil }
    // numeric has no zero with a sign.
    let isZero = text.allSatisfy { !(49...57).contains($0) }
    return isNegative && isZero ? nil : .decimal
  }

  /// `-?[0-9]+,[0-9]+`, before the comma perhaps in groups of three with points between.
  private mutating func isCommaNumber() -> Bool {
    _ = take("-")
    let first = digits()
    guard first > 0 else { return false }
    while take(".") {
      guard first <= 3, digits() == 3 else { return false }
    }
    return take(",") && digits() > 0 && rest.isEmpty
  }

  /// ISO 8601.
  private mutating func time() -> TextLook? {
    var fraction = 0
    guard let year = number(4), year > 0, take("-"), let month = number(2), take("-"),
      let day = number(2), (1...12).contains(month), day >= 1,
      day <= [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    else { return nil }
    if rest.isEmpty { return .date }
    guard take("T") || take(" "), let hour = number(2), hour < 24, take(":"),
      let minute = number(2), minute < 60
    else { return nil }
    if take(":") {
      guard let second = number(2), second < 60 else { return nil }
      if take(".") {
        fraction = digits()
        if fraction == 0 { return nil }
      }
    }
    let instant = fraction > 6 ? TextLook.finer : .instant
    if rest.isEmpty { return fraction > 6 ? .finer : .timestamp }
    if take("Z") { return rest.isEmpty ? instant : nil }
    guard take("+") || take("-") else { return nil }
    // `+05`, `+0530` or `+05:30`.
    let offset = rest
    var count = digits()
    var figures = Array(offset.prefix(count))
    if count == 2, take(":") {
      let minutes = rest
      count = digits()
      guard count == 2 else { return nil }
      figures += minutes.prefix(2)
    }
    guard rest.isEmpty, figures.count == 2 || figures.count == 4 else { return nil }
    let hours = Int(figures[0] - 48) * 10 + Int(figures[1] - 48)
    guard hours < 15, figures.count == 2 || figures[2] < UInt8(ascii: "6") else { return nil }
    return instant
  }

  private func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(truncatingIfNeeded: character.value) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func digits() -> Int {
    let start = rest.startIndex
    while let byte = rest.first, (48...57).contains(byte) { rest = rest.dropFirst() }
    return rest.startIndex - start
  }

  private mutating func number(_ count: Int) -> Int? {
    let start = rest
    guard digits() == count else { return nil }
    return Int(String(decoding: start[..<rest.startIndex], as: UTF8.self))
  }
}
