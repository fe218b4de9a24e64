import ArgumentParser
import Catalog
import Display
import Import
import Outcome
import Readers

extension SourceFormat: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}

/// The flags that say how to read a source.
struct SourceFlags: ParsableArguments {
  @Option(help: "The format of the source; by default detected.") var format: SourceFormat?
  @Option(help: "Of CSV: the character between fields, `tab` for a tab; by default detected.")
  var delimiter: String?
  @Option(help: "The encoding, such as windows-1252; by default detected, else UTF-8.")
  var encoding: String?
  @Option(help: "Of a PostgreSQL database: the schema to read; by default public.")
  var fromSchema: String?

  func validate() throws {
    guard let delimiter, delimiter != "tab" else { return }
    let isOne = delimiter.utf8.count == 1 && !"\"\r\n".contains(delimiter)
    guard isOne else { throw ValidationError("a delimiter is one character of ASCII, or tab") }
  }

  /// The same, as the reader takes it.
  var options: SourceOptions {
    SourceOptions(
      format: format,
      delimiter: delimiter == "tab" ? UInt8(ascii: "\t") : delimiter?.utf8.first,
      encoding: encoding,
      schema: fromSchema
    )
  }
}

/// `reeve import inspect`: what a file or an export holds.
struct ImportInspectCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract:
      "Describe what a file or an export contains. Exit status 1 if part of it cannot be read."
  )

  @Argument(help: "The file, `-` for standard input, or the directory of an export.")
  var file: String
  @OptionGroup var source: SourceFlags
  @Option(help: "How to write it.") var output = OutputFormat.table

  func perform() async throws {
    let inspection = try await Inspection(of: file, source.options, report: Output.note)
    var out: [UInt8] = []
    if output.isReadable {
      for collection in inspection.rows { appendTable(of: collection, inspection, to: &out) }
    } else {
      appendRows(of: inspection, to: &out)
    }
    Output.rendered(out)
    let declared = inspection.declared.map { "\($0) declared" } ?? "no declared count"
    let format = ([inspection.format] + inspection.layers).joined(separator: ", ")
    for note in inspection.notes { Output.note(note) }
    let extent =
      inspection.files > 0 ? ", \(inspection.files) files, \(inspection.bytes) bytes" : ""
    Output.note(
      """
      \(format)\(extent): \
      \(inspection.read) records, \(declared), \(inspection.unreadable) unreadable
      """
    )
    guard !inspection.problems.isEmpty else { return }
    throw Failure(
      .failed,
      inspection.damage.isEmpty
        ? "some records of \(inspection.path) cannot be read"
        : "\(inspection.path) is incomplete or damaged",
      details: inspection.problems,
      hint: inspection.advice
    )
  }

  /// A collection's heading and its fields, for people.
  private func appendTable(
    of collection: Inspection.CollectionRow,
    _ inspection: Inspection,
    to out: inout [UInt8]
  ) {
    let name = collection.name.isEmpty ? inspection.path : collection.name
    let more =
      collection.passedOver == 0 ? "" : ", \(collection.passedOver) values of further fields"
    Untrusted("\(name)  \(collection.records) records\(more)").append(to: &out)
    out.append(UInt8(ascii: "\n"))
    var rows = CellRows(columns: [
      CellColumn("field"), CellColumn("kinds"), CellColumn("absent", CellType.int8),
      CellColumn("null", CellType.int8), CellColumn("longest", CellType.int8), CellColumn("lowest"),
      CellColumn("highest"), CellColumn("examples"),
    ])
    for field in collection.fields {
      rows.append([
        field.field[...], Array(field.kinds.utf8)[...], Array("\(field.absent)".utf8)[...],
        Array("\(field.nulls)".utf8)[...], field.longestBytes.map { Array("\($0)".utf8)[...] },
        field.lowest.map { $0[...] }, field.highest.map { $0[...] },
        Array(field.examples.joined(separator: Array(" · ".utf8)))[...],
      ])
    }
    var renderer = output.renderer(rows.columns)
    renderer.append(rows, to: &out)
    renderer.finish(&out)
    out.append(UInt8(ascii: "\n"))
  }

  /// A row a collection, for programs.
  private func appendRows(of inspection: Inspection, to out: inout [UInt8]) {
    var rows = CellRows(columns: [
      CellColumn("collection"), CellColumn("records", CellType.int8),
      CellColumn("values_passed_over", CellType.int8), CellColumn("fields", CellType.jsonb),
    ])
    for collection in inspection.rows {
      rows.append([
        Array(collection.name.utf8)[...], Array("\(collection.records)".utf8)[...],
        Array("\(collection.passedOver)".utf8)[...], collection.fieldsJSON[...],
      ])
    }
    var renderer = output.renderer(rows.columns)
    renderer.append(rows, to: &out)
    renderer.finish(&out)
  }
}
