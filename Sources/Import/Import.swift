package import Catalog
package import Host
import Outcome
package import Postgres
import Readers

/// An import of a source by a mapping file.
package struct Import: Sendable {
  let connection: Connection
  let staging: Connection
  package let mappings: MappingFile
  let path: String
  let report: @Sendable (String) -> Void
  private let textKeys: TextKeys
  /// Further notes to store with the import, by table.
  private let told: [String: [String]]

  /// Makes an import.
  ///
  /// - Parameters:
  ///   - connection: A connection of an installer.
  ///   - staging: Another one, which writes a chunk while the one before is written.
  ///   - mappings: A mapping file whose shape is right.
  ///   - path: The source.
  ///   - told: Notes from drafting the mapping, by table.
  ///   - textKeys: The keys for the texts of mappings that say `encrypt`.
  ///   - report: Takes a line for people from time to time.
  package init(
    connection: Connection,
    staging: Connection,
    mappings: MappingFile,
    path: String,
    told: [String: [String]] = [:],
    textKeys: TextKeys = TextKeys(),
    report: @escaping @Sendable (String) -> Void
  ) {
    self.connection = connection
    self.staging = staging
    self.mappings = mappings
    self.path = path
    self.told = told
    self.textKeys = textKeys
    self.report = report
  }

  /// A checked import that is ready to run.
  package struct Opened: Sendable {
    /// The source's collections; nil for a source without them.
    package let survey: Survey?
    /// How many records each file of a folder has.
    package let shares: [(file: String, records: Int)]
    /// One for each mapping, in the order of the mapping file.
    package let importers: [Importer]
  }

  /// Checks every mapping against the database, which must serve this program, and the source;
  /// reads a source of collections once.
  ///
  /// Nothing is written.
  ///
  /// - Parameters:
  ///   - declared: How many records the source must hold, where somebody said so.
  ///   - checksCount: Whether the source must hold as many records as it declares itself.
  /// - Returns: The checked import.
  /// - Throws: `Failure`, also where a mapping does not fit; `PostgresError`.
  package func open(declared: Int? = nil, checksCount: Bool = true) async throws -> Opened {
    let format = try format()
    try await checkDatabase(connection)
    return try await open(find(format), declared: declared, checksCount: checksCount)
  }

  /// Reads a source, creates what its mappings need, and checks them against it, so that a refusal
  /// leaves nothing behind.
  ///
  /// - Parameter make: Creates the tables, and calls what it is given in the same transaction.
  /// - Returns: The checked import.
  /// - Throws: The errors of `open` and of `make`.
  package func open(
    making make: ((Transaction) async throws -> Fit) async throws -> Fit
  ) async throws -> Opened {
    let source = try await find(format())
    try require(source)
    let contents = try await contents(of: source, declared: nil, checksCount: true)
    let fit = try await make { transaction in
      try await checkDatabase(transaction)
      return try await self.fit(source, transaction)
    }
    return opened(source, fit, contents)
  }

  /// Returns the kind of source that the mappings name.
  private func format() throws -> SourceFormat {
    guard let format = SourceFormat(rawValue: mappings.format) else {
      let names = SourceFormat.allCases.map(\.rawValue)
      let message =
        "“\(mappings.format)” is not a kind of source; known kinds: \(names.joined(separator: ", "))"
      throw misfit([Finding(mappings.position, message)])
    }
    try check(format.kind)
    return format
  }

  /// Finds the source.
  private func find(_ format: SourceFormat) async throws -> any RecordSource {
    var options = SourceOptions(
      format: format,
      delimiter: mappings.mappings.first?.delimiter,
      encoding: mappings.encoding,
      schema: mappings.schema
    )
    for mapping in mappings.mappings {
      guard case .name(let segment) = mapping.match?.segments.first else { continue }
      options.named[DocumentPath.name(ofSegment: segment), default: []]
        .formUnion(mapping.sources.values.joined())
    }
    var source = try await SourceFormat.find(path, options)
    source.select(mappings.mappings.compactMap(\.match), drop: mappings.drop)
    return source
  }

  /// Opens a source whose mappings fit the database.
  func open(
    _ source: any RecordSource,
    declared: Int? = nil,
    checksCount: Bool = true
  ) async throws -> Opened {
    try require(source)
    let fit = try await fit(source, connection)
    let contents = try await contents(of: source, declared: declared, checksCount: checksCount)
    return opened(source, fit, contents)
  }

  /// Refuses a source that is known not to be whole.
  private func require(_ source: any RecordSource) throws {
    let facts = source.facts
    guard facts.problems.isEmpty else {
      throw Failure(
        .failed,
        "\(source.file.path) is incomplete",
        details: facts.problems,
        hint: "`reeve import inspect` says what can be read."
      )
    }
    try source.requireRecords()
  }

  /// How the mappings fit the database and the source, in the order of the mapping file.
  package struct Fit: Sendable {
    fileprivate var differences: [String] = []
    fileprivate var projections: [Projection] = []
    fileprivate var refs: [[String]] = []
  }

  /// Compares the mappings with the database and a source.
  private func fit(_ source: any RecordSource, _ session: any Session) async throws -> Fit {
    var fit = Fit(differences: source.differences(from: mappings))
    fit.differences.forEach(report)
    for mapping in mappings.mappings {
      fit.projections.append(try await projection(mapping, source, session))
      fit.refs.append(try await lookups(mapping, session))
    }
    return fit
  }

  /// The records of a source, as far as they are counted beforehand.
  private struct Contents {
    let survey: Survey?
    let counted: Int?
  }

  private func contents(
    of source: any RecordSource,
    declared: Int?,
    checksCount: Bool
  ) async throws -> Contents {
    let facts = source.facts
    let survey =
      try await type(of: source).traits.hasCollections
      ? Survey(source, mappings: mappings, report: report) : nil
    var counted = survey?.read
    if survey == nil, declared != nil { counted = try count(source) }
    let wanted = declared ?? (checksCount ? facts.declared : nil)
    if let wanted, let counted, wanted != counted {
      throw Failure(
        .failed,
        "\(source.file.path) holds \(counted) records, not the \(wanted) declared",
        hint: declared == nil
          ? "Export it again, or give --declared \(counted) if the metadata is wrong."
          : nil
      )
    }
    return Contents(survey: survey, counted: counted)
  }

  private func opened(
    _ source: any RecordSource,
    _ fit: Fit,
    _ contents: Contents
  ) -> Opened {
    let facts = source.facts
    let survey = contents.survey
    let importers = zip(mappings.mappings, fit.projections).enumerated().map { index, part in
      Importer(
        connection: connection,
        staging: staging,
        mapping: part.0,
        source: survey?.feeds[index].source ?? source,
        declared: survey?.matched[index] ?? contents.counted,
        stager: Stager(
          feed: survey?.feeds[index].feed ?? source,
          source: survey?.feeds[index].source ?? source,
          sink: StagedRows(projection: part.1),
          digest: part.0.tables.count == 1 && part.0.tables[0].encrypted.isEmpty
            ? ContentDigest(mapping: part.0.json) : nil
        ),
        told: facts.notes + fit.differences + part.1.replaced.map { "U+0000 in \($0) was replaced" }
          + (part.0.tables.first?.drop ?? []).map { "the field \($0) was dropped" }
          + (told[part.0.table] ?? []) + fit.refs[index],
        report: report
      )
    }
    return Opened(survey: survey, shares: facts.shares, importers: importers)
  }

  /// Returns the lookups of columns in other tables, a line each; reports slow ones.
  private func lookups(_ mapping: Mapping, _ session: any Session) async throws -> [String] {
    try await session.call(
      ImportFunctions.importRefs(mapping: JSONB(mapping.json))
    ).map { ref in
      if !ref.isIndexed {
        report(
          "\(ref.tableName) has no index on \(ref.by): it is read whole for each chunk of records"
        )
      }
      let key = ref.take ?? "key"
      let made = ref.make == nil ? "" : ", which is made where it is missing"
      return "\(ref.name) is the \(key) of the row of \(ref.tableName) with this \(ref.by)\(made)"
    }
  }

  private func misfit(_ findings: [Finding]) -> Failure {
    Failure(.failed, "the mapping does not fit", details: findings.map(\.description))
  }

  /// Compares the mapping file with the kind of source.
  private func check(_ kind: any RecordSource.Type) throws {
    guard kind.traits.hasCollections == mappings.hasCollections else {
      let message =
        kind.traits.hasCollections
        ? "a source of format \(kind.format) contains collections: list their mappings there"
        : "a source of format \(kind.format) contains no collections"
      throw misfit([Finding(mappings.position, message)])
    }
    var findings = mappings.mappings.filter { kind.traits.isText && $0.tables.count > 1 }.map {
      Finding(
        $0.position(of: "/children"),
        "the records of a source of format \(kind.format) have no children"
      )
    }
    for mapping in mappings.mappings where kind.traits.hasPairs {
      guard let match = mapping.match, !match.segments.count.isMultiple(of: 2) else { continue }
      let message = "“\(match)” is not the path of a document: collections and ids alternate"
      findings.append(Finding(mapping.position(of: "/match"), message))
    }
    guard findings.isEmpty else { throw misfit(findings) }
  }

  /// Compares every mapping with the database.
  private func checkDatabase(_ session: any Session) async throws {
    var findings: [Finding] = []
    for mapping in mappings.mappings {
      findings += try await session.call(
        ImportFunctions.importCheck(mapping: JSONB(mapping.json))
      ).map { Finding(mapping.position(of: $0.path), $0.message) }
    }
    guard findings.isEmpty else {
      throw Failure(
        .failed,
        "the mapping does not fit the database",
        details: findings.map(\.description)
      )
    }
  }

  /// Returns the projection that turns a mapping's records into rows.
  private func projection(
    _ mapping: Mapping,
    _ source: any RecordSource,
    _ session: any Session
  ) async throws -> Projection {
    var columns: [[ImportFunctions.ImportColumnsRow]] = []
    for target in try await session.call(
      ImportFunctions.importTargets(mapping: JSONB(mapping.json))
    ) {
      columns.append(
        try await session.call(ImportFunctions.importColumns(mapping: target.target))
      )
    }
    var projection = Projection(
      columns,
      mapping: mapping,
      kind: type(of: source),
      key: try await key(of: mapping, session)
    )
    if let header = source.facts.header {
      try projection.take(header: header, mapping: mapping, file: source.file.path)
    }
    return projection
  }

  /// The key to encrypt a mapping's texts with; nil where the app takes them as they are written.
  ///
  /// - Throws: `Failure` where this host does not have the key.
  private func key(of mapping: Mapping, _ session: any Session) async throws -> TextKey? {
    guard mapping.tables.contains(where: { !$0.encrypted.isEmpty }) else { return nil }
    let known = try await session.call(ImportFunctions.cipherKnown(app: mapping.app))
    if known.isEmpty { return nil }
    guard let key = textKeys.current(of: mapping.app), known.contains(key.id) else {
      throw Failure(
        .refused,
        "\(mapping.app) takes encrypted texts, by one of the keys \(known.joined(separator: ", "))",
        hint: "Name the file that has it: \(TextKeys.variable)=FILE."
      )
    }
    return key
  }

  private func count(_ source: any RecordSource) throws -> Int {
    var source = source
    var count = 0
    while let chunk = try source.next(damaged: { _ in }) { count += chunk.frames.count }
    return count
  }
}
