import Outcome

/// The subjects that a command can name by what was seen last: rows of a listing, and `_`.
struct SeenSubjects: Sendable {
  /// Rows of a listing that can be named.
  static let limit = 10_000

  /// The rows of the last listing, as they are numbered.
  private(set) var listing: [Subject?] = []
  /// How many rows the last listing had; the first of them are in `listing`.
  private var listed = 0
  /// The subjects that `_` names.
  private var last: [Subject] = []
  /// False after a listing of which only the first rows are in `last`.
  private var isLastWhole = true

  /// Notes the first rows of a listing; nil for a row that is no subject.
  mutating func note(listing rows: [Subject?], of count: Int) {
    (listing, listed, isLastWhole) = (rows, count, rows.count == count)
    last = rows.compactMap { $0 }
  }

  /// Notes the subject that was looked at or acted on.
  mutating func note(_ subject: Subject) { (last, isLastWhole) = ([subject], true) }

  /// The rows of the last listing that a range names, from 1.
  ///
  /// - Throws: ``Failure`` of kind usage for rows that are not there, or are no subjects.
  func rows(_ range: ClosedRange<Int>) throws(Failure) -> [Subject] {
    guard range.upperBound <= listing.count else {
      throw Failure(
        .usage,
        listing.isEmpty
          ? "there is no list yet, so no row \(range.lowerBound)"
          : range.upperBound <= listed
            ? "only the first \(listing.count) rows of a listing can be named"
            : "the last listing has no row \(range.upperBound), only \(listed)",
        hint: "List first: `find user anna`."
      )
    }
    var rows: [Subject] = []
    for row in range {
      guard let subject = listing[row - 1] else {
        throw Failure(.usage, "row \(row) of the last listing is not a subject")
      }
      rows.append(subject)
    }
    return rows
  }

  /// Returns the subjects that `_` names.
  ///
  /// - Throws: ``Failure`` of kind usage where that is nothing, or more than can be named.
  func latest() throws(Failure) -> [Subject] {
    guard !last.isEmpty else {
      throw Failure(
        .usage,
        "`_` means what was listed or shown last, and that is nothing so far"
      )
    }
    guard isLastWhole else {
      throw Failure(
        .usage,
        "`_` would be \(listed) rows, and only the first \(last.count) can be named",
        hint: "List fewer, or name rows: `1-500`."
      )
    }
    return last
  }
}
