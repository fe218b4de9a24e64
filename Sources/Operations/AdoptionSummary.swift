import Catalog

/// A draft's decisions in about ten lines, each with the answer that changes it.
struct AdoptionSummary {
  /// The most names that a line lists.
  private static let limitNames = 8

  let draft: AdoptionDraft
  let survey: Adoption.Survey
  let enforcement: AdoptionDraft.Enforcement?

  /// The lines.
  var lines: [String] {
    ([people, ban] + [hidden, searched, masked, secrets, erased, guessed, checks]).compactMap(
      \.self
    )
  }

  private var first: AdoptionDraft.Collection? {
    draft.collections.first { $0.name == draft.people }
  }

  private func list(_ names: [String]) -> String {
    let more = names.count - Self.limitNames
    return names.prefix(Self.limitNames).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }

  private var people: String {
    guard let table = first?.table else {
      return survey.lacksPeople
        ? "people = none, because what looks like them is left out: no ban, only hide; change `people` in"
          + " FILE.answers"
        : "people = none, because no table looks like them: no ban, only hide; change `people` in FILE.answers"
    }
    var reasons = draft.answers.people == nil ? ["its name"] : ["the answer"]
    reasons += table.columns.filter { !AdoptionWords.telling.isDisjoint(with: $0.spoken) }.prefix(3)
      .map(\.name)
    let references = survey.fitting.count {
      $0.references.contains { $0.target == table.relation }
    }
    if references > 0 {
      reasons.append(
        references == 1 ? "1 table that refers to it" : "\(references) tables that refer to it"
      )
    }
    return "people = \(table.name), because of \(list(reasons)); change `people` in FILE.answers"
  }

  private var ban: String? {
    guard let first else { return nil }
    if let enforcement {
      let guards = draft.guards(of: first, by: enforcement).map(\.table)
      return guards.isEmpty
        ? "ban = nothing can enforce it: no table says which \(first.name) wrote its rows"
        : "ban = enforced by \(enforcement.rawValue) on \(list(guards)); change `enforcement` in FILE.answers"
    }
    guard let column = first.visible else {
      let own = first.hidings.first(where: \.isGone).map {
        "; \($0.column) is the app's own state, and no ban unless `hidden: {\(first.table.name): \($0.column)}`"
          + " in FILE.answers says so"
      }
      return "ban = recorded, NOT enforced; --enforce guard makes triggers refuse writes"
        + (own ?? "")
    }
    return
      "ban = \(column) becomes \(first.hides ?? "its end"), enforced if the app checks it; change"
      + " `hidden: {\(first.table.name): …}` in FILE.answers"
  }

  private var hidden: String? {
    let others = draft.collections.filter { $0.name != draft.people && $0.visible != nil }
    guard !others.isEmpty else { return nil }
    return
      "hide = \(list(others.map { "\($0.name) by \($0.visible ?? "")" })); change `hidden` in FILE.answers"
  }

  private var searched: String? {
    let names = draft.collections.filter(\.isSearched).map(\.name)
    guard !names.isEmpty else { return nil }
    return "searched = \(list(names)), by change triggers that apply adds; change `search` of each"
  }

  private var masked: String? {
    let columns = draft.collections.flatMap { one in one.personal.map { "\(one.name).\($0)" } }
    return columns.isEmpty ? nil : "masked = \(list(columns)); change `personal` of each"
  }

  private var secrets: String? {
    let columns = draft.collections.flatMap { one in one.hidden.map { "\(one.name).\($0)" } }
    return columns.isEmpty ? nil : "not shown = \(list(columns)); change `shown` in FILE.answers"
  }

  private var erased: String? {
    guard let first else { return nil }
    let columns = first.erased(isPeople: true).map(\.name)
    let tables =
      draft.traces(of: first).map(\.collection.name) + draft.halves.map(\.collection.name)
    return "erased = \(columns.isEmpty ? "nothing" : list(columns)) of \(first.name)"
      + (tables.isEmpty ? "" : ", and of its rows in \(list(tables))")
      + "; change `erase` of \(first.name)"
  }

  private var guessed: String? {
    let guesses = draft.collections.flatMap { one in
      one.parents.filter { !$0.isDoubted && !$0.isFirm }
        .map { "\(one.table.name).\($0.columns[0]) to \($0.collection)" }
    }
    guard !guesses.isEmpty else { return nil }
    return
      "guessed = \(list(guesses)): shown only, nothing acts by it; change `references` in FILE.answers"
  }

  private var checks: String? {
    let columns = draft.collections.compactMap { one in one.visible.map { "\(one.name).\($0)" } }
    guard !columns.isEmpty, enforcement == nil || columns.count > 1 else { return nil }
    return
      "the app must check = \(list(columns)): Reeve writes them, and nothing else enforces them"
  }
}
