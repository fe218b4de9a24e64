internal import Catalog
internal import Postgres

/// The decisions of an app's present catalog, which another adoption keeps.
struct CatalogInForce: Decodable, Sendable {
  private let collections: [String: Entry]
  private let actions: [Verb]?

  private struct Entry: Decodable {
    let table: String
    let visible: String?
    let enforcement: String?
  }

  private struct Verb: Decodable {
    let verb: String
    let collection: String
  }

  /// Completes answers by what is in force.
  ///
  /// - Parameters:
  ///   - answers: The operator's answers, which take precedence.
  ///   - survey: The facts about the schema now.
  /// - Returns: The tables of which the deciding column is gone, each with what to answer; `people`
  ///   where the table of people is.
  func complete(_ answers: inout AdoptionAnswers, in survey: Adoption.Survey) -> [String: String] {
    // A live copy has moved what the catalog knows by its former name.
    let former = survey.fitting.compactMap { table in table.formerly.map { ($0, table) } }
    let tables = Dictionary(
      survey.fitting.map { ($0.name, $0) } + former,
      uniquingKeysWith: { $1 }
    )
    var gone: [String: String] = [:]
    let banned = (actions ?? []).first { $0.verb == "ban" }?.collection
    let people = banned.flatMap { collections[$0] }
    if answers.people == nil, let people {
      if let table = tables[people.table] {
        answers.people = table.name
      } else {
        gone["people"] =
          "the table “\(people.table)”, whose rows are banned, is gone: `people: TABLE`"
      }
    }
    if answers.enforcement == nil, let enforcement = people?.enforcement {
      answers.enforcement = enforcement
    }
    for entry in collections.values {
      guard let former = entry.visible, let table = tables[entry.table],
        answers.hidden[table.name] == nil
      else { continue }
      let column = table.formerly == entry.table ? table.renamed[former] ?? former : former
      guard let found = table[column: column] else {
        gone[table.name] =
          "the column “\(column)”, by which rows of “\(table.name)” are hidden, is gone:"
          + " `hidden: {\(YAMLText.scalar(table.name)): COLUMN}`"
        continue
      }
      // Texts that a person wrote by hand are kept when the files are merged.
      let isPeople = table.name == answers.people
      if AdoptionWords.hiding(by: found, of: table.words, isPeople: isPeople) != nil {
        answers.hidden[table.name] = column
        answers.kept.insert(table.name)
      }
    }
    return gone
  }
}

extension Adoption {
  /// Finds the catalog that decides now.
  ///
  /// - Parameters:
  ///   - text: The file's.
  ///   - app: The app's name.
  /// - Returns: The file's, else the one that is applied; nil for neither.
  /// - Throws: `PostgresError`, `DecodingError`.
  func inForce(_ text: String?, app: String) async throws -> CatalogInForce? {
    if let text, let manifest = try? Self.manifest(text) {
      return try JSONB(manifest.json).decode()
    }
    let rows = try await session.query("SELECT manifest FROM reeve.app WHERE app = $1", [app])
    return try rows.first?.get(0, as: JSONB.self).decode()
  }
}
