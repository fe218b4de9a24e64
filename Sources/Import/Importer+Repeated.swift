import Readers
import Synchronization

/// How often a source may be read again to find the records whose keys later ones repeat.
final class PassBudget: Sendable {
  private let left = Mutex(8)

  /// Takes one pass.
  ///
  /// - Returns: Whether there was one.
  func take() -> Bool {
    left.withLock { left in
      left -= 1
      return left >= 0
    }
  }
}

/// The database knows that a key was there already; only the source knows where.
extension Importer {
  /// Returns rejections that name, for a record with an earlier one's key, the position of that
  /// one, as far as it is found.
  ///
  /// It is looked for in the chunk, then in the source up to there.
  func located(_ refused: [Rejection], of staged: Staged) async throws -> [Rejection] {
    let repeated = Set(refused.filter { $0.fault.code == "key" }.map(\.record))
    if repeated.isEmpty { return refused }
    var keys: [Int: ArraySlice<UInt8>] = [:]
    eachKey(of: staged) { record, key in if repeated.contains(record) { keys[record] = key } }
    var missing = Set(keys.values)
    var found: [ArraySlice<UInt8>: (record: Int, position: String)] = [:]
    func look(at chunk: Staged) {
      eachKey(of: chunk) { record, key in
        guard missing.contains(key) else { return }
        missing.remove(key)
        found[key] = (record, position(of: record, in: chunk))
      }
    }
    // The first pass through the chunk finds a record itself where no earlier one is there.
    look(at: staged)
    missing = Set(keys.filter { found[$0.value]?.record == $0.key }.values)
    if !missing.isEmpty, staged.first > 1, passes.take() {
      var stager = stager
      var chunk: Staged?
      (stager, chunk) = try await stager.ahead()
      while let earlier = chunk, earlier.first < staged.first, !missing.isEmpty {
        look(at: earlier)
        (stager, chunk) = try await stager.ahead()
      }
    }
    return refused.map { rejection in
      guard let key = keys[rejection.record], let first = found[key],
        first.record < rejection.record
      else { return rejection }
      return staged.rejection(
        rejection.record,
        Fault(code: "key", reason: "\(first.position) has the same key")
      )
    }
  }

  private func position(of record: Int, in chunk: Staged) -> String {
    let index = record - chunk.first
    return source.position(offset: chunk.chunk.offsets[index], line: chunk.chunk.lines[index])
  }

  /// Calls `body` with the number of each row of the target, and its key as it is staged.
  private func eachKey(of staged: Staged, _ body: (Int, ArraySlice<UInt8>) -> Void) {
    let columns = stager.sink.projection.tables[0].columns
    let places = columns.indices.filter { columns[$0].isKey }
    for row in staged.rows[0].split(separator: lineFeed) {
      let fields = row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard let record = Int(String(decoding: fields[0], as: UTF8.self)) else { continue }
      let key = places.map { fields[$0 + 1] }.joined(separator: [UInt8(ascii: "\t")])
      body(record, Array(key)[...])
    }
  }
}
