import Outcome

/// The kinds that there are, and how a source is opened.
extension SourceFormat: RawRepresentable, CaseIterable {
  /// Finds a kind by its name.
  package init?(rawValue: String) {
    guard let kind = Self.kinds.first(where: { $0.format == rawValue }) else { return nil }
    self.init(of: kind)
  }

  /// Every kind, the most demanding in its beginning first; the last takes any text.
  package static let kinds: [any RecordSource.Type] = [
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
    kinds.map { SourceFormat(of: $0) }
  }

  /// The kind of this name.
  package var kind: any RecordSource.Type {
    Self.kinds.first { $0.format == rawValue } ?? CSVSource.self
  }

  /// Opens a source, be it a database on a server or what `open` finds by its path.
  ///
  /// - Throws: `Failure` where import cannot read it, `PostgresError`.
  package static func find(_ path: String, _ options: SourceOptions) async throws
    -> any RecordSource
  {
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
  package static func open(_ path: String, _ options: SourceOptions) throws -> any RecordSource {
    try opened(path, options).source
  }

  /// Opens a source likewise.
  ///
  /// - Returns: The source, and why it is of its kind where it could be of another; nil where that
  ///   is no question.
  /// - Throws: `Failure` where import cannot read it.
  package static func opened(
    _ path: String,
    _ options: SourceOptions
  ) throws -> (source: any RecordSource, reason: String?) {
    let isFolder = SourceFile.isFolder(path)
    let named = kinds.first { $0.isNamed(path, isFolder: isFolder) }
    if let named, options.format == nil || options.format?.kind == named {
      return (try named.init(SourceInput(path, options)), nil)
    }
    let file = try SourceFile(text: path, encoding: options.encoding)
    let input = SourceInput(path, options, content: file)
    if let format = options.format { return (try format.kind.init(input), nil) }
    let head = try SourceHead(file)
    if let foreign = ForeignFormat.name(of: head.bytes) {
      let readable = "Import reads \(kinds.map { $0.title }.joined(separator: ", "))."
      throw Failure(
        .failed,
        "\(path) is \(foreign.what), which import does not read",
        hint: [readable, foreign.advice].filter { !$0.isEmpty }.joined(separator: " ")
      )
    }
    let kind = try kinds.first { try $0.begins(head) } ?? CSVSource.self
    return (try kind.init(input), try kind.reason(head))
  }
}
