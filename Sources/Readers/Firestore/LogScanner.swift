/// Puts the records of a LevelDB log together, from any offset at which one begins.
///
/// A file is blocks of 32 KiB; a record is one fragment or several, none of which crosses a block
/// (github.com/google/leveldb, doc/log_format.md). Every byte is accounted for: by a checksum, or
/// by being zero where only padding may stand.
package struct LogScanner {
  /// A record's bytes in `payload` and its offset in the file.
  package struct Entry: Hashable {
    package let range: Range<Int>
    package let offset: Int
  }

  /// A part of the log that cannot be read.
  package struct Damage: Hashable {
    /// Byte in the file.
    package let offset: Int
    /// One line.
    package let reason: String
  }

  package static let blockBytes = 32_768
  package static let headerBytes = 7

  /// The bytes of whole records, one after the other.
  private(set) var payload: [UInt8] = []
  package private(set) var entries: [Entry] = []
  package private(set) var damage: [Damage] = []
  /// Byte in the file after the last record that is whole, or the padding after it.
  package private(set) var next: Int

  /// Where the record begins that is not at its end yet: in the file, and in `payload`.
  private var open: (offset: Int, start: Int)?
  /// Whether fragments are passed over until a record begins.
  package private(set) var isLost: Bool

  /// Begins at a byte of the file.
  ///
  /// - Parameters:
  ///   - offset: The byte.
  ///   - isLost: Whether damage lies before it, so that what a record of there left over is passed
  ///     over.
  package init(at offset: Int, isLost: Bool = false) {
    next = offset
    self.isLost = isLost
  }

  /// Scans a block of bytes that begins at `next`.
  ///
  /// - Parameters:
  ///   - bytes: The block.
  ///   - isLast: Whether it reaches to the end of the file.
  ///   - passesOver: Whether to continue after damage, at the next block of the file.
  mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, passesOver: Bool) {
    let base = next
    var at = 0
    payload.reserveCapacity(bytes.count)
    while at < bytes.count {
      let left = Self.blockBytes - (base + at) % Self.blockBytes
      let block = at..<min(at + left, bytes.count)
      let isCut = block.count < left && !isLast
      switch fragment(bytes, block, at: base + at, isCut: isCut, isLast: isLast) {
      case .read(let count): at += count
      case .more: return
      case .damaged(let offset, let reason):
        damage.append(Damage(offset: offset, reason: reason))
        discard()
        isLost = true
        next = base + at + left
        if !passesOver || isCut { return }
        at = block.upperBound
      }
      if open == nil { next = base + at }
    }
    guard isLast, let open else { return }
    damage.append(Damage(offset: open.offset, reason: "the file ends inside a record"))
    discard()
    next = base + at
  }

  /// Gives up the record that begins at `next`, of which `count` bytes were seen.
  mutating func giveUp(_ reason: String, after count: Int) {
    damage.append(Damage(offset: next, reason: reason))
    discard()
    isLost = true
    next = (next + count) / Self.blockBytes * Self.blockBytes
  }

  private enum Step {
    case read(Int)
    case more
    case damaged(at: Int, String)
  }

  /// Reads one fragment, or the padding of a block.
  private mutating func fragment(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ block: Range<Int>,
    at offset: Int,
    isCut: Bool,
    isLast: Bool
  ) -> Step {
    let at = block.lowerBound
    let left = Self.blockBytes - offset % Self.blockBytes
    if left < Self.headerBytes {
      if isCut { return .more }
      return padding(bytes, block, at: offset)
    }
    guard block.count >= Self.headerBytes else {
      return isLast ? .damaged(at: offset, "the file ends inside a fragment's header") : .more
    }
    let stored = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
    let length = Int(bytes[at + 4]) | Int(bytes[at + 5]) << 8
    let type = bytes[at + 6]
    if type == 0, length == 0, stored == 0 {
      if isCut { return .more }
      return padding(bytes, block, at: offset)
    }
    let end = Self.headerBytes + length
    guard end <= left else { return .damaged(at: offset, "a fragment longer than its block") }
    guard end <= block.count else {
      return isLast ? .damaged(at: offset, "the file ends inside a fragment") : .more
    }
    let data = UnsafeBufferPointer(rebasing: bytes[(at + Self.headerBytes)..<(at + end)])
    guard CRC32C.masked(type, data) == stored else {
      return .damaged(at: offset, "wrong checksum of a fragment")
    }
    if let reason = take(data, type, at: offset) { return .damaged(at: reason.0, reason.1) }
    return .read(end)
  }

  /// Passes over what must be zero up to the end of the block, or of the file.
  private func padding(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ block: Range<Int>,
    at offset: Int
  ) -> Step {
    if let open { return .damaged(at: open.offset, "a record is incomplete at padding") }
    guard let index = block.first(where: { bytes[$0] != 0 }) else { return .read(block.count) }
    return .damaged(at: offset + index - block.lowerBound, "padding contains data")
  }

  /// Adds a fragment whose checksum is right; returns the problem of its position.
  private mutating func take(
    _ data: UnsafeBufferPointer<UInt8>,
    _ type: UInt8,
    at offset: Int
  ) -> (Int, String)? {
    switch type {
    case 1, 2:
      isLost = false
      if let open {
        // The record that begins here is whole: only the one before is lost.
        damage.append(Damage(offset: open.offset, reason: "a record has no end"))
        discard()
      }
      open = (offset, payload.count)
    case 3, 4:
      if isLost { return nil }
      if open == nil { return (offset, "a fragment without the beginning of its record") }
    default: return (offset, "a fragment of unknown type \(type)")
    }
    payload.append(contentsOf: data)
    if type == 1 || type == 4, let open {
      entries.append(Entry(range: open.start..<payload.count, offset: open.offset))
      self.open = nil
    }
    return nil
  }

  private mutating func discard() {
    if let open { payload.removeLast(payload.count - open.start) }
    open = nil
  }
}
