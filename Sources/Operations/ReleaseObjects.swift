import Outcome

/// The objects that this release's migrations create in schema `reeve`, read from their text.
///
/// They are statements of a known form, one after the other, so names suffice; a test compares this
/// with a migrated database.
struct ReleaseObjects {
  /// Tables and views, without their schema.
  private(set) var relations: Set<String> = []
  /// `relation trigger function`.
  private(set) var triggers: Set<String> = []
  /// `relation constraint`.
  private(set) var constraints: Set<String> = []
  /// Grants on schemas and relations, `schema|relation name privilege column role`; the column is `-`
  /// where all of it is granted.
  private(set) var grants: Set<String> = []
  /// The text of all migrations.
  let text: String

  /// The forms of statements and of their parts.
  ///
  /// They are constants, since a literal in a function is parsed anew at each call. `Regex` is not
  /// `Sendable`, as it may call code; these call none, so any thread may use them.
  private enum Form {
    nonisolated(unsafe) static let relationMade =
      /CREATE\s+(?:UNLOGGED\s+)?(?:TABLE|VIEW)\s+reeve\.([a-z_0-9]+)/
    nonisolated(unsafe) static let tableAltered = /ALTER TABLE\s+(?:ONLY\s+)?reeve\.([a-z_0-9]+)/
    nonisolated(unsafe) static let triggerMade =
      /CREATE\s+(?:CONSTRAINT\s+)?TRIGGER\s+([a-z_0-9]+)\s/
    nonisolated(unsafe) static let triggerGone =
      /DROP TRIGGER\s+(?:IF EXISTS\s+)?([a-z_0-9]+)\s+ON\s+reeve\.([a-z_0-9]+)/
    nonisolated(unsafe) static let relationGone =
      /DROP (?:TABLE|VIEW)\s+(?:IF EXISTS\s+)?reeve\.([a-z_0-9]+)/
    nonisolated(unsafe) static let granted =
      /GRANT\s+([^;]*?)\s+ON\s+(SCHEMA\s+|TABLE\s+)?(reeve[^;]*?)\s+TO\s+([^;]*);/
    nonisolated(unsafe) static let constraintNamed =
      /(?:(DROP|RENAME|VALIDATE)\s+)?CONSTRAINT\s+([a-z_0-9]+)/
    nonisolated(unsafe) static let constraintGone =
      /DROP CONSTRAINT\s+(?:IF EXISTS\s+)?([a-z_0-9]+)/
    nonisolated(unsafe) static let constraintRenamed =
      /RENAME CONSTRAINT\s+([a-z_0-9]+)\s+TO\s+([a-z_0-9]+)/
    nonisolated(unsafe) static let renamed = /\sRENAME TO\s+([a-z_0-9]+)/
    nonisolated(unsafe) static let privilege = /([A-Z]+)\s*(?:\(([^)]*)\))?/
  }

  /// Reads the migrations of a tree.
  ///
  /// - Throws: `Failure` where a file cannot be read.
  init(share: Share) throws(Failure) {
    let scripts = try share.scripts(in: "sql/migrations").map(\.text)
    text = ([Migration.tableScript] + scripts).joined(separator: "\n")
    let statement = /(?m)^(CREATE|ALTER|DROP|GRANT)\s[^;]*;/
    for match in text.matches(of: statement) { read(String(match.output.0)) }
  }

  private mutating func read(_ statement: String) {
    if let made = statement.prefixMatch(of: Form.relationMade) {
      let relation = String(made.output.1)
      relations.insert(relation)
      addConstraints(of: relation, in: statement)
    } else if let altered = statement.prefixMatch(of: Form.tableAltered) {
      alter(String(altered.output.1), statement)
    } else if let made = statement.prefixMatch(of: Form.triggerMade),
      let table = statement.firstMatch(of: /\sON\s+reeve\.([a-z_0-9]+)\s/),
      let function = statement.firstMatch(of: /EXECUTE\s+FUNCTION\s+reeve\.([a-z_0-9]+)/)
    {
      triggers.insert("\(table.output.1) \(made.output.1) \(function.output.1)")
    } else if let gone = statement.prefixMatch(of: Form.triggerGone) {
      triggers = triggers.filter { !$0.hasPrefix("\(gone.output.2) \(gone.output.1) ") }
    } else if let gone = statement.prefixMatch(of: Form.relationGone) {
      remove(String(gone.output.1))
    } else if let grant = statement.prefixMatch(of: Form.granted) {
      let isSchema = grant.output.2?.hasPrefix("SCHEMA") ?? false
      for object in Self.names(grant.output.3) {
        for role in Self.names(grant.output.4) {
          for right in Self.rights(grant.output.1) {
            grants.insert("\(isSchema ? "schema" : "relation") \(object) \(right) \(role)")
          }
        }
      }
    }
  }

  /// The last part of each name in a list.
  private static func names(_ list: Substring) -> [String] {
    list.split(separator: ",").map { part in
      let words = part.split { $0 == " " || $0 == "\n" }
      return String(words.first?.split(separator: ".").last ?? "")
    }
  }

  /// Returns the granted privileges, each as `privilege column`.
  private static func rights(_ list: Substring) -> [String] {
    list.matches(of: Form.privilege).flatMap { match in
      (match.output.2.map(names) ?? ["-"]).map { "\(match.output.1) \($0)" }
    }
  }

  private mutating func addConstraints(of relation: String, in statement: String) {
    for match in statement.matches(of: Form.constraintNamed)
    where match.output.1 == nil {
      constraints.insert("\(relation) \(match.output.2)")
    }
  }

  private mutating func alter(_ relation: String, _ statement: String) {
    for match in statement.matches(of: Form.constraintGone) {
      constraints.remove("\(relation) \(match.output.1)")
    }
    for match in statement.matches(of: Form.constraintRenamed) {
      constraints.remove("\(relation) \(match.output.1)")
      constraints.insert("\(relation) \(match.output.2)")
    }
    addConstraints(of: relation, in: statement)
    if let renamed = statement.firstMatch(of: Form.renamed) {
      let name = String(renamed.output.1)
      func moved(_ entries: Set<String>, _ kind: String = "") -> Set<String> {
        Set(
          entries.map { entry in
            entry.hasPrefix("\(kind)\(relation) ")
              ? kind + name + entry.dropFirst(kind.count + relation.count) : entry
          }
        )
      }
      triggers = moved(triggers)
      constraints = moved(constraints)
      grants = moved(grants, "relation ")
      relations.remove(relation)
      relations.insert(name)
    }
  }

  private mutating func remove(_ relation: String) {
    relations.remove(relation)
    triggers = triggers.filter { !$0.hasPrefix("\(relation) ") }
    constraints = constraints.filter { !$0.hasPrefix("\(relation) ") }
    grants = grants.filter { !$0.hasPrefix("relation \(relation) ") }
  }
}
