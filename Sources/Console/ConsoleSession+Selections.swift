import Catalog
import Glibc
import Postgres

/// Frozen selections: made, shown, dropped.
extension ConsoleSession {
  /// Most bytes of a list of keys.
  private static let listBytes = 64 << 20

  /// `select`, `select @wave find user anna`, `select @wave 1-3`, `select @wave`.
  func select(_ command: Command) async throws {
    guard let word = command.arguments.first else {
      return try await emit(
        """
        SELECT '@' || name AS selection, app, collection, subjects, made_at, batches
        FROM reeve.selection_list()
        """,
        [],
        none: "nothing is selected",
        command
      )
    }
    let name = try selection(word)
    if command.has("drop") { return try await drop(selection: name, command) }
    let rest = Array(command.arguments.dropFirst())
    if rest.isEmpty, !command.has("from") { return try await show(selection: name, command) }
    if let path = command.flags["from"] {
      guard rest.isEmpty, let place = command.flags["in"] else {
        throw CommandFailure(
          .usage,
          "`--from` takes the keys of one collection: `--in product`",
          hint: "Usage: \(command.verb.usage)"
        )
      }
      let collection = try await collection(named: place)
      return try await make(name, collection, try await keys(from: path, of: collection), command)
    }
    if rest[0] == "find" {
      guard rest.count > 1 else {
        throw CommandFailure(.usage, "`find` needs a collection", hint: "\(command.verb.usage)")
      }
      let collection = try await collection(named: rest[1])
      let text = rest.dropFirst(2).joined(separator: " ")
      return try await make(name, collection, nil, command, text: text)
    }
    let subjects = try await subjects(rest)
    guard let collection = subjects.first?.collection,
      subjects.allSatisfy({ $0.collection == collection })
    else {
      throw CommandFailure(
        .usage,
        "a selection holds subjects of one collection",
        hint: "Select each collection's under a name of its own."
      )
    }
    try await make(name, collection, subjects.map(\.key), command)
  }

  /// Reads `@wave`, or `@anna/wave`.
  func selection(_ word: String) throws -> String {
    let name = String(word.dropFirst())
    guard word.hasPrefix("@"), !name.isEmpty, !name.hasPrefix("#") else {
      throw CommandFailure(
        .usage,
        "`\(word)` is no selection",
        hint: "Selections are written `@wave`; `select` lists them."
      )
    }
    return name
  }

  private func make(
    _ name: String,
    _ collection: CatalogCollection,
    _ keys: [String]?,
    _ command: Command,
    text: String = ""
  ) async throws {
    let rows = try await write(
      """
      SELECT outcome, code, message, (detail ->> 'subjects')::int AS subjects,
        (detail ->> 'missing')::int AS missing, (detail ->> 'duplicates')::int AS duplicates,
        ARRAY(SELECT jsonb_array_elements_text(detail -> 'examples')) AS examples
      FROM reeve.selection_make($1, $2, $3, $4, $5, $6)
      """,
      [name, collection.app, collection.name, keys, text, command.has("hidden")]
    )
    guard let row = rows.first else {
      throw CommandFailure(.failed, "the server returned no outcome")
    }
    if let missing = try row.get("missing", as: Int?.self), missing > 0 {
      let examples = try row.get("examples", as: [String].self)
      let list = examples.map { "\(Untrusted($0), columns: 40)" as SafeText }.joined(", ")
      let more: SafeText = missing > examples.count ? ", …" : ""
      let text: SafeText = "not there: \(missing): "
      io.note("  \(text, .yellow)" + list + more)
    }
    if let duplicates = try row.get("duplicates", as: Int?.self), duplicates > 0 {
      io.note("  \(SafeText("\(duplicates) named more than once, and counted once"), .dim)")
    }
    guard try row.get("outcome", as: String.self) == "done" else {
      throw CommandFailure(
        code(ofRefusal: try row.get("code", as: String?.self) ?? ""),
        "refused: \(try row.get("message", as: String?.self) ?? "")"
      )
    }
    let count: Int = try row.get("subjects")
    try await emitText("\("@\(name)", .bold)  \(count) × \(board.vocabulary.name(of: collection))")
  }

  private func show(selection name: String, _ command: Command) async throws {
    let heads = try await read { connection in
      try await connection.query(
        "SELECT app, collection, subjects, made_at, owner FROM reeve.selection_list($1)",
        [name]
      )
    }
    guard let head = heads.first else {
      throw CommandFailure(.notFound, "there is no selection @\(name)")
    }
    let collection = try await collection(
      try head.get("app"),
      try head.get("collection"),
      of: "@\(name)"
    )
    let isWhole = command.flags["limit"] == nil && !format(command).isReadable
    try await list(
      "SELECT key, label, state FROM reeve.selection_rows($1, $2)",
      [name],
      of: collection,
      isWhole ? nil : command.count("limit", default: Self.listLimit),
      command
    )
    if format(command).isReadable {
      let count: Int = try head.get("subjects")
      io.note(
        "  \(SafeText("\(count) in all, frozen \(readableTime(try head.get("made_at")))"), .dim)"
      )
    }
  }

  private func drop(selection name: String, _ command: Command) async throws {
    let rows = try await write(
      "SELECT outcome, code, message FROM reeve.selection_drop($1)",
      [name]
    )
    guard let row = rows.first, try row.get("outcome", as: String.self) == "done" else {
      throw CommandFailure(
        code(ofRefusal: try rows.first?.get("code", as: String?.self) ?? ""),
        "refused: \(try rows.first?.get("message", as: String?.self) ?? "")"
      )
    }
    try await emitText("@\(name) is dropped")
  }

  /// The keys in a file, one a line: `7` or `product:7`, an empty line or one that begins with `#` is
  /// none; `-` is standard input.
  private func keys(from path: String, of collection: CatalogCollection) async throws -> [String] {
    guard path != "-" || !options.commands.isEmpty || options.scriptPath.map({ $0 != "-" }) == true
    else {
      throw CommandFailure(
        .usage,
        "standard input is where the commands come from",
        hint: "Name a file, or run it with `-c`."
      )
    }
    let file = path == "-" ? dup(0) : Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw CommandFailure(.failed, "cannot read \(path): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw CommandFailure(.failed, "cannot read \(path): \(String(cString: strerror(errno)))")
      }
      if count == 0 { break }
      bytes += buffer[..<count]
      try Task.checkCancellation()
      guard bytes.count <= Self.listBytes else {
        throw CommandFailure(.failed, "\(path) is longer than 64 MiB")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
      throw CommandFailure(.failed, "\(path) is no text in UTF-8")
    }
    let heads = ["\(collection.name):", "\(collection.path):"]
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      var key = line.drop(while: \.isWhitespace)
      while let last = key.last, last.isWhitespace { key.removeLast() }
      if key.isEmpty || key.hasPrefix("#") { return nil }
      if let head = heads.first(where: { key.hasPrefix($0) }) { key = key.dropFirst(head.count) }
      return String(key)
    }
  }
}
