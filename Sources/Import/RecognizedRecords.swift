import Synchronization

/// The numbers of the records that an import has recognized as unchanged: they are not staged.
final class RecognizedRecords: Sendable {
  private let ranges = Mutex<[ClosedRange<Int>]>([])

  /// How many there are.
  var count: Int { ranges.withLock { $0.reduce(0) { $0 + $1.count } } }

  /// Adds records behind all that it has.
  func append(_ records: [Int]) {
    ranges.withLock { ranges in
      for record in records {
        if let last = ranges.last, last.upperBound == record - 1 {
          ranges[ranges.count - 1] = last.lowerBound...record
        } else {
          ranges.append(record...record)
        }
      }
    }
  }

  /// Whether it has a record.
  func contains(_ record: Int) -> Bool {
    ranges.withLock { ranges in
      var (low, high) = (0, ranges.count)
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].upperBound < record { low = middle + 1 } else { high = middle }
      }
      return low < ranges.count && ranges[low].contains(record)
    }
  }
}
