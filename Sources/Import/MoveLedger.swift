package import Catalog
import Postgres

/// What a move brought, what it left, and what is still to be done by people.
package struct MoveLedger: Sendable {
  package let app: String
  /// The imports, in their order.
  package internal(set) var imports: [Line] = []
  /// The rows whose records later exports no longer have.
  package internal(set) var gone: [Missing] = []
  /// The actions at the end.
  package internal(set) var acts: [Act] = []
  /// The views of the catalog that the plan names.
  package internal(set) var lists: [List] = []
  /// When and by whom the app was moved before; nil for the first time.
  package internal(set) var before: String?
  /// The number of the command on record.
  package internal(set) var command = 0

  /// Takes the app.
  init(app: String) { self.app = app }

  /// One import, compared with its source.
  package struct Line: Sendable {
    package let role: MovePlan.Role
    package let path: String
    package let mapping: String
    package let source: String
    package let table: String
    package let verified: Importer.Verification
    /// What `reeve import told` says of it.
    package let told: [String]

    /// Whether every record of the source is in the table.
    package var isWhole: Bool {
      verified.differing == 0 && verified.progress.quarantined == 0
    }

    /// Its numbers, by their names.
    package var numbers: [(name: String, value: Int)] {
      let progress = verified.progress
      return [
        ("import", progress.id), ("read", progress.read), ("new", progress.inserted),
        ("changed", progress.changed), ("unchanged", progress.same), ("kept", progress.kept),
        ("rejected", progress.quarantined), ("compared", verified.compared),
        ("different", verified.differing),
      ]
    }
  }

  /// A view of the catalog, counted.
  package struct List: Sendable {
    package let name: String
    package let help: String
    package let columns: [String]
    package let total: Int
    /// The first of its rows, at most 20.
    package let rows: [[String?]]

    /// Takes a row of `move_lists`.
    init(_ row: ImportFunctions.MoveListsRow) throws {
      name = row.name
      help = row.help
      columns = row.columns
      total = Int(row.total)
      rows = try row.firstRows.decode(as: [[String?]].self)
    }
  }

  /// The rows of a source whose records its last export has no more.
  package struct Missing: Sendable {
    package let source: String
    package let table: String
    /// The name of the collection; nil for a table without one.
    package let collection: String?
    package let total: Int
    /// How many of them something other than an import wrote last; nothing is done to these.
    package let edited: Int
    /// The keys of the first others, at most 20.
    package let keys: [String]

    /// Takes a row of `move_gone`.
    init(_ row: ImportFunctions.MoveGoneRow) {
      (source, table, collection) = (row.source, row.tableName, row.collection)
      (total, edited) = (Int(row.total), Int(row.edited))
      keys = Array(row.keys.prefix(20))
    }
  }

  /// An action on many subjects.
  package struct Act: Sendable {
    /// What became of it.
    package enum State: String, Sendable {
      case done, proposed, refused
      /// Nobody was there to perform it.
      case left
    }

    package let verb: String
    package let collection: String
    /// The list that names the subjects, or what else they have in common.
    package let reason: String
    package let count: Int
    package let state: State
    /// The same for people.
    package let outcome: String
  }

  /// Whether every record of every source is in its table.
  package var isWhole: Bool { imports.allSatisfy(\.isWhole) }

  /// What goes on record: names and numbers, nothing personal.
  var numbers: JSON {
    .object([
      "imports": .array(imports.map { .object(Self.object($0)) }),
      "lists": .object(
        Dictionary(lists.map { ($0.name, .integer($0.total)) }) { first, _ in first }
      ),
      "gone": .array(gone.map { .object(Self.object($0)) }),
      "acts": .array(acts.map { .object(Self.object($0)) }),
    ])
  }

  /// All of it, as JSON.
  package var json: String {
    let imports = imports.map { line in
      JSON.object(
        Self.object(line).merging([
          "told": .array(line.told.map { .string($0) }),
          "examples": .array(line.verified.examples.map { .string($0) }),
        ]) { first, _ in first }
      )
    }
    let lists = lists.map { list in
      JSON.object([
        "list": .string(list.name), "help": .string(list.help), "total": .integer(list.total),
        "columns": .array(list.columns.map { .string($0) }),
        "rows": .array(
          list.rows.map { .array($0.map { $0.map { .string($0) } ?? .null }) }
        ),
      ])
    }
    let gone = gone.map { missing in
      JSON.object(
        Self.object(missing).merging([
          "keys": .array(missing.keys.map { .string($0) })
        ]) { first, _ in first }
      )
    }
    return JSON.object([
      "app": .string(app), "command": .integer(command), "gone": .array(gone),
      "acts": .array(
        acts.map { act in
          .object(Self.object(act).merging(["outcome": .string(act.outcome)]) { first, _ in first })
        }
      ),
      "before": before.map { .string($0) } ?? .null,
      "whole": .boolean(isWhole), "imports": .array(imports), "lists": .array(lists),
    ]).text + "\n"
  }

  private static func object(_ missing: Missing) -> [String: JSON] {
    [
      "source": .string(missing.source), "table": .string(missing.table),
      "total": .integer(missing.total), "edited": .integer(missing.edited),
    ]
  }

  private static func object(_ act: Act) -> [String: JSON] {
    [
      "verb": .string(act.verb), "collection": .string(act.collection),
      "reason": .string(act.reason), "count": .integer(act.count),
      "state": .string(act.state.rawValue),
    ]
  }

  private static func object(_ line: Line) -> [String: JSON] {
    var members: [String: JSON] = [
      "role": .string(line.role.rawValue), "file": .string(line.path),
      "mapping": .string(line.mapping), "source": .string(line.source),
      "table": .string(line.table),
    ]
    for (name, value) in line.numbers { members[name] = .integer(value) }
    return members
  }
}
