/// Brings together two versions of a text that were made from the same one; no I/O.
struct ThreeWay: Sendable {
  /// The text that both kept or changed.
  private(set) var lines: [String] = []
  /// The changes that come from the other version, as lines that begin with `-` or `+`; empty where
  /// both versions made the same ones.
  private(set) var taken: [String] = []
  /// The conflicting changes, of which mine are kept; lines as in `taken`.
  private(set) var conflicts: [String] = []

  /// Merges line by line.
  ///
  /// - Parameters:
  ///   - base: The version that both were made from.
  ///   - mine: The version that wins.
  ///   - other: The version whose changes are merged.
  init(base: String, mine: String, other: String) {
    let (base, mine, other) = (Self.lines(base), Self.lines(mine), Self.lines(other))
    let (inMine, inOther) = (Self.places(of: base, in: mine), Self.places(of: base, in: other))
    var (start, startMine, startOther) = (0, 0, 0)
    for place in 0...base.count {
      let mineEnd = place == base.count ? mine.count : inMine[place]
      let otherEnd = place == base.count ? other.count : inOther[place]
      guard let mineEnd, let otherEnd else { continue }
      settle(base[start..<place], mine[startMine..<mineEnd], other[startOther..<otherEnd])
      if place < base.count { lines.append(base[place]) }
      (start, startMine, startOther) = (place + 1, mineEnd + 1, otherEnd + 1)
    }
  }

  /// The text.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Takes one piece between lines that all three have.
  private mutating func settle(
    _ base: ArraySlice<String>,
    _ mine: ArraySlice<String>,
    _ other: ArraySlice<String>
  ) {
    if other == base || other == mine {
      lines += mine
    } else if mine == base {
      lines += other
      taken += Self.changes(base, other)
    } else {
      lines += mine
      conflicts += Self.changes(mine, other)
    }
  }

  /// Returns the changes that turn one piece of text into another.
  private static func changes(
    _ old: ArraySlice<String>,
    _ new: ArraySlice<String>
  ) -> [String] {
    let difference = Array(new).difference(from: Array(old))
    return difference.removals.map { "- " + $0.line } + difference.insertions.map { "+ " + $0.line }
  }

  /// Where each line of a text is in another version of it; nil where it is not.
  private static func places(of base: [String], in version: [String]) -> [Int?] {
    let difference = version.difference(from: base)
    let gone = Set(difference.removals.map(\.offset))
    let new = Set(difference.insertions.map(\.offset))
    var kept = version.indices.lazy.filter { !new.contains($0) }.makeIterator()
    return base.indices.map { gone.contains($0) ? nil : kept.next() }
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension CollectionDifference<String>.Change {
  /// The line that came or went.
  fileprivate var line: String {
    switch self {
    case .insert(_, let element, _), .remove(_, let element, _): element
    }
  }

  /// Where it came or went.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
