import Answers
import Display
import FoundationEssentials
import Host
import Outcome
import Postgres
import Prompt

/// `export person user:42 data.ndjson --why "…"`.
struct ExportPersonCommand: ConsoleCommand {
  private static let page = Flag("page", .file, "also write it as a page (HTML) for people")

  let name = "export person"
  let summary: SafeText =
    "write what a person owns, and what the record has of them, to a file; this is recorded"
  let arguments = Arguments("SUBJECT FILE --why \"…\"", [.subject, .file])
  let flags: [any CommandFlag] = [page] + Flags.grounds
  let examples: [SafeText] = [
    "export person user:42 data.ndjson --page data.html --why \"request of 3 November\"",
    "export person user:42 - --case C12 --why \"their request\"",
  ]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    let path = context.arguments[1]
    var opener = try TextOpener()
    // Whatever is wrong with a file is found before anything is on the record.
    if path == "-" {
      guard !context.has(Self.page) else {
        throw misuse("`--page` needs a file for the rows, too")
      }
      let ticket = try await begin(subject, context)
      let written = try await write(ticket, &opener, context) { bytes, _ in
        try await context.io.write(bytes)
      }
      return try await end(ticket, written, subject, opener, context)
    }
    var file = try FileReplacement(of: path, mode: 0o600)
    guard let pagePath = context[Self.page] else {
      let ticket = try await begin(subject, context)
      let written = try await write(ticket, &opener, context) { bytes, _ in try file.write(bytes) }
      try file.finish()
      return try await end(ticket, written, subject, opener, context)
    }
    var shown = try FileReplacement(of: pagePath, mode: 0o600)
    var page = PersonPage()
    let ticket = try await begin(subject, context)
    try shown.write(page.head("\(subject.collection.name):\(subject.key)"))
    let written = try await write(ticket, &opener, context) { bytes, rows in
      try file.write(bytes)
      try shown.write(try page.body(rows))
    }
    try shown.write(page.end())
    try file.finish()
    try shown.finish()
    try await end(ticket, written, subject, opener, context)
  }

  /// Asks for the export and begins it: both are committed before a row is read.
  private func begin(_ subject: Subject, _ context: CommandContext) async throws -> Int64 {
    let (ticket, _) = try await context.askToReveal("export", subject.collection, subject.key)
    try await context.done(ConsoleFunctions.exportTake(ticket: ticket))
    return ticket
  }

  private struct Written {
    var rows = 0
    var parts: Set<ArraySlice<UInt8>> = []
  }

  /// A row of an export: the part that it is of, and itself as a JSON object.
  struct Line {
    let part: String
    let object: ArraySlice<UInt8>
  }

  /// Reads the rows, decrypts what is encrypted, and hands out each batch as lines of JSON.
  private func write(
    _ ticket: Int64,
    _ opener: inout TextOpener,
    _ context: CommandContext,
    _ emit: ([UInt8], [Line]) async throws -> Void
  ) async throws -> Written {
    var written = Written()
    let call = ConsoleFunctions.exportRows(ticket: ticket)
    let decoder = JSONDecoder()
    try await context.stream(call) { rows in
      var out: [UInt8] = []
      var lines: [Line] = []
      let places = try ["part", "key", "line", "sealed"].map { try rows.index(of: $0) }
      for row in rows {
        // As bytes: a person may have a million rows.
        let part = row[bytes: places[0]] ?? []
        var object = row[bytes: places[2]] ?? []
        if let sealed = row[bytes: places[3]] {
          let texts = try decoder.decode([String: [String?]].self, from: Data(sealed))
          let members = try PersonPage.members(of: object)
          var opened: [UInt8] = []
          for member in members {
            opened.append(UInt8(ascii: opened.isEmpty ? "{" : ","))
            JSONRenderer.string(ArraySlice(member.name.utf8), &opened)
            opened.append(UInt8(ascii: ":"))
            if let pair = texts[member.name], let text = opener.text(pair[0], pair[1]) {
              JSONRenderer.string(ArraySlice(text.utf8), &opened)
            } else {
              opened += member.value
            }
          }
          opened.append(UInt8(ascii: "}"))
          object = opened[...]
        }
        out += "{\"collection\":".utf8
        JSONRenderer.string(part, &out)
        if let key = row[bytes: places[1]] {
          out += ",\"key\":".utf8
          JSONRenderer.string(key, &out)
        }
        out += ",\"row\":".utf8
        JSONRenderer.json(object, &out)
        out += "}\n".utf8
        written.rows += 1
        written.parts.insert(part)
        if context.has(Self.page) {
          lines.append(Line(part: String(decoding: part, as: UTF8.self), object: object))
        }
      }
      try await emit(out, lines)
    }
    return written
  }

  /// Reports what was written, and closes the request that it answers.
  private func end(
    _ ticket: Int64,
    _ written: Written,
    _ subject: Subject,
    _ opener: TextOpener,
    _ context: CommandContext
  ) async throws {
    opener.tell(context)
    await context.remember(subject)
    let outcome = try await context.done(ConsoleFunctions.exportDone(ticket: ticket))
    let closed = try outcome.detail(as: Closed.self).cases
    var told: SafeText = "\(plural(written.rows, "row", "rows")) of "
    told += "\(plural(written.parts.count, "kind", "kinds")) exported"
    for number in closed { told += "; C\(number) is closed" }
    context.io.note(told)
  }

  private struct Closed: Decodable {
    let cases: [Int64]
  }
}
