import Outcome

/// Something an argument points at, before the catalog has been asked.
enum SubjectReference: Sendable, Hashable {
  /// `user:42`, `randevoo/user:9`.
  case typed(app: String?, collection: String, key: String)
  /// `2`, `#2`, `1-3`: rows of the last listing, from 1.
  case rows(ClosedRange<Int>)
  /// `A12`: the subject of an action.
  case action(Int64)
  /// `_`: every row of the last listing, or the subject looked at last.
  case last

  /// Whether a word can be nothing but a subject: `2`, `#2`, `_`, `A12`, `user:42`.
  static func isOne(_ word: String) -> Bool {
    switch try? SubjectReference(word) {
    case .rows(let rows): rows.count == 1
    case .typed(_, let collection, _): collection.allSatisfy { $0.isLetter || $0 == "_" }
    case .action, .last: true
    case nil: false
    }
  }

  /// Splits references at their commas, but not keys at theirs: a key of several columns is a list
  /// in brackets, and what follows a comma and is no reference belongs to the key before it.
  static func split(_ text: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var isList = false
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == ",", !isList {
        pieces.append(piece)
        piece = ""
        continue
      }
      if character == "[", piece.last == ":" { isList = true }
      if isList {
        if character == "\"", !isEscaped { isQuoted.toggle() }
        isEscaped = character == "\\" && !isEscaped
        if character == "]", !isQuoted { isList = false }
      }
      piece.append(character)
    }
    var references: [String] = []
    for piece in pieces + [piece] {
      let isReference =
        piece == "_" || piece.allSatisfy { $0.isNumber || $0 == "-" || $0 == "#" }
        || Numbered.action.lettered(piece) != nil
        || piece.prefix { $0.isLetter || $0.isNumber || "_-/".contains($0) }.endIndex
          == piece.firstIndex(of: ":")
      if isReference || references.last?.contains(":") != true {
        references.append(piece)
      } else {
        references[references.count - 1] += "," + piece
      }
    }
    return references.filter { !$0.isEmpty }
  }

  /// Reads a reference.
  ///
  /// - Throws: ``Failure`` of kind usage for anything else, wildcards included.
  init(_ text: String) throws(Failure) {
    if text == "_" {
      self = .last
      return
    }
    let rows = text.hasPrefix("#") ? text.dropFirst() : text[...]
    let parts = rows.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= 6 ? Int($0) : nil }
    if numbers.count == parts.count, let first = numbers.first, let last = numbers.last,
      parts.count <= 2, !rows.hasPrefix("+")
    {
      guard first >= 1, last >= first else {
        throw Failure(.usage, "`\(text)` is not a range of rows", hint: "Rows count from 1.")
      }
      self = .rows(first...last)
      return
    }
    if let action = Numbered.action.lettered(text) {
      self = .action(action)
      return
    }
    guard let colon = text.firstIndex(of: ":") else {
      throw Failure(
        .usage,
        "`\(text)` is not a subject",
        hint: "Write a subject as `user:42`, or name rows of the last list: `2`, `#2`, `1-3`, `_`; "
          + "or the subject of an action: `A12`."
      )
    }
    let key = String(text[text.index(after: colon)...])
    let path = text[..<colon].split(separator: "/", omittingEmptySubsequences: false)
    guard path.count <= 2, path.allSatisfy({ !$0.isEmpty }), !key.isEmpty else {
      throw Failure(
        .usage,
        "`\(text)` is not a subject",
        hint: "Write collection and key: `user:42`."
      )
    }
    guard !key.contains(where: { "*?%".contains($0) }) else {
      throw Failure(
        .usage,
        "`\(text)` has a wildcard, but a subject is a single row",
        hint: "List first, then act on the rows: `find user anna`, then `ban 1-3 …`."
      )
    }
    self = .typed(
      app: path.count == 2 ? String(path[0]) : nil,
      collection: String(path[path.count - 1]),
      key: key
    )
  }
}
