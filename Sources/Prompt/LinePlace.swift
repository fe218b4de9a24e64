/// Where the line of a command is from, and what it says.
package struct LinePlace: Sendable, Hashable {
  /// The script; nil for `-c` and the prompt.
  package var file: String?
  /// Its line, from 1.
  package var number: Int?

  /// Takes both.
  package init(file: String? = nil, number: Int? = nil) {
    (self.file, self.number) = (file, number)
  }
}
