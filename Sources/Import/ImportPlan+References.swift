import Catalog
import Readers

extension ImportPlan {
  /// Makes foreign keys of the references that a source declares, and puts each table after those
  /// that it refers to; of tables that refer to each other, and of one that refers to itself, the
  /// rows may come in any order, so that these have none.
  static func refer(
    _ tables: inout [PlannedTable],
    _ profiles: inout [CollectionProfile],
    _ inspection: Inspection
  ) {
    guard inspection.outlines.values.contains(where: { !$0.references.isEmpty }) else { return }
    let places = Dictionary(
      profiles.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let targets = profiles.map { profile in
      (inspection.outlines[profile.name]?.references ?? [:]).compactMapValues { places[$0] }
    }
    var order: [Int] = []
    var begun: Set<Int> = []
    func visit(_ table: Int) {
      guard begun.insert(table).inserted else { return }
      for target in targets[table].values.sorted() { visit(target) }
      order.append(table)
    }
    for table in tables.indices { visit(table) }
    var done: Set<Int> = []
    for table in order {
      for (field, target) in targets[table].sorted(by: { $0.key < $1.key }) {
        let source = inspection.kind.text(of: field)
        guard let column = tables[table].columns.firstIndex(where: { $0.source == source }) else {
          continue
        }
        guard done.contains(target), tables[target].key.count == 1 else {
          tables[table].columns[column].notes.append("no foreign key: rows come in any order")
          continue
        }
        tables[table].foreign.append(
          (tables[table].columns[column].name, tables[target].name, tables[target].key[0])
        )
      }
      done.insert(table)
    }
    (tables, profiles) = (order.map { tables[$0] }, order.map { profiles[$0] })
  }

  /// Adds notes to columns whose texts all occur in an identifying field of another collection that
  /// is not the key of its table.
  static func proposeReferences(
    among tables: inout [PlannedTable],
    _ profiles: [CollectionProfile],
    kind: any RecordSource.Type
  ) {
    /// The fields of a collection with nothing but texts, and their columns.
    func texts(_ index: Int) -> [(column: Int, profile: FieldProfile, sketch: ValueSketch)] {
      profiles[index].fields.filter { $0.path.count == 1 }.compactMap { field in
        let source = kind.text(of: String(decoding: field.name, as: UTF8.self))
        guard Set(field.profile.kinds.keys).subtracting(["null"]) == ["string"],
          let sketch = field.profile.sketch,
          let column = tables[index].columns.firstIndex(where: { $0.source == source })
        else { return nil }
        return (column, field.profile, sketch)
      }
    }
    let fields = tables.indices.map(texts)
    let keys = tables.indices.map { index in
      fields[index].filter { field in
        !field.sketch.isRepeated && field.profile.count == profiles[index].records
          && field.profile.nulls == 0
          && tables[index].key != [tables[index].columns[field.column].name]
      }
    }
    for index in tables.indices {
      for field in fields[index] {
        let found = keys.indices.lazy.filter { $0 != index }.compactMap { other in
          keys[other].first { key in
            // If two keys have the same values, the later one refers to the earlier.
            field.sketch.isPart(of: key.sketch)
              && (field.sketch.isRepeated || other < index || !key.sketch.isPart(of: field.sketch))
          }.map { (other, $0.column) }
        }.first
        guard let (other, column) = found else { continue }
        let table = YAMLText.scalar(tables[other].name)
        let by = YAMLText.scalar(tables[other].columns[column].name)
        tables[index].columns[field.column].notes.append(
          "each is the \(tables[other].columns[column].name) of one of \(tables[other].name); "
            + "ref: {table: \(table), by: \(by)} would take its key"
        )
      }
    }
  }
}
