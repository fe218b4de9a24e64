/// Compares YAML with the shape it must have, gathers every finding, and writes the same value as
/// JSON.
struct ManifestReader {
  /// Everything found wrong so far, in the order of the walk.
  private(set) var findings: [Finding] = []
  /// Where each value begins, by its JSON pointer in the whole manifest.
  private(set) var positions: [String: Position] = [:]

  /// Walks one value.
  ///
  /// - Parameters:
  ///   - node: The contents of the file.
  ///   - shape: The shape that it must have.
  ///   - pointer: Its JSON pointer in the whole manifest.
  /// - Returns: The value as JSON; null where a finding was added for it.
  mutating func read(_ node: YAMLNode, as shape: Shape, at pointer: String) -> JSON {
    positions[pointer] = node.position
    switch shape {
    case .list(let item, let minimum):
      return list(node, of: item, minimum: minimum, at: pointer)
    case .map(let value, let keys):
      return map(node, of: value, keys: keys, at: pointer)
    case .record(let fields):
      return record(node, fields, at: pointer)
    case .any:
      return any(node, at: pointer)
    case .textsOr(let fields):
      if case .mapping = node.content { return record(node, fields, at: pointer) }
      return read(node, as: .textOrTexts, at: pointer)
    case .textOrTexts:
      if case .sequence = node.content { return list(node, of: .text, minimum: 1, at: pointer) }
      return scalar(node, as: .text)
    default:
      return scalar(node, as: shape)
    }
  }

  private mutating func fail(_ node: YAMLNode, _ message: String) -> JSON {
    findings.append(Finding(node.position, message))
    return .null
  }

  private mutating func list(
    _ node: YAMLNode,
    of item: Shape,
    minimum: Int,
    at pointer: String
  ) -> JSON {
    guard case .sequence(let items) = node.content else {
      return fail(node, "expected a list, not \(node.kind)")
    }
    if items.count < minimum { return fail(node, "this list must not be empty") }
    return .array(
      items.enumerated().map { index, value in read(value, as: item, at: "\(pointer)/\(index)") }
    )
  }

  private mutating func map(
    _ node: YAMLNode,
    of shape: Shape,
    keys: Shape.KeyShape,
    at pointer: String
  ) -> JSON {
    guard case .mapping(let entries) = node.content else {
      return fail(node, "expected a mapping, not \(node.kind)")
    }
    var members: [String: JSON] = [:]
    for entry in entries {
      if case .word = keys, let problem = wordProblem(entry.key) {
        findings.append(Finding(entry.position, problem))
      }
      members[entry.key] = read(entry.value, as: shape, at: child(of: pointer, entry))
    }
    return .object(members)
  }

  private mutating func record(
    _ node: YAMLNode,
    _ fields: [Shape.Field],
    at pointer: String
  ) -> JSON {
    guard case .mapping(let entries) = node.content else {
      return fail(node, "expected a mapping, not \(node.kind)")
    }
    var members: [String: JSON] = [:]
    for entry in entries {
      guard let field = fields.first(where: { $0.name == entry.key }) else {
        let free = fields.map(\.name).filter { name in !entries.contains { $0.key == name } }
        let known = "known keys: \(fields.map(\.name).joined(separator: ", "))"
        let hint = nearest(to: entry.key, among: free).map { "did you mean “\($0)”?" } ?? known
        findings.append(Finding(entry.position, "unknown key “\(entry.key)”; \(hint)"))
        continue
      }
      members[entry.key] = read(entry.value, as: field.shape, at: child(of: pointer, entry))
    }
    for field in fields where field.isRequired && members[field.name] == nil {
      findings.append(Finding(node.position, "key “\(field.name)” is missing"))
    }
    return .object(members)
  }

  private func child(of pointer: String, _ entry: YAMLNode.Entry) -> String {
    "\(pointer)/\(escapedPointerToken(entry.key))"
  }

  private mutating func any(_ node: YAMLNode, at pointer: String) -> JSON {
    switch node.content {
    case .sequence: return list(node, of: .any, minimum: 0, at: pointer)
    case .mapping: return map(node, of: .any, keys: .text, at: pointer)
    case .scalar(let text, let isPlain):
      guard isPlain else { return .string(text) }
      if node.isNull { return .null }
      if let boolean = Bool(text) { return .boolean(boolean) }
      return Int(text).map { .integer($0) } ?? .string(text)
    }
  }

  private mutating func scalar(_ node: YAMLNode, as shape: Shape) -> JSON {
    guard case .scalar(let text, let isPlain) = node.content else {
      return fail(node, "expected \(shape.name), not \(node.kind)")
    }
    if case .textOrNull = shape, node.isNull { return .null }
    if node.isNull { return fail(node, "expected \(shape.name), not nothing") }
    switch shape {
    case .word:
      return wordProblem(text).map { fail(node, $0) } ?? .string(text)
    case .choice(let words):
      if words.contains(text) { return .string(text) }
      let hint = nearest(to: text, among: words).map { "; did you mean “\($0)”?" } ?? ""
      return fail(node, "“\(text)” is not one of \(words.joined(separator: ", "))\(hint)")
    case .boolean:
      if isPlain, let value = Bool(text) { return .boolean(value) }
      return fail(node, "“\(text)” is neither true nor false")
    case .integer(let minimum):
      if isPlain, let value = Int(text), value >= minimum { return .integer(value) }
      return fail(node, "“\(text)” is not a whole number of at least \(minimum)")
    case .duration(let minimum):
      guard let seconds = manifestSeconds(text) else {
        return fail(node, "“\(text)” is not a duration such as 90s, 5m, 24h or 1h30m")
      }
      if seconds < minimum { return fail(node, "“\(text)” is shorter than \(minimum)s") }
      return .string(text)
    default:
      return .string(text)
    }
  }

  private func wordProblem(_ text: String) -> String? {
    let letters = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    let beginsWell = text.utf8.first.map { $0 >= UInt8(ascii: "A") } ?? false
    return letters && beginsWell && text.utf8.count <= 60
      ? nil : "“\(text)” is not a name (letters, digits, - and _, first a letter, at most 60)"
  }
}

extension Shape {
  /// The expected value, in the words of an error message.
  fileprivate var name: String {
    switch self {
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .duration: "a duration"
    case .word: "a name"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .list: "a list"
    case .map, .record: "a mapping"
    case .text, .textOrNull, .textOrTexts, .textsOr, .any: "a text"
    }
  }
}

/// Returns the position of what a JSON pointer names, or of its nearest parent that has one.
func nearestPosition(to pointer: String, in positions: [String: Position]) -> Position? {
  var path = Substring(pointer)
  while true {
    if let position = positions[String(path)] { return position }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    path = path[..<slash]
  }
}

/// Returns a key as one token of a JSON pointer (RFC 6901).
func escapedPointerToken(_ key: String) -> String {
  var token = ""
  for scalar in key.unicodeScalars {
    switch scalar {
    case "~": token += "~0"
    case "/": token += "~1"
    default: token.unicodeScalars.append(scalar)
    }
  }
  return token
}
