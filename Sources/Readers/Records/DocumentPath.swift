package import Catalog

/// A document's path in its source.
package struct DocumentPath: Hashable, Sendable {
  package let segments: [ArraySlice<UInt8>]
  /// The segments with `{}` for the ids; nil where collections and ids alternate.
  private let named: [String]?

  /// Makes a path; in Firestore collections and ids alternate.
  package init(segments: [ArraySlice<UInt8>], pattern: [String]? = nil) {
    self.segments = segments
    named = pattern
  }

  /// The path with slashes.
  package var text: [UInt8] { Array(segments.joined(separator: [UInt8(ascii: "/")])) }

  /// Its segments, with `{}` for the ids.
  package var pattern: [String] {
    if let named { return named }
    return segments.enumerated().map { index, segment in
      index.isMultiple(of: 2) ? String(decoding: segment, as: UTF8.self) : "{}"
    }
  }

  /// Its collection, with `{}` for the ids on the way; the path of a record that is the only one.
  package var collection: String {
    let pattern = pattern
    return (pattern.last == "{}" ? pattern.dropLast() : pattern[...]).joined(separator: "/")
  }

  /// Whether the document belongs to a collection of a mapping.
  package func matches(_ pattern: DocumentPattern) -> Bool {
    pattern.segments.count == segments.count
      && zip(pattern.segments, segments).allSatisfy { wanted, segment in
        guard case .name(let name) = wanted else { return true }
        return segment.elementsEqual(name.utf8)
      }
  }

  /// The members that a mapping's `$id`, `$path`, `$created` and `{variable}` stand for, under keys
  /// that no field may have.
  package func names(for sources: [NamedSource]) -> [Value.Member] {
    sources.compactMap { source in
      value(of: source).map { Value.Member(key: source.key, value: $0) }
    }
  }

  /// Returns the value of a mapping's `$id`, `$path`, `$created` or `{variable}`; nil where it is
  /// not known.
  package func value(of source: NamedSource) -> Value? {
    switch source.part {
    case .id: segments.last.map { .string($0) }
    case .path: .string(text[...])
    case .variable(let index): index < segments.count ? .string(segments[index]) : nil
    case .created: segments.last.flatMap(PushID.time).map { .timestamp($0) }
    }
  }

  /// Returns a name as a segment that a pattern can name: nothing empty, no slash, no brace at the
  /// beginning.
  package static func segment(_ name: String) -> ArraySlice<UInt8> {
    if name.isEmpty { return [UInt8(ascii: "%")] }
    guard name.utf8.contains(where: { $0 == 0x2F || $0 == 0x7B }) else {
      return Array(name.utf8)[...]
    }
    return Array(name.replacing("/", with: "%2F").replacing("{", with: "%7B").utf8)[...]
  }

  /// Returns the name that a segment stands for.
  package static func name(ofSegment text: String) -> String {
    text == "%" ? "" : text.replacing("%2F", with: "/").replacing("%7B", with: "{")
  }

  /// Returns the key of what a mapping of documents calls `$id`, `$path`, `$created` or
  /// `{variable}`; nil for other sources.
  package static func name(ofSource source: String) -> String? {
    let isName = ["$id", "$path", "$created"].contains(source)
    let isVariable = source.hasPrefix("{") && source.hasSuffix("}")
    return isName || isVariable ? "__\(source)__" : nil
  }
}

/// A part of a document's path, or its time of creation, that a mapping takes as a value.
package struct NamedSource: Sendable {
  /// The part of the path.
  package enum Part: Equatable {
    case id, path, created
    case variable(Int)
  }

  package let part: Part
  /// Its key among the fields of a record.
  package let key: ArraySlice<UInt8>

  /// Reads what a mapping says; nil where that is a field.
  package init?(_ source: String, in match: DocumentPattern) {
    guard let name = DocumentPath.name(ofSource: source) else { return nil }
    key = Array(name.utf8)[...]
    switch source {
    case "$id": part = .id
    case "$path": part = .path
    case "$created": part = .created
    default:
      guard let index = match.index(of: String(source.dropFirst().dropLast())) else { return nil }
      part = .variable(index)
    }
  }
}

/// The ids that Firebase makes for what is added to a list: 8 characters of time, 12 at random.
package enum PushID {
  private static let alphabet = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8
  )
  /// The years 2010 to 2100, in milliseconds since 1970.
  private static let plausible: ClosedRange<Int64> = 1_262_304_000_000...4_102_444_800_000

  /// Returns when an id was made, in microseconds since 1970; nil where it is no such id.
  package static func time(_ id: ArraySlice<UInt8>) -> Int64? {
    guard id.count == 20, id.first == UInt8(ascii: "-") else { return nil }
    var milliseconds: Int64 = 0
    for (index, byte) in id.enumerated() {
      guard let digit = alphabet.firstIndex(of: byte) else { return nil }
      if index < 8 { milliseconds = milliseconds << 6 | Int64(digit) }
    }
    return plausible.contains(milliseconds) ? milliseconds * 1000 : nil
  }
}
