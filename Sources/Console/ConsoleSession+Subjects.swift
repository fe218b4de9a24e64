import Catalog

/// What words of a command stand for.
extension ConsoleSession {
  /// The collection that a word means.
  func collection(named name: String) async throws -> CatalogCollection {
    let all = try await catalog()
    let found = all.filter { $0.name == name || $0.path == name }
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      throw CommandFailure(
        .usage,
        "`\(name)` is in several apps",
        hint: "Write \(found.map { "`\($0.path)`" as SafeText }.joined(" or "))."
      )
    }
    let names = all.map { board.vocabulary.name(of: $0) }
    throw CommandFailure(
      .notFound,
      "there is no collection `\(name)`",
      hint: nearest(to: name, among: names).map { "Did you mean `\($0)`?" }
        ?? "There are: \(names.joined(separator: ", "))."
    )
  }

  /// The subjects that arguments mean, each once, in order.
  func subjects(_ arguments: [String]) async throws -> [Subject] {
    var result: [Subject] = []
    for argument in arguments.flatMap(SubjectReference.split) {
      switch try SubjectReference(argument) {
      case .typed(let app, let name, let key):
        let path = app.map { "\($0)/\(name)" } ?? name
        result.append(Subject(collection: try await collection(named: path), key: key))
      case .rows(let range):
        guard range.upperBound <= listing.count else {
          throw CommandFailure(
            .usage,
            listing.isEmpty
              ? "nothing is listed yet, so there is no row \(range.lowerBound)"
              : range.upperBound <= listed
                ? "only the first \(listing.count) rows of a listing can be named"
                : "the last listing has no row \(range.upperBound), only \(listed)",
            hint: "List first: `find user anna`."
          )
        }
        result += listing[(range.lowerBound - 1)..<range.upperBound]
      case .last:
        guard !last.isEmpty else {
          throw CommandFailure(.usage, "`_` is what was seen last, and nothing was yet")
        }
        guard isLastWhole else {
          throw CommandFailure(
            .usage,
            "`_` would be \(listed) rows, and only the first \(last.count) can be named",
            hint: "List fewer, or name rows: `1-500`."
          )
        }
        result += last
      }
    }
    var seen: Set<String> = []
    return result.filter { seen.insert("\($0.collection.path):\($0.key)").inserted }
  }

  /// The one subject that an argument means.
  func subject(_ argument: String) async throws -> Subject {
    let found = try await subjects([argument])
    guard found.count == 1 else {
      throw CommandFailure(
        .usage,
        "`\(argument)` is \(found.count) subjects, and this takes one"
      )
    }
    return found[0]
  }

  /// How a subject is typed: `user:42`.
  func name(of subject: Subject) -> String {
    "\(board.vocabulary.name(of: subject.collection)):\(subject.key)"
  }

  /// Makes the first rows of a listing addressable.
  func remember(listing rows: [Subject], of count: Int) {
    listing = rows
    listed = count
    last = rows
    isLastWhole = rows.count == count
    let candidates = rows.map { Candidate(text: name(of: $0), label: $0.label) }
    board.update { [candidates] in $0.vocabulary.listed = candidates }
  }

  /// Makes an action easy to name for `undo`.
  func remember(action: Int64, _ label: String) {
    board.update { state in
      state.vocabulary.actions.removeAll { $0.text == "A\(action)" }
      state.vocabulary.actions.insert(Candidate(text: "A\(action)", label: label), at: 0)
      state.vocabulary.actions = Array(state.vocabulary.actions.prefix(50))
    }
  }
}
