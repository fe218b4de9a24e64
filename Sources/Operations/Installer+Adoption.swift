internal import Catalog
internal import Host
internal import Outcome
internal import Postgres

/// Options of `reeve adopt`.
package struct AdoptionRequest: Sendable {
  /// The schema whose tables to adopt.
  package let schema: String
  /// The app's name, nil for one made of the schema's.
  package let app: String?
  /// `guard` or `policy`, nil for what the schema has.
  package let enforcement: String?
  /// Where to write the catalog; nil for nowhere, or where questions are asked for a folder of the
  /// app's.
  package let file: String?
  /// Whether a file that is there is written again.
  package let replaces: Bool
  /// Whether to try each action on a row of each collection.
  package let tries: Bool
  /// Whether somebody answers, who may decide anew what is in force.
  package var isAttended = true

  /// Takes the options.
  package init(
    schema: String,
    app: String?,
    enforcement: String?,
    file: String?,
    replaces: Bool,
    tries: Bool
  ) {
    self.schema = schema
    self.app = app
    self.enforcement = enforcement
    self.file = file
    self.replaces = replaces
    self.tries = tries
  }
}

extension Installer {
  /// Writes a first catalog for a schema, or brings what is new into one; see `Adoption`.
  ///
  /// Beside the file stand the draft as it was, `FILE.draft`, so that what was changed by hand
  /// since is kept, and what was asked, `FILE.answers`. No transaction is open while somebody is
  /// asked.
  ///
  /// - Parameters:
  ///   - request: The schema to adopt, and the file to write.
  ///   - ask: Asks questions that the database leaves open; nil decides by names and types.
  /// - Returns: The catalog's text, and what the operator should know.
  /// - Throws: `Failure` also for a file that is there without its draft, or that no longer is a
  ///   catalog with what is new; what `ask` throws; `PostgresError`.
  package func adopt(
    _ request: AdoptionRequest,
    ask: AdoptionAsk? = nil
  ) async throws -> Adoption.Result {
    try await withConnection { connection in
      func within<R: Sendable>(
        _ body: (Adoption) async throws -> R
      ) async throws -> R {
        try await connection.withTransaction { transaction in
          try await body(Adoption(share: share, session: transaction))
        }
      }
      let survey = try await within {
        try await $0.survey(schema: request.schema, app: request.app)
      }
      let file = request.file ?? (ask == nil ? nil : "\(survey.app)/catalog.yaml")
      var files = try AdoptionFiles(file, replaces: request.replaces)
      let faults = files.answers.keep(to: survey)
      if let enforcement = request.enforcement { files.answers.enforcement = enforcement }
      let said = files.answers
      let gone =
        try await within { adoption in
          try await adoption.inForce(files.mine, app: survey.app)
        }?.complete(&files.answers, in: survey) ?? [:]
      let held = files.answers
      if !gone.isEmpty, ask == nil || !request.isAttended {
        throw Failure(
          .refused,
          "what the catalog in force goes by is gone, and nobody was asked; nothing was written",
          details: gone.values.sorted() + faults,
          hint: "Write the line into \(file.map { "\($0).answers" } ?? "FILE.answers"), "
            + "or run it on a terminal."
        )
      }
      if let ask {
        var interview = AdoptionInterview(
          survey: survey,
          redraft: { answers in try await within { try await $0.draft(of: survey, answers) } },
          count: { columns in try await within { try await $0.counts(columns, as: survey.owner) } },
          ask: ask,
          gone: Set(gone.keys),
          answers: files.answers
        )
        try await interview.run()
        files.answers = interview.answers
      }
      var result = try await within {
        try await $0.write(survey, files.answers, tries: request.tries)
      }
      result.notes = files.notes + faults + result.notes
      if files.answers.first.isEmpty { files.answers.first = result.first }
      files.answers.forget(held, besides: said)
      try await save(&result, files)
      return result
    }
  }

  /// Merges what was changed by hand, and writes the files.
  private func save(_ result: inout Adoption.Result, _ files: AdoptionFiles) async throws {
    guard let file = files.path else { return }
    result.file = file
    let draft = result.text
    if let mine = files.mine, let base = files.base {
      let merged = ThreeWay(base: base, mine: mine, other: draft)
      result.text = merged.text
      let (notes, isSound) = try await check(merged, file: file)
      result.notes += notes
      result.isSound = isSound
    }
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    if !folder.isEmpty { try Disk.makeDirectory(folder, mode: 0o755) }
    try Disk.write(result.text, to: file, mode: 0o644)
    try Disk.write(draft, to: "\(file).draft", mode: 0o644)
    if files.answers != AdoptionAnswers() {
      try Disk.write(files.answers.text, to: "\(file).answers", mode: 0o644)
    }
  }

  /// Returns notes on a merge, and the problems of its result.
  private func check(
    _ merged: ThreeWay,
    file: String
  ) async throws -> (notes: [String], isSound: Bool) {
    let manifest: Manifest
    do {
      manifest = try Adoption.manifest(merged.text)
    } catch {
      throw Failure(
        .failed,
        "the new draft merged with your changes in \(file) is not a valid catalog; nothing was written",
        details: error.findings.map(\.description) + merged.conflicts,
        hint: "Edit the file, or overwrite it with --replace."
      )
    }
    let findings = try await withConnection { connection in
      try await CatalogLoader(session: connection).check(manifest)
    }
    let notes =
      (merged.taken.isEmpty ? ["the draft has not changed"] : ["new in the draft:"])
      + merged.taken
      + (merged.conflicts.isEmpty ? [] : ["kept your version where the new draft differs:"])
      + merged.conflicts + findings.map { "to fix: \($0)" }
    return (notes, findings.isEmpty)
  }
}

/// The files of an adoption as they are.
private struct AdoptionFiles {
  /// Where the catalog is; nil where none is to be written.
  let path: String?
  /// The catalog with what was changed by hand; nil where there is none to keep.
  let mine: String?
  /// The draft that it was made from.
  let base: String?
  /// The earlier answers.
  var answers = AdoptionAnswers()
  /// The problems in the answers.
  let notes: [String]

  /// Reads them.
  ///
  /// - Throws: `Failure` for a catalog without its draft.
  init(_ path: String?, replaces: Bool) throws {
    self.path = path
    guard let path else {
      (mine, base, notes) = (nil, nil, [])
      return
    }
    mine = replaces ? nil : try Disk.text(path)
    base = mine == nil ? nil : try Disk.text("\(path).draft")
    if mine != nil, base == nil {
      throw Failure(
        .refused,
        "\(path) exists, but \(path).draft, which shows what you changed, does not",
        hint: "--replace overwrites it, dropping your changes."
      )
    }
    guard let bytes = try Disk.read("\(path).answers") else {
      notes = []
      return
    }
    let (answers, findings) = AdoptionAnswers.read(
      ManifestFile(name: "\(path).answers", bytes: bytes)
    )
    self.answers = answers
    notes = AdoptionAnswers.told(findings.map(\.description))
  }
}

extension AdoptionAnswers {
  /// The most faults that are printed.
  private static let limitFaults = 20

  /// Lists the answers that are ignored, a line each.
  fileprivate static func told(_ faults: [String]) -> [String] {
    faults.prefix(limitFaults).map { "ignored: \($0)" }
      + (faults.count > limitFaults ? ["ignored: \(faults.count - limitFaults) more answers"] : [])
  }

  /// Drops what nobody said: it is in force already.
  fileprivate mutating func forget(_ held: AdoptionAnswers, besides said: AdoptionAnswers) {
    if said.people == nil, people == held.people { people = nil }
    if said.enforcement == nil, enforcement == held.enforcement { enforcement = nil }
    for table in kept where said.hidden[table] == nil { hidden[table] = nil }
    kept = []
  }

  /// Drops what names nothing in a schema, or what nobody may decide.
  ///
  /// - Returns: The dropped answers with the reasons, a line each.
  mutating func keep(to survey: Adoption.Survey) -> [String] {
    let tables = Dictionary(
      survey.fitting.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var faults: [String] = []
    if let name = people, !name.isEmpty, tables[name] == nil {
      faults.append("people: no table “\(name)” can be adopted")
      people = nil
    }
    for (name, column) in hidden.sorted(by: { $0.key < $1.key }) where !column.isEmpty {
      let found = tables[name]?[column: column]
      let isPeople = name == people
      // The table of people may still be asked for.
      let ways = [isPeople, people == nil].compactMap { isPeople in
        found.flatMap {
          AdoptionWords.hiding(by: $0, of: tables[name]?.words ?? [], isPeople: isPeople)
        }
      }
      if !ways.isEmpty { continue }
      faults.append("hidden: “\(name)” has no column “\(column)” that can hide its rows")
      hidden[name] = nil
    }
    let lists: [(name: String, path: WritableKeyPath<AdoptionAnswers, [String: [String]]>)] = [
      ("authors", \.authors), ("others", \.others), ("references", \.references),
      ("shown", \.shown), ("secret", \.secret),
    ]
    for (name, path) in lists {
      for (table, columns) in self[keyPath: path].sorted(by: { $0.key < $1.key }) {
        var kept: [String] = []
        for column in columns {
          guard let table = tables[table], let found = table[column: column] else {
            faults.append("\(name): there is no column “\(column)” in a table “\(table)”")
            continue
          }
          if path == \.shown,
            AdoptionSecrets.judge(found, of: table.words, isPeople: table.name == people) == .secret
          {
            faults.append("\(name): “\(column)” of “\(table.name)” is a secret")
            continue
          }
          kept.append(column)
        }
        self[keyPath: path][table] = kept.isEmpty ? nil : kept
      }
    }
    for name in first where tables[name] == nil {
      faults.append("first: no table “\(name)” can be adopted")
    }
    first.removeAll { tables[$0] == nil }
    return Self.told(faults)
  }
}
