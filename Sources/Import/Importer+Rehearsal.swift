import Readers

extension Importer {
  /// The result of reading a source without writing.
  package struct Rehearsal: Hashable, Sendable {
    package fileprivate(set) var read = 0
    /// Records that make no row; the others may still be refused by the database.
    package fileprivate(set) var rejected = 0
    /// The first of them, a line each.
    package fileprivate(set) var examples: [String] = []
    /// Fields that no column takes, with the number of their records and the place of the first; at
    /// most 1,000.
    package fileprivate(set) var unknown: [String: Unknown] = [:]

    /// The records that have a field which no column takes.
    package struct Unknown: Hashable, Sendable {
      /// How many there are.
      package fileprivate(set) var count: Int
      /// Where the first is.
      package let first: String
    }
  }

  /// Reads all records and makes rows of them, which go nowhere.
  ///
  /// - Throws: `Failure` where the source cannot be read.
  package func rehearse() async throws -> Rehearsal {
    var stager = stager
    var result = Rehearsal()
    var staged: Staged?
    (stager, staged) = try await stager.ahead()
    while let chunk = staged {
      result.rejected += chunk.rejections.count
      for rejection in chunk.rejections.prefix(max(0, 10 - result.examples.count)) {
        let position = source.position(offset: rejection.offset, line: rejection.line)
        result.examples.append("\(position): \(rejection.fault.reason) (\(rejection.fault.code))")
      }
      for rejection in chunk.rejections {
        for field in rejection.fault.fields where result.unknown.count < 1000 {
          let first = source.position(offset: rejection.offset, line: rejection.line)
          result.unknown[field, default: .init(count: 0, first: first)].count += 1
        }
      }
      (stager, staged) = try await stager.ahead()
    }
    result.read = stager.read
    return result
  }
}
