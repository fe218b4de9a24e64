/// How much a screen shows.
package struct ScreenSize: Sendable, Hashable {
  /// Characters of a line.
  package var columns: Int
  /// Lines.
  package var rows: Int

  /// Takes both.
  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
}
