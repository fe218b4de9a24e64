import Outcome
import Readers

/// The findings of an inspection as text: JSON for programs, the values of a table for people.
extension Inspection {
  /// The printed facts about a field.
  package struct FieldRow: Sendable {
    /// As mappings write it; `[]` stands for an array's items.
    package let field: [UInt8]
    /// Kinds and how often each was met, the most frequent first.
    package let kinds: String
    package let absent: Int
    package let nulls: Int
    package let longestBytes: Int?
    package let lowest: [UInt8]?
    package let highest: [UInt8]?
    package let examples: [[UInt8]]
    fileprivate let histogram: [Value.Member]
  }

  /// The printed facts about a collection.
  package struct CollectionRow: Sendable {
    /// The collection's path, with `{}` for ids; empty for a file of records.
    package let name: String
    package let records: Int
    /// Values of fields that were too many to be distinguished.
    package let passedOver: Int
    package let fields: [FieldRow]
  }

  /// What an import will do with the records that cannot be read, and the first of them, a line
  /// each; empty where all can be.
  package var rejections: [String] {
    if faulty == 0 { return [] }
    let verb = faulty == 1 ? "goes" : "go"
    return ["\(counted(faulty, "record")) cannot be read and \(verb) to quarantine"]
      + faults.prefix(3).map { "  \($0)" } + (advice.map { ["  \($0)"] } ?? [])
  }

  /// The collections, by name.
  package var rows: [CollectionRow] {
    collections.map { collection in
      CollectionRow(
        name: collection.name,
        records: collection.records,
        passedOver: collection.passedOver,
        fields: collection.fields.map { field in
          let profile = field.profile
          let kinds = profile.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
          let isSecret = field.path.contains { step in
            if case .field(let name) = step { SecretField.hides(name: name) } else { false }
          }
          func shown(_ text: [UInt8]) -> [UInt8] {
            isSecret || SecretField.hides(text: text) ? SecretField.mask : text
          }
          func text(_ value: Value?) -> [UInt8]? {
            value.map { value in
              var text: [UInt8] = []
              value.appendText(to: &text)
              return shown(text)
            }
          }
          let outline = outlines[collection.name]
          let isTyped = outline?.isTyped == true
          let type = outline?.fieldTypes[String(decoding: field.name, as: UTF8.self)] ?? ""
          return FieldRow(
            field: field.text,
            kinds: isTyped
              ? type : kinds.map { "\($0.key) \($0.value)" }.joined(separator: ", "),
            absent: isTyped ? 0 : collection.absent(field),
            nulls: profile.nulls,
            longestBytes: profile.longestBytes,
            lowest: text(profile.lowest),
            highest: text(profile.highest),
            examples: isSecret && profile.count > profile.nulls
              ? [SecretField.mask] : profile.examples.map(shown),
            histogram: kinds.map {
              Value.Member(key: Array($0.key.utf8)[...], value: .int(Int64($0.value)))
            }
          )
        }
      )
    }
  }
}

extension Inspection.CollectionRow {
  /// The fields as an array of JSON.
  package var fieldsJSON: [UInt8] {
    var text: [UInt8] = []
    Value.array(fields.map(\.value)).appendJSON(to: &text)
    return text
  }
}

extension Inspection.FieldRow {
  fileprivate var value: Value {
    func member(_ name: String, _ value: Value) -> Value.Member {
      Value.Member(key: Array(name.utf8)[...], value: value)
    }
    func string(_ text: [UInt8]?) -> Value { text.map { .string($0[...]) } ?? .null }
    return .map([
      member("field", string(field)), member("kinds", .map(histogram)),
      member("absent", .int(Int64(absent))), member("null", .int(Int64(nulls))),
      member("longest_bytes", longestBytes.map { .int(Int64($0)) } ?? .null),
      member("lowest", string(lowest)), member("highest", string(highest)),
      member("examples", .array(examples.map { string($0) })),
    ])
  }
}
