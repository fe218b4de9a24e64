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
  /// What is done then to the subjects of views, in this order.
  package let acts: [Act]
  /// The policy that these actions cite, and those for what later exports no longer have.
  package let policy: String

  /// An action on each subject that a view lists.
  package struct Act: Hashable, Sendable {
    package let list: String
    package let verb: String
    /// A duration, as `365d`; nil for what the verb or the policy has.
    package let length: String?

    /// Takes a mapping whose shape is right.
    fileprivate init?(_ value: JSON) {
      guard case .object(let members) = value, case .string(let list) = members["list"],
        case .string(let verb) = members["verb"]
      else { return nil }
      (self.list, self.verb) = (list, verb)
      length = if case .string(let text) = members["for"] { text } else { nil }
    }
  }

  /// The files that the app is written out to, in the form of its former store.
  package let outputs: [Output]

  /// One of these files.
  package struct Output: Sendable {
    /// Its name.
    package let file: String
    package let form: String
    /// Functions of the app that return paths and documents.
    package let functions: [String]

    /// Takes a mapping whose shape is right.
    fileprivate init?(_ value: JSON) {
      guard case .object(let members) = value, case .string(let file) = members["file"],
        case .string(let form) = members["format"], case .array(let names) = members["functions"]
      else { return nil }
      (self.file, self.form) = (file, form)
      functions = names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }
  }

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
    acts = if case .array(let items) = members["acts"] { items.compactMap(Act.init) } else { [] }
    outputs =
      if case .array(let items) = members["out"] { items.compactMap(Output.init) } else { [] }
    policy = if case .string(let name) = members["policy"] { name } else { "imported" }
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
    may(
      "acts",
      .list(
        .record([
          needs("list", .word, "a view of the catalog with a column of type subject"),
          needs("verb", .word, "an action of the catalog"),
          may("for", .duration(minimumSeconds: 1), "how long it lasts"),
        ])
      ),
      "what the login that moves does to the subjects of views at the end, if it is a moderator"
    ),
    may(
      "out",
      .list(
        .record([
          needs("file", .text, "its name"),
          needs("format", .choice(["firebase-auth", "firestore-json", "rtdb"]), "its form"),
          needs(
            "functions",
            .list(.text, minimum: 1),
            "functions of the app that return `TABLE(path text[], document jsonb)`"
          ),
        ])
      ),
      "the files that `reeve move --out` writes"
    ),
    may("policy", .word, "the policy that these actions cite; `imported` if left out"),
  ])
}
