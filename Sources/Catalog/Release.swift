/// The release that the programs are built as.
package enum Release {
  /// Three numbers; the database refuses a program older than `reeve.client_oldest()`.
  package static let version = "0.2.0"
}
