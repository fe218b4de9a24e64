/// The names of a header, of which each field has one of its own.
///
/// A field without a name is called by its place, one whose name another has by a number behind it:
/// the same header gives the same names.
package struct CSVHeader: Sendable {
  /// In the order of the fields.
  package private(set) var names: [String] = []
  /// The names that are not in the header, a sentence each.
  package private(set) var notes: [String] = []

  /// The most notes; the last one counts the others.
  private static let limitNotes = 10

  /// Names the fields of a header.
  package init(_ fields: [String]) {
    let own = Set(fields)
    var taken: Set<String> = []
    // The next number to try for a name: a header may have one name a thousand times.
    var next: [String: Int] = [:]
    var renamed = 0
    for (index, field) in fields.enumerated() {
      let isBlank = field.utf8.allSatisfy { $0 <= 32 }
      if !isBlank, taken.insert(field).inserted {
        names.append(field)
        continue
      }
      let stem = isBlank ? "column" : field
      var number = isBlank ? index + 1 : next[stem] ?? 2
      while own.contains("\(stem)_\(number)") || taken.contains("\(stem)_\(number)") { number += 1 }
      let name = "\(stem)_\(number)"
      next[stem] = number + 1
      taken.insert(name)
      names.append(name)
      renamed += 1
      if renamed <= Self.limitNotes {
        notes.append(
          isBlank
            ? "field \(index + 1) of the header has no name: it is called “\(name)”"
            : "the header has the field “\(field)” twice: field \(index + 1) is called “\(name)”"
        )
      }
    }
    if renamed > Self.limitNotes {
      notes.append("\(renamed - Self.limitNotes) more fields of the header are called likewise")
    }
  }
}
