import Catalog
import Outcome

/// The name of a kind of source.
package struct SourceFormat: RawRepresentable, CaseIterable, Hashable, Sendable {
  package let rawValue: String

  /// Finds a kind by its name.
  package init?(rawValue: String) {
    guard Self.kinds.contains(where: { $0.format == rawValue }) else { return nil }
    self.rawValue = rawValue
  }

  /// Every kind, the most demanding in its beginning first; the last takes any text.
  static let kinds: [any ImportSource.Type] = [
    PostgresSource.self,
    SQLiteSource.self,
    FirestoreSource.self,
    AccountsSource.self,
    NodeSource.self,
    RealtimeSource.self,
    MongoSource.self,
    JSONSource.self,
    NDJSONSource.self,
    AccountsTableSource.self,
    CSVSource.self,
  ]

  /// The names of the kinds.
  package static var allCases: [SourceFormat] {
    kinds.compactMap { SourceFormat(rawValue: $0.format) }
  }

  /// The kind of this name.
  var kind: any ImportSource.Type {
    Self.kinds.first { $0.format == rawValue } ?? CSVSource.self
  }

  /// Opens a source, be it a database on a server or what `open` finds by its path.
  ///
  /// - Throws: `Failure` where import cannot read it, `PostgresError`.
  static func find(_ path: String, _ options: SourceOptions) async throws -> any ImportSource {
    guard PostgresAddress.isAddress(path) else { return try open(path, options) }
    guard options.format == nil || options.format?.kind == PostgresSource.self else {
      throw Failure(.failed, "a database on a server is a source of format postgres")
    }
    guard options.encoding == nil, options.delimiter == nil else {
      throw Failure(
        .failed,
        "a database on a server has an encoding of its own, and no delimiters",
        hint: "Texts of a database in SQL_ASCII that are not UTF-8 are rejected, record by record."
      )
    }
    return try await PostgresSource(PostgresAddress(path), options)
  }

  /// Opens a source of this kind, or of the one that it shows by its path and by how it begins.
  ///
  /// - Throws: `Failure` where import cannot read it.
  static func open(_ path: String, _ options: SourceOptions) throws -> any ImportSource {
    let isFolder = ImportFile.isFolder(path)
    let named = kinds.first { $0.isNamed(path, isFolder: isFolder) }
    if let named, options.format == nil || options.format?.kind == named {
      return try named.init(SourceInput(path, options))
    }
    let file = try ImportFile(text: path, encoding: options.encoding)
    let input = SourceInput(path, options, content: file)
    if let format = options.format { return try format.kind.init(input) }
    let head = try SourceHead(file)
    if let foreign = ForeignFormat.name(of: head.bytes) {
      let readable = "Import reads \(kinds.map { $0.title }.joined(separator: ", "))."
      throw Failure(
        .failed,
        "\(path) is \(foreign.what), which import does not read",
        hint: [readable, foreign.advice].filter { !$0.isEmpty }.joined(separator: " ")
      )
    }
    return try (kinds.first { $0.begins(head) } ?? CSVSource.self).init(input)
  }
}

/// How a source is to be read, where that is not to be found out.
package struct SourceOptions: Sendable {
  package var format: SourceFormat?
  /// The character between fields.
  package var delimiter: UInt8?
  /// The encoding's name.
  package var encoding: String?
  /// The schema of a database on a server.
  package var schema: String?
  /// What a mapping of a database takes of each table: only so are columns read that hold secrets.
  var named: [String: Set<String>] = [:]

  /// Makes options; what is nil is found out.
  package init(
    format: SourceFormat? = nil,
    delimiter: UInt8? = nil,
    encoding: String? = nil,
    schema: String? = nil
  ) {
    (self.format, self.delimiter, self.encoding) = (format, delimiter, encoding)
    self.schema = schema
  }
}

/// What a source is opened from.
struct SourceInput: Sendable {
  /// A file, a directory, or `-`.
  let path: String
  let options: SourceOptions
  private let content: ImportFile?

  /// Names a source; the content of a file of text may be open already.
  init(_ path: String, _ options: SourceOptions = SourceOptions(), content: ImportFile? = nil) {
    (self.path, self.options, self.content) = (path, options, content)
  }

  /// The text of the file.
  var file: ImportFile {
    get throws { try content ?? ImportFile(text: path, encoding: options.encoding) }
  }
}
