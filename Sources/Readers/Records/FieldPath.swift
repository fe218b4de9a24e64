/// The keys that lead from a record to a value.
package struct FieldPath: Sendable {
  package let keys: [[UInt8]]
  /// Where each key was found last: records of a file mostly look alike.
  private var hints: [Int]

  /// Reads what a mapping says: names with dots between them or, where it begins with a slash, a
  /// JSON pointer; with `isName`, one name whatever it holds.
  package init(_ text: String, isName: Bool = false) {
    if isName {
      keys = [Array(text.utf8)]
    } else if text.hasPrefix("/") {
      keys = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        .map(Self.unescape)
    } else {
      keys = text.split(separator: ".", omittingEmptySubsequences: false).map { Array($0.utf8) }
    }
    hints = [Int](repeating: 0, count: keys.count)
  }

  private static func unescape(_ token: Substring) -> [UInt8] {
    Array(
      token.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
        .enumerated().flatMap { index, part -> [UInt8] in
          if index == 0 { return Array(part) }
          switch part.first {
          case UInt8(ascii: "0"): return [UInt8(ascii: "~")] + part.dropFirst()
          case UInt8(ascii: "1"): return [UInt8(ascii: "/")] + part.dropFirst()
          default: return [UInt8(ascii: "~")] + part
          }
        }
    )
  }

  /// Returns the value in a record, null where there is none.
  package mutating func value(in members: [Value.Member]) -> Value {
    var members = members
    for level in keys.indices {
      guard let index = members.index(of: keys[level], hint: &hints[level]) else { return .null }
      let value = members[index].value
      if level == keys.count - 1 { return value }
      guard case .map(let inner) = value else { return .null }
      members = inner
    }
    return .map(members)
  }
}

/// The fields of a record that are read, so that the others can be reported.
package struct TakenFields: Sendable {
  private struct Node: Sendable {
    let key: [UInt8]
    var isWhole = false
    var inner = TakenFields()
    var hint = 0
  }

  private var nodes: [Node] = []

  /// Begins with none taken.
  package init() {}

  /// Notes that a value is taken.
  package mutating func insert(_ path: some Collection<[UInt8]>) {
    guard let key = path.first else { return }
    let index = nodes.firstIndex { $0.key == key } ?? nodes.endIndex
    if index == nodes.endIndex { nodes.append(Node(key: key)) }
    let rest = path.dropFirst()
    if rest.isEmpty { nodes[index].isWhole = true } else { nodes[index].inner.insert(rest) }
  }

  /// Whether a field of a CSV file is taken.
  package func contains(_ name: String) -> Bool {
    nodes.contains { $0.key.elementsEqual(name.utf8) }
  }

  /// Whether every value is taken whole.
  package var isFlat: Bool { nodes.allSatisfy { $0.isWhole } }

  /// Returns the members that nothing takes; of a map of which only a part is taken, the rest.
  package mutating func leftover(of members: [Value.Member]) -> [Value.Member] {
    var taken: [Int: Value.Member] = [:]
    var count = 0
    for node in nodes.indices {
      guard let index = members.index(of: nodes[node].key, hint: &nodes[node].hint) else {
        continue
      }
      count += 1
      if nodes[node].isWhole { continue }
      switch members[index].value {
      case .null: break
      case .map(let inner):
        let rest = nodes[node].inner.leftover(of: inner)
        if !rest.isEmpty {
          taken[index] = Value.Member(key: members[index].key, value: .map(rest))
        }
      default: taken[index] = members[index]
      }
    }
    if count == members.count, taken.isEmpty { return [] }
    return members.indices.compactMap { index in
      if let rest = taken[index] { return rest }
      let key = members[index].key
      return nodes.contains { $0.key.elementsEqual(key) } ? nil : members[index]
    }
  }
}

extension [Value.Member] {
  /// Returns where a key is, looking first where it stood before.
  package func index(of key: [UInt8], hint: inout Int) -> Int? {
    if hint < count, self[hint].key.elementsEqual(key) { return hint }
    guard let index = firstIndex(where: { $0.key.elementsEqual(key) }) else { return nil }
    hint = index
    return index
  }
}
