import Catalog
import Outcome

/// Sign-in accounts of Firebase as `auth:export` writes them in JSON.
///
/// Secret fields are dropped as soon as they are read.
struct AccountsSource: RecordSource {
  static let format = "firebase-auth"
  static let title = "Firebase accounts (auth:export, JSON or CSV)"

  let file: SourceFile
  private var reader: TreeReader
  /// Records before this byte are passed over.
  private var start = 0

  init(_ input: SourceInput) throws {
    file = try input.file
    reader = try TreeReader(file, plan: .accounts, isWrapped: false)
  }

  static func begins(_ head: SourceHead) -> Bool { head.structure == .accounts }

  var facts: SourceFacts { SourceFacts(notes: Account.notes) }

  // A file that is cut short is refused before its first account is taken.
  func requireRecords() throws {
    var beginning = self
    while try beginning.read() != nil {}
  }

  mutating func seek(offset: Int, line: Int) { start = offset }

  mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    while let chunk = try read() {
      let kept = Account.redacted(chunk, from: start) { text throws(Fault) in
        try JSONParser.parse(text)
      }
      if !kept.frames.isEmpty { return kept }
    }
    return nil
  }

  private mutating func read() throws -> Chunk? {
    do {
      return try reader.next()
    } catch let error as JSONStream.Broken {
      throw Failure(.failed, "\(file.place(error.offset)): \(error.reason)")
    }
  }

  func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
    SourceRecord(path: nil, fields: try Account.fields(chunk.object(index).fields))
  }

  func position(offset: Int, line: Int) -> String { file.place(offset) }
}

/// The same accounts as a table without a header: the CSV of `auth:export`.
struct AccountsTableSource: RecordSource {
  static let format = "firebase-auth-csv"
  static let title = "their table"
  static let traits = SourceTraits(endsInLines: true)

  private var reader: TextReader<CSVFraming>
  var file: SourceFile { reader.file }

  init(_ input: SourceInput) throws {
    reader = TextReader(file: try input.file, framing: CSVFraming(delimiter: UInt8(ascii: ",")))
  }

  static func begins(_ head: SourceHead) -> Bool {
    guard head.structure == nil else { return false }
    let lines = head.bytes.split(separator: lineFeed, maxSplits: SourceHead.limitRecords)
      .prefix(SourceHead.limitRecords)
    let accounts = lines.count { line in
      let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      return fields.count >= 26
        && ["true", "false"].contains { fields[2].elementsEqual($0.utf8) }
    }
    return accounts * 2 >= max(1, lines.count)
  }

  var facts: SourceFacts { SourceFacts(notes: Account.notes) }

  mutating func seek(offset: Int, line: Int) { reader.seek(offset: offset, line: line) }

  mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    guard let chunk = try reader.next() else { return nil }
    return Account.redacted(chunk, from: 0) { text throws(Fault) in
      var fields = CSVFields()
      fields.split(text.span, 0..<text.count, delimiter: UInt8(ascii: ","))
      return try Account.row(fields.fields.indices.map { fields.text($0, of: Array(text)) })
    }
  }

  func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
    SourceRecord(path: nil, fields: try Account.fields(chunk.object(index).fields))
  }
}
