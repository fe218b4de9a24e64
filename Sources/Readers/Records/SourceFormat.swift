/// The name of a kind of source.
package struct SourceFormat: Hashable, Sendable {
  /// As mappings and flags say it.
  package let rawValue: String

  /// Names a kind.
  init(of kind: any RecordSource.Type) { rawValue = kind.format }
}
