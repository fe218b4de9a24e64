/// Where data goes: a screen, a pipe, a file.
package protocol DataSink: Sendable {
  /// Columns of the screen that data goes to; nil where nothing may be cut.
  var screen: Int? { get }
  /// Whether data may be coloured.
  var isColoured: Bool { get }
  /// Whether data goes to a screen whose locale is not UTF-8, so that only ASCII is drawn.
  var isASCII: Bool { get }
  /// Writes data, already rendered.
  ///
  /// - Throws: ``Failure`` of kind broken pipe where nobody reads any more.
  func write(_ bytes: [UInt8]) async throws
}

extension DataSink {
  /// It shows everything.
  package var isASCII: Bool { false }
}
