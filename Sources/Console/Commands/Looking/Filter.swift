import Display
import Outcome

/// A condition on the rows of a list, such as `state=approved`, `price>100` or `created_at>-7d`.
struct Filter: Sendable, Hashable, Encodable {
  /// The comparisons, the longer of two that begin alike first.
  static let comparisons = ["!=", "<=", ">=", "^=", "=", "<", ">"]

  /// The field.
  let field: String
  /// One of ``comparisons``.
  let comparison: String
  /// The value to compare the field with; empty for no value.
  let value: String

  /// Reads a condition.
  ///
  /// - Throws: ``Failure`` of kind usage.
  init(_ text: String) throws(Failure) {
    let start = text.firstIndex { "!<>^=".contains($0) }
    guard let start, start > text.startIndex,
      let comparison = Self.comparisons.first(where: { text[start...].hasPrefix($0) })
    else {
      throw Failure(
        .usage,
        "`\(String(text.prefix(60)))` is not a condition",
        hint: "Write FIELD, a comparison and a value: `state=approved`, `price>100`, "
          + "`created_at>-7d`; comparisons: = != < <= > >= ^="
      )
    }
    field = String(text[..<start])
    self.comparison = comparison
    value = String(text[start...].dropFirst(comparison.count))
  }

  private enum CodingKeys: String, CodingKey {
    case field, value
    case comparison = "op"
  }
}

/// The sort order of a list: `price`, `-created_at`.
struct SortOrder: Sendable, Hashable {
  /// The field.
  let field: String
  /// Whether the greatest comes first.
  let isDescending: Bool

  /// Reads a field, with a `-` before it for the greatest first.
  init(_ text: String) {
    isDescending = text.hasPrefix("-")
    field = isDescending ? String(text.dropFirst()) : text
  }
}

extension Flags {
  /// Conditions; given several times, all hold, but one field may equal one of several values.
  static let filter = Flag<[Filter]>(
    "where",
    .condition,
    "FIELD=VALUE, also != < <= > >= ^= (begins with); may be repeated",
    join: +
  ) { (text: String) throws(Failure) in [try Filter(text)] }

  /// The sort order of a list.
  static let sort = Flag<SortOrder>("sort", .field, "by this field; -FIELD: the greatest first") {
    (text: String) throws(Failure) in SortOrder(text)
  }
}
