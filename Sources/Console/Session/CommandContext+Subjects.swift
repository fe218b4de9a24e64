import Catalog
import Display
import Outcome
import Postgres
import Prompt

/// Resolves words of a command to what they name.
extension CommandContext {
  /// The collection that a word means.
  func collection(named name: String) async throws -> CatalogCollection {
    let all = try await catalog()
    let found = all.filter { $0.name == name || $0.path == name }
    if found.count == 1 {
      await session.note(reading: found[0])
      return found[0]
    }
    if found.count > 1 {
      throw Failure(
        .usage,
        "`\(name)` is in several apps",
        hint: "Write \(found.map { "`\($0.path)`" as SafeText }.joined(" or "))."
      ).at(invocation.offset(of: name))
    }
    let names = all.map { vocabulary.name(of: $0) }
    throw Failure(
      .notFound,
      "there is no collection `\(name)`",
      hint: nearest(to: name, among: names).map { "Did you mean `\($0)`?" }
        ?? "Collections: \(names.joined(separator: ", "))."
    ).at(invocation.offset(of: name))
  }

  /// The subjects that arguments mean, each once, in order.
  func subjects(_ arguments: [String]) async throws -> [Subject] {
    var result: [Subject] = []
    for argument in arguments {
      do {
        for reference in SubjectReference.split(argument) {
          result += try await subjects(of: try SubjectReference(reference))
        }
      } catch let failure as Failure {
        throw failure.at(invocation.offset(of: argument))
      }
    }
    if let last = result.last { await session.note(reading: last.collection) }
    var seen: Set<String> = []
    return result.filter { seen.insert("\($0.collection.path):\($0.key)").inserted }
  }

  /// The subjects that a reference means, in order.
  private func subjects(of reference: SubjectReference) async throws -> [Subject] {
    switch reference {
    case .typed(let app, let name, let key):
      let path = app.map { "\($0)/\(name)" } ?? name
      let collection = try await collection(named: path)
      return [Subject(collection: collection, key: try await written(key, in: collection))]
    case .rows(let range): return try await session.seen.rows(range)
    case .last: return try await session.seen.latest()
    case .action(let number): return [try await subject(ofAction: number)]
    }
  }

  /// A key as its row writes it: `user:019` is user:19, in what is printed, too.
  private func written(_ key: String, in collection: CatalogCollection) async throws -> String {
    // Of a number without sign and leading zeros the row would say no more.
    let isPlain =
      key.utf8.first != UInt8(ascii: "0") && key.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard !isPlain else { return key }
    let typed = SubjectKey(app: collection.app, collection: collection.name, key: key)
    return try await one(ConsoleFunctions.subjectResolve(subject: typed))
  }

  /// The subject of a command that may have one, after its status is shown; nil without it.
  func shownSubject() async throws -> Subject? {
    guard let argument = arguments.first else { return nil }
    let subject = try await subject(argument)
    try await status(of: subject)
    await remember(subject)
    return subject
  }

  /// The one subject that an argument means.
  func subject(_ argument: String) async throws -> Subject {
    let found = try await subjects([argument])
    guard found.count == 1 else {
      throw Failure(
        .usage,
        "`\(argument)` is \(found.count) subjects, but this command takes one"
      ).at(invocation.offset(of: argument))
    }
    return found[0]
  }

  /// How a subject is typed: `user:42`.
  func name(of subject: Subject) -> String {
    "\(name(of: subject.collection)):\(subject.key)"
  }

  /// The subject that an action was done to.
  private func subject(ofAction number: Int64) async throws -> Subject {
    guard let row = try await first(ConsoleFunctions.actionSubject(actionID: number)) else {
      throw Failure(.notFound, "there is no action A\(number)")
    }
    let collection = try await collection(row.app, row.collection, of: "A\(number)")
    guard let key = row.key else {
      throw Failure(
        .notFound,
        "A\(number) has no subject: it changed many rows of \(name(of: collection))",
        hint: "`effects A\(number)` lists them."
      )
    }
    return Subject(collection: collection, key: key)
  }

  /// A collection by its app and name, which must be in view.
  func collection(
    _ app: String,
    _ name: String,
    of what: SafeText
  ) async throws -> CatalogCollection {
    try collection(app, name, among: await catalog(), of: what)
  }

  /// A collection among those in view, or one that the catalog has dropped: what was done to its
  /// subjects can still be seen and undone.
  func collection(
    _ app: String,
    _ name: String,
    among known: [CatalogCollection],
    of what: SafeText
  ) throws(Failure) -> CatalogCollection {
    if let found = known.first(where: { $0.app == app && $0.name == name }) { return found }
    guard options.app == nil || options.app == app else {
      throw Failure(
        .notFound,
        "\(what) belongs to an app other than --app",
        hint: "Run it without --app."
      )
    }
    return CatalogCollection(app: app, name: name, isFindable: false)
  }

  /// Returns the restrictions on a subject that exists.
  ///
  /// - Throws: ``Failure`` of kind not found.
  @discardableResult
  func status(of subject: Subject) async throws -> SubjectStatus {
    let found = try await first(ConsoleFunctions.subjectStatus(subject: subject.id))
    guard let found, let label = found.label else { throw missing(subject) }
    return SubjectStatus(
      label: label,
      state: found.state ?? "",
      hiddenUntil: found.hiddenUntil,
      actions: found.actions ?? []
    )
  }

  /// The error for a subject that is not there.
  func missing(_ subject: Subject) -> Failure {
    Failure(
      .notFound,
      "there is no \(name(of: subject))",
      hint: "`find \(name(of: subject.collection)) TEXT` searches by name."
    ).at(invocation.offset(of: name(of: subject)))
  }

  /// How a collection is typed: `user`, or with its app where two apps have one of that name.
  func name(of collection: CatalogCollection) -> String { vocabulary.name(of: collection) }

  /// How collections are typed, for rows that name them with their apps.
  func collectionNames() async throws -> (_ app: String, _ collection: String) -> String {
    let known = try await catalog()
    return { app, name in
      known.first { $0.app == app && $0.name == name }.map(self.name(of:)) ?? name
    }
  }

  /// Makes the first rows of a listing addressable; nil for a row that is no subject.
  func remember(listing rows: [Subject?], of count: Int) async {
    await session.note(listing: rows, of: count)
    let candidates = rows.map { row in
      row.map { Candidate(text: name(of: $0), label: $0.label) } ?? Candidate(text: "")
    }
    session.state.update { [candidates] in $0.vocabulary.listed = candidates }
  }

  /// Makes `_` mean a subject.
  func remember(_ subject: Subject) async { await session.note(subject) }

  /// Makes an action easy to name for `undo`.
  func remember(action: Int64, _ label: String) {
    session.state.update { state in
      state.vocabulary.actions.removeAll { $0.text == "A\(action)" }
      state.vocabulary.actions.insert(Candidate(text: "A\(action)", label: label), at: 0)
      state.vocabulary.actions = Array(state.vocabulary.actions.prefix(50))
    }
  }
}

/// A subject's restrictions now.
struct SubjectStatus: Sendable {
  let label: String
  /// As lists show it: `banned, no end`; empty where nothing restricts it.
  let state: String
  let hiddenUntil: Timestamp?
  /// The actions that hide it.
  let actions: [Int64]
}
