/// In which order the exports of an app move in, and what is counted afterwards: a
/// `sources/move.yaml`, validated.
package struct MovePlan: Sendable {
  /// What an export is of.
  package enum Role: String, CaseIterable, Sendable {
    /// The records of the app.
    case store
    /// The accounts of the sign-in provider.
    case auth
    /// The objects of a bucket.
    case files
  }

  package let app: String
  /// The names of the mapping files of each role, beside the plan, in the order in which they run.
  package let mappings: [Role: [String]]
  /// Tables whose rows the mappings' functions take away, so that no record can be compared with one.
  package let taken: [String]
  /// Views of the catalog that are counted when everything is in.
  package let lists: [String]

  /// Reads a plan.
  ///
  /// - Throws: `ManifestError` with everything found.
  package init(file: ManifestFile) throws(ManifestError) {
    var reader = ManifestReader()
    let (root, broken) = YAMLComposer.compose(file.bytes, file: file.name)
    guard let root else { throw ManifestError(findings: broken) }
    let value = reader.read(root, as: .movePlan, at: "")
    let findings = broken + reader.findings
    guard findings.isEmpty, case .object(let members) = value,
      case .string(let app) = members["app"]
    else { throw ManifestError(findings: findings) }
    func texts(_ name: String) -> [String] {
      guard case .array(let items) = members[name] else { return [] }
      return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    self.app = app
    mappings = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0, texts($0.rawValue)) })
    taken = texts("taken")
    lists = texts("lists")
  }
}

extension Shape {
  /// `sources/move.yaml`.
  static let movePlan = Shape.record([
    needs("app", .word, "the app"),
    may(
      "store",
      .list(.text),
      "mapping files of the app's records, in the order in which they run"
    ),
    may("auth", .list(.text), "mapping files of the accounts of a sign-in provider"),
    may("files", .list(.text), "mapping files of the listing of a bucket"),
    may(
      "taken",
      .list(.text),
      "tables whose rows a function named as `after` takes away; they are not compared"
    ),
    may("lists", .list(.word), "views of the catalog, without arguments, that the ledger counts"),
  ])
}
