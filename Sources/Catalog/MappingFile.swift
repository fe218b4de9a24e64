/// A `sources/<source>.yaml`: one mapping, or one for each collection of the source.
package struct MappingFile: Sendable {
  /// The kind of source, such as `csv`; this room does not know which kinds exist.
  package let format: String
  /// The encoding of a file of text; nil where the mapping names none.
  package let encoding: String?
  /// The versions of the Core Data models that it was drafted from; nil where it names none.
  package let model: String?
  /// The schema of a database on a server; nil where the mapping names none.
  package let schema: String?
  /// Whether it maps collections, each by a pattern.
  package let hasCollections: Bool
  /// In the file's order; no document belongs to two.
  package let mappings: [Mapping]
  /// Records that are left out.
  package let drop: [DocumentPattern]
  /// The position of `format` in the file.
  package let position: Position

  /// Reads a mapping file.
  ///
  /// - Parameters:
  ///   - file: The manifest.
  ///   - constants: Values of `set` that replace those of the file, or are added.
  ///   - chosen: The kind of source, instead of the one that the file names.
  ///   - isOfSeveral: Whether others use the constants, too: those that no column takes are no error.
  ///   - leave: Fields, and with a slash paths of records, that are dropped besides those that the
  ///     file names.
  /// - Throws: `ManifestError` with everything found.
  package init(
    file: ManifestFile,
    set constants: [String: String] = [:],
    format chosen: String? = nil,
    ofSeveral isOfSeveral: Bool = false,
    leaving leave: [String] = []
  ) throws(ManifestError) {
    var reader = ManifestReader()
    let start = Position(file: file.name, line: 1, column: 1)
    let (root, broken) = YAMLComposer.compose(file.bytes, file: file.name)
    guard let root else { throw ManifestError(findings: broken) }
    hasCollections = Self.hasCollections(root)
    let value = reader.read(root, as: hasCollections ? .collectionsMapping : .mapping, at: "")
    var findings = broken + reader.findings
    guard findings.isEmpty, case .object(var members) = value else {
      throw ManifestError(findings: findings)
    }
    if let chosen { members["format"] = .string(chosen) }
    guard case .string(let format) = members["format"] else {
      throw ManifestError(findings: findings)
    }
    findings += Self.set(
      constants,
      ofSeveral: isOfSeveral,
      in: &members,
      start: reader.positions["/set"] ?? start
    )
    if hasCollections { Self.drop(leave.filter { $0.contains("/") }, of: &members) }
    let fields = leave.filter { !$0.contains("/") }
    self.format = format
    if case .string(let name) = members["encoding"] { encoding = name } else { encoding = nil }
    if case .string(let text) = members["model"] { model = text } else { model = nil }
    if case .string(let name) = members["schema"] { schema = name } else { schema = nil }
    position = reader.positions["/format"] ?? start
    var mappings: [Mapping] = []
    for (root, part) in Self.parts(of: members) {
      var members = part
      Self.drop(fields, of: &members)
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
    if hasCollections, case .array(let items) = members["drop"] {
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

  /// Adds what is dropped, of the records of a mapping and of its children.
  private static func drop(_ names: [String], of members: inout [String: JSON]) {
    guard !names.isEmpty else { return }
    var dropped: [JSON] = []
    if case .array(let own) = members["drop"] { dropped = own }
    members["drop"] = .array(dropped + names.map { .string($0) }.filter { !dropped.contains($0) })
    guard case .array(let children) = members["children"] else { return }
    members["children"] = .array(
      children.map { child in
        guard case .object(var members) = child else { return child }
        drop(names, of: &members)
        return .object(members)
      }
    )
  }

  /// Adds constants, and makes them part of the import's name.
  private static func set(
    _ constants: [String: String],
    ofSeveral isOfSeveral: Bool,
    in members: inout [String: JSON],
    start: Position
  ) -> [Finding] {
    var all: [String: JSON] = constants.mapValues { .string($0) }
    if case .object(let own) = members["set"] { all.merge(own) { given, _ in given } }
    var used: Set<String> = []
    func look(_ value: JSON) {
      switch value {
      case .object(let members):
        if case .string(let from) = members["from"], from.hasPrefix("$set.") {
          used.insert(String(from.dropFirst(5)))
        }
        members.values.forEach(look)
      case .array(let items): items.forEach(look)
      default: break
      }
    }
    look(.object(members))
    if isOfSeveral { all = all.filter { used.contains($0.key) } }
    let missing = used.subtracting(all.keys).sorted().map {
      Finding(start, "a column takes $set.\($0): give --set \($0)=VALUE")
    }
    let unused = Set(all.keys).subtracting(used).sorted().map {
      Finding(start, "no column takes $set.\($0)")
    }
    if !all.isEmpty, case .string(let source) = members["source"] {
      let text = all.sorted { $0.key < $1.key }.map { name, value in
        if case .string(let value) = value { "\(name)=\(value)" } else { name }
      }.joined(separator: ",")
      members["source"] = .string("\(source)[\(text)]")
      members["set"] = .object(all)
    }
    return missing + unused
  }

  private static func hasCollections(_ root: YAMLNode) -> Bool {
    guard case .mapping(let entries) = root.content else { return false }
    return entries.contains { $0.key == "collections" }
  }

  /// The mappings' values, each with its position; those of collections inherit the head of the
  /// file and are known by source and match.
  private static func parts(
    of members: [String: JSON]
  ) -> [(root: String, members: [String: JSON])] {
    guard case .array(let items) = members["collections"],
      case .string(let source) = members["source"]
    else { return [("", members)] }
    var parts: [(String, [String: JSON])] = []
    for case (let index, .object(var part)) in items.enumerated() {
      guard case .string(let match) = part["match"] else { continue }
      part["app"] = members["app"]
      part["format"] = members["format"]
      part["set"] = members["set"]
      part["schema"] = members["schema"]
      part["source"] = .string("\(source):\(match)")
      parts.append(("/collections/\(index)", part))
    }
    return parts
  }
}

extension DocumentPattern {
  /// The fault of a text that is not a pattern.
  static func rule(_ text: String) -> String {
    "“\(text)” is not a document pattern such as users/{uid}/orders/{id}: "
      + "names and {variables} with slashes between, no variable twice"
  }
}
