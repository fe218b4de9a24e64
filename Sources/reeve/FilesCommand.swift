import ArgumentParser
import Catalog
import Display
import Host
import Operations
import Outcome
import Postgres
import Readers

/// `reeve files`: the objects in buckets that an app's rows name.
struct FilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "files",
    abstract: "Files in buckets that an app's rows name.",
    subcommands: [Sweep.self]
  )

  struct Sweep: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Compare the listing of a bucket with the rows that name its objects.",
      discussion: """
        The listing is a JSON array or lines of JSON, or CSV with a header, of objects with name, \
        Name, key or Key, as `gcloud storage objects list --format=json` and `aws s3api \
        list-objects-v2 --query Contents` write it. Lists objects that no row names (orphan), rows \
        whose object is not there (dead link), objects that several rows name (shared), and those \
        that only hidden rows name and nothing has withdrawn (hidden). For seniors, and recorded. \
        Exit status 1 if there is a dead link, or an object that should be withdrawn.
        """
    )

    @Argument(help: "The app, or APP/COLLECTION.") var target: String
    @Argument(help: "The listing, `-` for standard input.", completion: .file()) var listing: String
    @Option(help: "The bucket, as the catalog calls it; by default the only one.")
    var bucket: String?
    @Option(help: "The most of each finding to list.") var limit = 1000
    @ArgumentParser.Flag(help: "Names in the listing are percent-encoded, as in an S3 Inventory.")
    var encoded = false
    @OptionGroup var source: SourceFlags
    @Option(help: "How to write it.") var output = OutputFormat.table
    @OptionGroup var server: ServerOptions

    func validate() throws {
      guard limit > 0 else { throw ValidationError("--limit must be positive") }
    }

    func perform() async throws {
      let place = target.split(separator: "/", maxSplits: 1).map { String($0) }
      guard let app = place.first else { throw Failure(.usage, "name an app") }
      let conninfo = try await ServerChoice(dsn: server.dsn)
        .conninfo(for: .admin, report: Output.note)
      let found = try await Connection.connect(conninfo).use { connection in
        try await connection.one(ReeveFunctions.clientRequire(version: Release.version))
        return try await connection.withTransaction { transaction in
          let names = try await list(transaction)
          let rows = try await transaction.call(
            ReeveFunctions.fileSweep(
              app: app,
              collection: place.count > 1 ? place[1] : nil,
              bucket: bucket,
              maxRows: limit
            )
          )
          return (names: names, rows: rows)
        }
      }
      write(found.rows)
      var totals: [String: Int64] = [:]
      for row in found.rows { totals[row.finding] = row.total }
      let counts = ["orphan", "dead link", "shared", "hidden"].map { "\(totals[$0] ?? 0) \($0)" }
      Output.note("\(found.names) names in the listing: \(counts.joined(separator: ", "))")
      if totals.values.contains(where: { $0 > limit }) {
        Output.note("--limit lists more of each than \(limit)")
      }
      guard totals["dead link"] == nil, totals["hidden"] == nil else {
        throw Failure(.failed, "rows and bucket differ")
      }
    }

    /// Sends the names of the listing, a batch at a time.
    ///
    /// - Returns: How many.
    private func list(_ transaction: Transaction) async throws -> Int {
      let records = try await SourceFormat.find(listing, source.options)
      try records.requireRecords()
      var feed = records
      var names: [String] = []
      var count = 0
      while let chunk = try await feed.fetch() {
        for index in chunk.frames.indices {
          names.append(try name(of: records, chunk, index, number: count + names.count + 1))
        }
        if names.count >= 10_000 { try await send(&names, &count, transaction) }
      }
      try await send(&names, &count, transaction)
      return count
    }

    private func send(
      _ names: inout [String],
      _ count: inout Int,
      _ transaction: Transaction
    ) async throws {
      try await transaction.one(ReeveFunctions.fileListed(names: names))
      count += names.count
      names.removeAll(keepingCapacity: true)
    }

    private func name(
      of records: any RecordSource,
      _ chunk: Chunk,
      _ index: Int,
      number: Int
    ) throws -> String {
      let fields: [Value.Member]
      do {
        fields = try records.decode(chunk, index).fields
      } catch {
        throw Failure(.failed, "record \(number) of \(listing): \(error.reason)")
      }
      let value =
        fields.value("name") ?? fields.value("Name") ?? fields.value("key") ?? fields.value("Key")
      guard case .string(let bytes)? = value, !bytes.isEmpty, !bytes.contains(0) else {
        throw Failure(
          .failed,
          "record \(number) of \(listing) has no name",
          hint: "A listing has an object for each file, with its name as name, Name, key or Key."
        )
      }
      let text = String(decoding: bytes, as: UTF8.self)
      return encoded ? try decoded(text, number: number) : text
    }

    private func decoded(_ text: String, number: Int) throws -> String {
      // In a query's way, a blank is a plus sign.
      guard let name = text.replacing("+", with: "%20").removingPercentEncodings else {
        throw Failure(.failed, "record \(number) of \(listing) is not percent-encoded UTF-8")
      }
      return name
    }

    private func write(_ found: [ReeveFunctions.FileSweepRow]) {
      var rows = CellRows(columns: [
        CellColumn("finding"), CellColumn("object"), CellColumn("subject"),
        CellColumn("rows", CellType.int8), CellColumn("note"),
      ])
      for row in found {
        rows.append([
          Array(row.finding.utf8)[...], row.object.map { Array($0.utf8)[...] },
          row.subject.map { Array($0.utf8)[...] }, Array("\(row.rows)".utf8)[...],
          row.note.map { Array($0.utf8)[...] },
        ])
      }
      var out: [UInt8] = []
      var renderer = output.renderer(rows.columns)
      renderer.append(rows, to: &out)
      renderer.finish(&out)
      Output.rendered(out)
    }
  }
}

extension String {
  /// The text with each `%41` replaced by its byte; nil where that is not UTF-8 without NUL.
  fileprivate var removingPercentEncodings: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let digits = String(rest.prefix(2)),
        digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
