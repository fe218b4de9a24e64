package import Catalog

/// Which documents an export holds, before any of them is imported.
package struct ExportSurvey: Sendable {
  /// Documents of each mapping, in the order of the mapping file.
  package private(set) var matched: [Int]
  /// Documents that the mapping file drops.
  package private(set) var dropped = 0
  /// Documents that belong to no collection of the mapping file, by their collections.
  package private(set) var unmatched: [(collection: String, count: Int)] = []
  /// All of them.
  package private(set) var read = 0

  /// The most collections told apart among those that have no mapping.
  private static let limitCollections = 1000

  /// Reads the keys of all documents, and every checksum.
  ///
  /// - Parameters:
  ///   - path: The export.
  ///   - mappings: Its mapping file.
  ///   - declared: How many documents it must hold, where somebody said so; else its metadata says.
  /// - Throws: `ImportError` where a file is missing or damaged, or the count is another.
  package init(_ path: String, mappings: MappingFile, declared: Int?) throws {
    let export = try FirestoreExport(path)
    guard export.problems.isEmpty else {
      throw ImportError(
        "\(path) is not whole",
        details: export.problems,
        hint: "reeve import inspect tells what of it can be read."
      )
    }
    matched = Array(repeating: 0, count: mappings.mappings.count)
    var others: [String: Int] = [:]
    var reader = RecordReader(
      file: try ImportFile(path, parts: export.outputs),
      format: .firestore,
      delimiter: 0
    )
    while let chunk = try reader.next() {
      for frame in chunk.frames {
        // The reader has read this key before.
        guard let path = try? Document.Key(record: chunk.bytes[frame.range]).path else { continue }
        read += 1
        if let index = mappings.mappings.firstIndex(where: { $0.match.map(path.matches) ?? false })
        {
          matched[index] += 1
        } else if mappings.drop.contains(where: path.matches) {
          dropped += 1
        } else {
          let name = path.collection
          let isKnown = others[name] != nil || others.count < Self.limitCollections
          others[isKnown ? name : "…", default: 0] += 1
        }
      }
    }
    unmatched = others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    if let wanted = declared ?? export.declared, wanted != read {
      throw ImportError(
        "\(path) holds \(read) documents, not the \(wanted) declared",
        hint: declared == nil
          ? "Export it again, or give --declared \(read) where the metadata is known to be wrong."
          : nil
      )
    }
  }
}
