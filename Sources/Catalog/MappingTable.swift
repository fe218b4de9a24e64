extension Mapping {
  /// A table that a mapping writes: the target, or a child of it.
  package struct Table: Sendable {
    package let name: String
    /// The path of a child's items in the record; nil for the target itself.
    package let from: String?
    /// Fields that no column takes and that may be there.
    package let drop: [String]
    /// The columns of encrypted texts, and as `collection/column` what texts those are.
    package let encrypted: [String: String]
  }

  /// Reads the tables of a mapping, the target first, and adds problems to `findings`.
  static func tables(
    _ members: [String: JSON],
    at root: String,
    place: (String) -> Position,
    findings: inout [Finding]
  ) -> [Table] {
    var parts = [(root, members)]
    if case .array(let children) = members["children"] {
      for case (let index, .object(let child)) in children.enumerated() {
        parts.append(("\(root)/children/\(index)", child))
      }
    }
    return parts.map { path, part in
      check(part, at: path, place: place, &findings)
      var drop: [String] = []
      if case .array(let items) = part["drop"] {
        for case .string(let name) in items { drop.append(name) }
      }
      let isChild = path != root
      return Table(
        name: text(part["table"]) ?? "",
        from: isChild ? text(part["from"]) : nil,
        drop: drop,
        encrypted: encrypted(part["columns"])
      )
    }
  }

  /// A column takes a field, or a row found by it, or the rest; one column at most the rest.
  private static func check(
    _ part: [String: JSON],
    at path: String,
    place: (String) -> Position,
    _ findings: inout [Finding]
  ) {
    guard case .object(let columns) = part["columns"] else { return }
    var rest: String?
    for (name, column) in columns.sorted(by: { $0.key < $1.key }) {
      guard case .object(let fields) = column else { continue }
      let position = place("\(path)/columns/\(escapedPointerToken(name))")
      let takesRest = fields["rest"] == .boolean(true)
      if takesRest == (fields["from"] != nil) {
        findings.append(Finding(position, "a column needs either from or rest: true"))
      }
      if fields["ref"] != nil, text(fields["from"])?.hasPrefix("$parent.") != false {
        let message = "ref needs from, a value of the record itself"
        findings.append(Finding(position, message))
      }
      guard takesRest else { continue }
      if let rest {
        findings.append(Finding(position, "column \(rest) already takes the rest"))
      }
      rest = name
    }
  }

  private static func encrypted(_ columns: JSON?) -> [String: String] {
    guard case .object(let columns) = columns else { return [:] }
    return columns.compactMapValues { column in
      guard case .object(let fields) = column else { return nil }
      return text(fields["encrypt"])
    }
  }

  private static func text(_ value: JSON?) -> String? {
    if case .string(let text) = value { text } else { nil }
  }
}
