/// A `sources/<source>.yaml`: the mapping of a file of records, or of each collection of an export.
package struct MappingFile: Sendable {
  /// What the source is.
  package let format: Mapping.Format
  /// In the file's order; no document belongs to two.
  package let mappings: [Mapping]
  /// Documents of an export that are left out.
  package let drop: [DocumentPattern]

  /// Reads a mapping file.
  ///
  /// - Throws: `ManifestError` with everything found.
  package init(file: ManifestFile) throws(ManifestError) {
    var reader = ManifestReader()
    let start = Position(file: file.name, line: 1, column: 1)
    let (root, broken) = YAMLComposer.compose(file.bytes, file: file.name)
    guard let root else { throw ManifestError(findings: broken) }
    let isExport = Self.isExport(root)
    let value = reader.read(root, as: isExport ? .exportMapping : .mapping, at: "")
    var findings = broken + reader.findings
    guard findings.isEmpty, case .object(let members) = value,
      case .string(let word) = members["format"], let format = Mapping.Format(rawValue: word)
    else { throw ManifestError(findings: findings) }
    self.format = format
    var mappings: [Mapping] = []
    for (root, members) in Self.parts(of: members, isExport: isExport) {
      let mapping = Mapping(
        members,
        at: root,
        from: start,
        positions: reader.positions,
        findings: &findings
      )
      if let mapping { mappings.append(mapping) }
    }
    self.mappings = mappings
    var drop: [DocumentPattern] = []
    if isExport, case .array(let items) = members["drop"] {
      for case (let index, .string(let text)) in items.enumerated() {
        let position = reader.positions["/drop/\(index)"] ?? start
        guard let pattern = DocumentPattern(text) else {
          findings.append(Finding(position, DocumentPattern.rule(text)))
          continue
        }
        drop.append(pattern)
      }
    }
    self.drop = drop
    for (index, mapping) in mappings.enumerated() {
      let earlier = mappings[..<index].compactMap(\.match) + drop
      guard let match = mapping.match, let other = earlier.first(where: match.overlaps) else {
        continue
      }
      let message = "a document may belong to \(match) and to \(other)"
      findings.append(Finding(mapping.position(of: "/match"), message))
    }
    guard findings.isEmpty else { throw ManifestError(findings: findings) }
  }

  private static func isExport(_ root: YAMLNode) -> Bool {
    guard case .mapping(let entries) = root.content,
      let format = entries.first(where: { $0.key == "format" }),
      case .scalar(let word, _) = format.value.content
    else { return false }
    return word == Mapping.Format.firestore.rawValue
  }

  /// The mappings' values, each with its place; those of an export inherit what the file's head says,
  /// and are known by source and match.
  private static func parts(
    of members: [String: JSON],
    isExport: Bool
  ) -> [(root: String, members: [String: JSON])] {
    guard isExport, case .array(let items) = members["collections"],
      case .string(let source) = members["source"]
    else { return [("", members)] }
    var parts: [(String, [String: JSON])] = []
    for case (let index, .object(var part)) in items.enumerated() {
      guard case .string(let match) = part["match"] else { continue }
      part["app"] = members["app"]
      part["format"] = members["format"]
      part["source"] = .string("\(source):\(match)")
      parts.append(("/collections/\(index)", part))
    }
    return parts
  }
}

extension DocumentPattern {
  /// What is wrong with a text that is no pattern.
  static func rule(_ text: String) -> String {
    "“\(text)” is no pattern of documents, such as users/{uid}/orders/{id}: "
      + "names and {variables}, collections and ids by turns, no variable twice"
  }
}
