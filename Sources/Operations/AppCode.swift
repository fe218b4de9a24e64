package import Catalog
import Postgres

/// The code of an app that Reeve's calls can reach: triggers, policies, functions and the like.
///
/// Reads the database's catalogs only; none of that code runs.
package struct AppCode: Sendable {
  /// A connection or a transaction of an installer.
  let session: any Session

  /// One piece of an app's code.
  package struct Piece: Hashable, Sendable {
    /// Its kind, such as `trigger` or `function`.
    package let kind: String
    /// Its name with its schema, such as `touch on shop.users`.
    package let object: String
    /// Its owner; empty for an extension.
    package let owner: String
    /// Its definition as the server prints it; may have several lines.
    package let definition: String
    /// The reasons for a second look, in words.
    package let alarms: [String]
  }

  /// How one piece differs from what was pinned when the catalog was last applied.
  package struct Change: Hashable, Sendable {
    /// The path in the manifest that leads to the object.
    package let position: Position
    /// `add`, `change` or `drop`.
    package let change: String
    /// Its kind, such as `trigger` or `function`.
    package let kind: String
    /// Its name with its schema.
    package let object: String
    /// Whether something about it is alarming, or was.
    package let isRed: Bool
    /// Reasons for a second look, or other facts; may be empty.
    package let note: String
    /// Its definition now; nil for what is gone.
    package let definition: String?

    /// One line for people; quotes names from outside, so it is printed escaped.
    package var message: String {
      let verb =
        switch change {
        case "add": "appeared"
        case "drop": "is gone"
        default: "changed"
        }
      return "\(kind) \(object) \(verb)\(note.isEmpty ? "" : ": \(note)")"
    }
  }

  /// Returns every piece of the code that the calls of a manifest can reach, by kind and name.
  ///
  /// - Throws: `Failure` where Reeve is not installed; `PostgresError`.
  package func pieces(of manifest: Manifest) async throws -> [Piece] {
    try await CatalogLoader(session: session).requireReeve()
    return try await session.call(
      OperationsFunctions.appCode(manifest: JSONB(manifest.json))
    ).map { piece in
      Piece(
        kind: piece.kind,
        object: piece.object,
        owner: piece.owner ?? "",
        definition: piece.definition ?? "",
        alarms: piece.alarms
      )
    }
  }

  /// Returns what changed since the catalog was last applied, red first.
  ///
  /// Objects that `catalog apply` itself creates and drops are left out.
  ///
  /// - Parameter manifest: The manifest that says what Reeve calls.
  /// - Returns: The changes; nil where the code was never pinned.
  /// - Throws: `Failure` where Reeve is not installed; `PostgresError`.
  package func changes(since manifest: Manifest) async throws -> [Change]? {
    try await CatalogLoader(session: session).requireReeve()
    let pinned = try await session.query(
      "SELECT EXISTS (SELECT FROM reeve.app_code_pin WHERE app = $1)",
      [manifest.app]
    )
    guard try pinned.first?.get(0) == true else { return nil }
    let changes = try await session.call(
      OperationsFunctions.appCodeChanges(manifest: JSONB(manifest.json))
    )
    return changes.filter { !$0.isOurs || $0.change == "change" }.map { change in
      Change(
        position: manifest.position(of: change.path),
        change: change.change,
        kind: change.kind,
        object: change.object,
        isRed: change.isRed,
        note: change.note,
        definition: change.definition
      )
    }
  }
}
