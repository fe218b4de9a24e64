/// One value of a YAML file, with the position at which it begins.
struct YAMLNode: Sendable {
  /// The contents of a node.
  indirect enum Content: Sendable {
    /// A scalar; plain ones (unquoted, not a block) may stand for null, booleans and numbers.
    case scalar(text: String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  /// One key of a mapping and its value, in the file's order.
  struct Entry: Sendable {
    let key: String
    let position: Position
    let value: YAMLNode
  }

  let position: Position
  let content: Content

  /// Whether this is YAML's null: nothing at all, `~` or `null`, unquoted.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }

  /// The kind of value, in the words of an error message.
  var kind: String {
    switch content {
    case .scalar: isNull ? "nothing" : "a single value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
