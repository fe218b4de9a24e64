import Catalog

/// A document's place in Firestore: collections and ids alternating.
struct DocumentPath: Hashable, Sendable {
  let segments: [ArraySlice<UInt8>]

  /// The path with slashes.
  var text: [UInt8] { Array(segments.joined(separator: [UInt8(ascii: "/")])) }

  /// Its segments, with `{}` for the ids.
  var pattern: [String] {
    segments.enumerated().map { index, segment in
      index.isMultiple(of: 2) ? String(decoding: segment, as: UTF8.self) : "{}"
    }
  }

  /// Its collection, with `{}` for the ids on the way.
  var collection: String { pattern.dropLast().joined(separator: "/") }

  /// Whether the document belongs to a collection of a mapping.
  func matches(_ pattern: DocumentPattern) -> Bool {
    pattern.segments.count == segments.count
      && zip(pattern.segments, segments).allSatisfy { wanted, segment in
        guard case .name(let name) = wanted else { return true }
        return segment.elementsEqual(name.utf8)
      }
  }

  /// The members that a mapping's `$id`, `$path` and `{variable}` stand for, under keys that no
  /// field may have.
  func names(
    _ match: DocumentPattern,
    for sources: some Collection<String>
  ) -> [Value.Member] {
    Set(sources).compactMap { source in
      guard let name = Self.name(ofSource: source) else { return nil }
      let value: ArraySlice<UInt8>? =
        switch source {
        case "$id": segments.last
        case "$path": text[...]
        default:
          match.index(of: String(source.dropFirst().dropLast())).map { segments[$0] }
        }
      return value.map { Value.Member(key: Array(name.utf8)[...], value: .string($0)) }
    }
  }

  /// Returns the key of what a mapping of documents calls `$id`, `$path` or `{variable}`; nil for
  /// other sources.
  static func name(ofSource source: String) -> String? {
    let isName = source == "$id" || source == "$path"
    let isVariable = source.hasPrefix("{") && source.hasSuffix("}")
    return isName || isVariable ? "__\(source)__" : nil
  }
}
