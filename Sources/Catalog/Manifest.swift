/// An app's whole manifest: catalog, policies and jobs, validated and merged.
package struct Manifest: Sendable {
  /// The app's name.
  package let app: String
  /// The schema of its tables.
  package let schema: String
  /// The database role that owns them.
  package let owner: String
  /// The manifest as JSON, keys sorted, as `reeve.catalog_check` and `reeve.catalog_apply` take it.
  package let json: String

  /// The words that its actions and views add to the console, each with its JSON pointer.
  package let verbs, views: [(word: String, pointer: String)]

  private let positions: [String: Position]
  private let start: Position

  /// Returns where a value is in the files.
  ///
  /// - Parameter pointer: A JSON pointer into `json`.
  /// - Returns: The position of the value, or of its nearest parent where the pointer names
  ///   nothing.
  package func position(of pointer: String) -> Position {
    nearestPosition(to: pointer, in: positions) ?? start
  }
}

/// The bytes of one manifest file.
package struct ManifestFile: Sendable {
  /// The name that positions carry.
  package let name: String
  /// The file as it is on disk.
  package let bytes: [UInt8]

  /// Makes a file from its contents.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Every finding of a manifest that could not be read, in the order of files and lines.
package struct ManifestError: Error, CustomStringConvertible {
  /// At least one.
  package let findings: [Finding]

  /// Takes at least one finding.
  package init(findings: [Finding]) { self.findings = findings }

  /// One finding a line.
  package var description: String { findings.map(\.description).joined(separator: "\n") }
}

extension Manifest {
  /// Reads an app's files.
  ///
  /// - Parameters:
  ///   - catalog: `catalog.yaml`.
  ///   - policies: `policies.yaml`, if the app has one; its policies may be in the catalog instead.
  ///   - terms: `terms.yaml`, if the app has one.
  ///   - texts: Reads a file that `terms.yaml` names.
  ///   - jobs: `jobs/*.yaml` by job name (the file's name without its ending); those of other apps
  ///     are left out, those without an app are every app's.
  /// - Throws: `ManifestError` with everything found in any of the files.
  package init(
    catalog: ManifestFile,
    policies: ManifestFile? = nil,
    terms: ManifestFile? = nil,
    texts: TextFile = { _ in nil },
    jobs: [(name: String, file: ManifestFile)] = []
  ) throws(ManifestError) {
    var reader = ManifestReader()
    var findings: [Finding] = []
    func value(_ file: ManifestFile, _ shape: Shape, at pointer: String) -> [String: JSON] {
      let (root, broken) = YAMLComposer.compose(file.bytes, file: file.name)
      findings += broken
      guard let root, case .object(let members) = reader.read(root, as: shape, at: pointer)
      else { return [:] }
      return members
    }
    var members = value(catalog, .catalog, at: "")
    if let policies {
      members.merge(value(policies, .policies, at: "")) { first, _ in
        findings.append(
          Finding(
            Position(file: policies.name, line: 1, column: 1),
            "the policies are in \(catalog.name) too"
          )
        )
        return first
      }
    }
    if let terms { members.merge(value(terms, .terms, at: "")) { _, last in last } }
    if let declared = members["terms"] {
      members["terms"] = Self.withTexts(declared, texts) { pointer, message in
        let start = Position(file: terms?.name ?? catalog.name, line: 1, column: 1)
        let position = nearestPosition(to: pointer, in: reader.positions) ?? start
        findings.append(Finding(position, message))
      }
    }
    var loaded: [String: JSON] = [:]
    for job in jobs {
      let body = value(job.file, .job, at: "/jobs/\(escapedPointerToken(job.name))")
      if body["app"] == nil || body["app"] == members["app"] { loaded[job.name] = .object(body) }
    }
    members["jobs"] = .object(loaded)
    findings += reader.findings
    guard findings.isEmpty, case .string(let app) = members["app"],
      case .string(let schema) = members["schema"], case .string(let owner) = members["owner"]
    else {
      throw ManifestError(
        findings: Self.ordered(findings, files: [catalog.name, policies?.name, terms?.name])
      )
    }
    self.app = app
    self.schema = schema
    self.owner = owner
    json = JSON.object(members).text
    verbs = Self.verbs(members["actions"])
    views = Self.views(members["views"])
    positions = reader.positions
    start = Position(file: catalog.name, line: 1, column: 1)
  }

  private static func verbs(_ actions: JSON?) -> [(word: String, pointer: String)] {
    guard case .array(let actions) = actions else { return [] }
    return actions.enumerated().compactMap { place, action in
      guard case .object(let members) = action, case .string(let verb) = members["verb"]
      else { return nil }
      return (verb, "/actions/\(place)/verb")
    }
  }

  private static func views(_ views: JSON?) -> [(word: String, pointer: String)] {
    guard case .object(let members) = views else { return [] }
    return members.keys.sorted().map { ($0, "/views/\(escapedPointerToken($0))") }
  }

  /// Sorts findings by file (the catalog, the policies, the terms, then the jobs by name), line and column.
  private static func ordered(_ findings: [Finding], files: [String?]) -> [Finding] {
    findings.sorted { first, second in
      func rank(_ finding: Finding) -> (Int, String, Int, Int) {
        let position = finding.position
        let file = files.firstIndex(of: position.file) ?? files.count
        return (file, position.file, position.line, position.column)
      }
      return rank(first) < rank(second)
    }
  }
}
