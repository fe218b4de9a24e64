/// A sample of a field's texts: those whose hashes are smallest.
///
/// It is the same for the same texts, whatever their order, so that it shows whether one field's
/// texts are all among another's.
struct ValueSketch: Hashable, Sendable {
  /// In ascending order.
  private var hashes: [UInt64] = []
  /// Whether one of them was met twice.
  private(set) var isRepeated = false

  private static let limit = 128
  /// Longer texts are no keys.
  static let limitBytes = 200
  /// Fewer texts in common may be chance.
  private static let leastCommon = 3

  /// Takes a text into account.
  mutating func add(_ text: ArraySlice<UInt8>) {
    let hash = Self.hash(text)
    if hashes.count == Self.limit, let last = hashes.last, hash > last { return }
    var low = 0
    var high = hashes.count
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    if low < hashes.count, hashes[low] == hash {
      isRepeated = true
      return
    }
    hashes.insert(hash, at: low)
    if hashes.count > Self.limit { hashes.removeLast() }
  }

  /// Whether all texts seem to be among those of another field, enough of them to judge.
  func isPart(of other: ValueSketch) -> Bool {
    // Hashes above the other's greatest one may have been dropped there, so they prove nothing.
    let isWhole = other.hashes.count < Self.limit
    let common = isWhole ? hashes[...] : hashes.prefix { $0 <= other.hashes.last ?? 0 }
    let known = Set(other.hashes)
    return common.count >= Self.leastCommon && common.allSatisfy(known.contains)
  }

  /// FNV-1a with its bits mixed: the same in every process, so that a draft is.
  private static func hash(_ text: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    return hash ^ (hash >> 33)
  }
}
