internal import Glibc

/// Where one record lies in a block of a file.
package struct Frame: Hashable {
  /// The record's own bytes.
  package var range: Range<Int>
  /// The first byte after it.
  package var next: Int
  /// Why the record cannot be read, if that shows already.
  package var fault: Fault?
}

/// The result of framing a block from one byte on.
enum Framed: Hashable {
  case record(Frame)
  /// Nothing to read up to this byte, such as a blank line.
  case nothing(next: Int)
  /// The block ends inside the record.
  case more
  /// The file cannot be read beyond this byte, which may be its end.
  case broken(at: Int, reason: String)
}

/// Finds where the records of a text begin and end, without reading what they hold.
///
/// It needs no memory of what came before: reading can begin after any record.
protocol RecordFraming: Sendable {
  /// Why a file that ends after a record is not whole; nil where records are lines.
  static var cutOff: String? { get }

  /// Looks at the bytes from `at`, of which there is at least one.
  func record(_ bytes: borrowing Span<UInt8>, at: Int, isStart: Bool, isLast: Bool) -> Framed
}

extension RecordFraming {
  static var cutOff: String? { nil }

  /// Looks at the bytes from `at`, of which there is at least one.
  ///
  /// - Parameters:
  ///   - bytes: A block of the file.
  ///   - at: Where the record before has ended.
  ///   - isStart: Whether `at` is the first byte of the file, where a byte order mark may stand.
  ///   - isLast: Whether the block reaches to the end of the file.
  /// - Returns: The record, or why there is none.
  func frame(_ bytes: borrowing Span<UInt8>, at: Int, isStart: Bool, isLast: Bool) -> Framed {
    var at = at
    if isStart, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }
    if at == bytes.count { return isLast ? .nothing(next: at) : .more }
    return record(bytes, at: at, isStart: isStart, isLast: isLast)
  }
}

@inlinable package var lineFeed: UInt8 { 0x0A }
@inlinable package var carriageReturn: UInt8 { 0x0D }
@inlinable package var quote: UInt8 { 0x22 }

extension Span<UInt8> {
  /// Returns where a byte is first in a part of the span.
  package func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    let length = (end ?? count) - start
    if length <= 0 { return nil }
    precondition(start >= 0 && start + length <= count)
    return withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(byte), length)
      else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }
}
