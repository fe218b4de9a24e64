import Foundation
import TestSupport

/// JSON as a test makes it; shares no code with the reader.
indirect enum Tree: Equatable {
  case null, bool(Bool), int(Int), double(Double), string(String), array([Tree])
  case object([(key: String, value: Tree)])

  static func == (mine: Tree, other: Tree) -> Bool {
    switch (mine, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)): Array(a.utf8) == Array(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { Array($0.key.utf8) == Array($1.key.utf8) && $0.value == $1.value }
    default: false
    }
  }

  /// The value as text, with blanks and escapes as it comes.
  func text(_ random: inout SeededGenerator) -> String {
    let blank = ["", "", "", " ", "\n", "\t ", "\r\n"].randomElement(using: &random) ?? ""
    switch self {
    case .null: return "null" + blank
    case .bool(let value): return "\(value)" + blank
    case .int(let value): return "\(value)" + blank
    case .double(let value): return "\(value)" + blank
    case .string(let text): return Self.quoted(text, &random) + blank
    case .array(let items):
      return "[" + blank + items.map { $0.text(&random) }.joined(separator: ",") + "]" + blank
    case .object(let members):
      let inner = members.map {
        Self.quoted($0.key, &random) + blank + ":" + blank + $0.value.text(&random)
      }
      return "{" + blank + inner.joined(separator: "," + blank) + "}" + blank
    }
  }

  private static func quoted(_ text: String, _ random: inout SeededGenerator) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      let mustEscape = scalar == "\"" || scalar == "\\" || scalar.value < 32
      guard mustEscape || Int.random(in: 0..<20, using: &random) == 0 else {
        quoted.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return quoted + "\""
  }

  /// A key that readers stumble over, or an id.
  static func key(_ random: inout SeededGenerator) -> String {
    let odd = [
      "__proto__", "", ".", "/", "$id", "constructor", "a/b", "0", "01", "é\u{301}", "a\u{0}b",
      "__collections__", "\u{202E}", "{}", "}", "[", "\\\"",
    ]
    if Int.random(in: 0..<4, using: &random) == 0 {
      return odd.randomElement(using: &random) ?? ""
    }
    return "k\(Int.random(in: 0..<1000, using: &random))"
  }

  /// An object without a key twice.
  static func object(
    _ count: Int,
    _ random: inout SeededGenerator,
    _ value: (inout SeededGenerator) -> Tree
  ) -> Tree {
    var members: [(key: String, value: Tree)] = []
    for _ in 0..<count {
      let key = key(&random)
      if members.contains(where: { Array($0.key.utf8) == Array(key.utf8) }) { continue }
      members.append((key, value(&random)))
    }
    return .object(members)
  }

  /// Any value, never null.
  static func value(_ depth: Int, _ random: inout SeededGenerator) -> Tree {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .bool(.random(using: &random))
    case 1: return .int(.random(in: -9_007_199_254_740_992...9_007_199_254_740_992, using: &random))
    case 2: return .double(Double(Int.random(in: -1000...1000, using: &random)) + 0.5)
    case 3, 4:
      let end = Bool.random(using: &random) ? "\u{0}" : ""
      return .string(random.text(limit: 12) + end)
    case 5:
      let count = Int.random(in: 0...4, using: &random)
      return .array(
        (0..<count).map { _ in
          Int.random(in: 0..<5, using: &random) == 0 ? .null : value(depth - 1, &random)
        }
      )
    default:
      return object(Int.random(in: 1...4, using: &random), &random) { value(depth - 1, &$0) }
    }
  }
}
