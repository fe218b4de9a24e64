import Display
import Prompt

extension CommandContext {
  /// Lists the collections in view, with the name and the commands of each.
  func emitCollections() async throws {
    var rows = CellRows(
      columns: [CellColumn("collection"), CellColumn("app"), CellColumn("actions")]
    )
    for collection in try await catalog() {
      let name = name(of: collection)
      rows.append([
        cell(name), cell(collection.app), cell(collection.verbs.joined(separator: ", ")),
      ])
    }
    try await emit(rows)
    if format.isReadable {
      io.note("  \(SafeText("`find COLLECTION TEXT` lists its rows by name"), .dim)")
    }
  }
}
