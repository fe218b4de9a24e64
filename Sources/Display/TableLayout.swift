/// The columns of a table that a screen has room for, and their widths.
///
/// Where room is short, values that may be cut are cut, the longest first, but no time in them;
/// then columns go, the least needed first, empty ones before all and of equals the last. Names
/// that are typed again stay, whole. A table that leaves out what a row is, or more columns than it
/// shows, says too little.
struct TableLayout {
  /// In fewer columns a text that is cut cannot be recognized.
  static let least = 12

  /// The positions of the columns that are shown, in order.
  private(set) var shown: [Int]
  /// The width of each column, shown or not.
  private(set) var widths: [Int]

  /// Lays out a table; nil if too little would fit.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - widths: How wide each would be.
  ///   - times: How wide each has to be so that no time in it is cut.
  ///   - isEmpty: Whether each has no value in the rows that were measured.
  ///   - room: The columns of the screen that they have, each with the two blanks before it; nil
  ///     for no limit.
  init?(
    _ columns: [CellColumn],
    widths: [Int],
    times: [Int],
    isEmpty: [Bool],
    room: Int?
  ) {
    self.widths = widths
    shown = Array(columns.indices)
    guard let room else { return }
    let needs = columns.map(\.need)
    let floors = columns.indices.map {
      needs[$0].mayBeCut ? min(widths[$0], max(Self.least, times[$0])) : widths[$0]
    }
    while shown.reduce(0, { $0 + floors[$1] + 2 }) > room {
      let order = shown.sorted {
        (isEmpty[$0] ? 0 : 1, needs[$0], -$0) < (isEmpty[$1] ? 0 : 1, needs[$1], -$1)
      }
      let labels = shown.count { needs[$0] == .label && !isEmpty[$0] }
      let next = order.first {
        needs[$0] != .always && (isEmpty[$0] || needs[$0] < .label || labels > 1)
      }
      guard let next, shown.count > 1 else { return nil }
      shown.removeAll { $0 == next }
    }
    let hidden = columns.indices.filter { !isEmpty[$0] && !shown.contains($0) }
    guard hidden.count <= shown.count else { return nil }
    var excess = shown.reduce(0) { $0 + widths[$1] + 2 } - room
    while excess > 0 {
      let wide = shown.filter { self.widths[$0] > floors[$0] }
      guard let widest = wide.map({ self.widths[$0] }).max() else { break }
      let first = wide.first { self.widths[$0] == widest } ?? 0
      // Down to the next longest at once, so that a text of a million columns takes no longer.
      let second = wide.map { self.widths[$0] }.filter { $0 < widest }.max() ?? 0
      let cut = min(excess, max(1, widest - max(second, floors[first])), widest - floors[first])
      self.widths[first] -= cut
      excess -= cut
    }
  }
}
