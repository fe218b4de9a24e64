/// A pattern for the paths of a collection's documents: `kpis/{kpi}/progress/{id}`.
///
/// A segment is a name as it is or a variable in braces; it stands for the whole segment. What
/// names and variables mean is up to the source.
package struct DocumentPattern: Hashable, Sendable, CustomStringConvertible {
  /// One segment of a path.
  package enum Segment: Hashable, Sendable {
    case name(String)
    case variable(String)
  }

  /// At least one.
  package let segments: [Segment]

  /// Makes a pattern of its segments.
  package init(segments: [Segment]) { self.segments = segments }

  /// Reads a pattern; nil if it is none: an empty segment, a variable twice.
  package init?(_ text: String) {
    var segments: [Segment] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      if part.hasPrefix("{"), part.hasSuffix("}"), part.utf8.count > 2 {
        segments.append(.variable(String(part.dropFirst().dropLast())))
      } else if part.isEmpty {
        return nil
      } else {
        segments.append(.name(String(part)))
      }
    }
    let variables = segments.compactMap(\.variable)
    guard Set(variables).count == variables.count else { return nil }
    self.segments = segments
  }

  /// Whether a path may belong to both.
  package func overlaps(_ other: DocumentPattern) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { mine, theirs in
        mine == theirs || mine.variable != nil || theirs.variable != nil
      }
  }

  /// Returns the index of a variable in paths, from 0.
  package func index(of variable: String) -> Int? {
    segments.firstIndex { $0.variable == variable }
  }

  /// The pattern as it was written.
  package var description: String {
    segments.map { segment in
      switch segment {
      case .name(let name): name
      case .variable(let name): "{\(name)}"
      }
    }.joined(separator: "/")
  }
}

extension DocumentPattern.Segment {
  /// The variable's name.
  package var variable: String? {
    guard case .variable(let name) = self else { return nil }
    return name
  }
}
