/// A resource that its maker has to close; `use` does that.
package protocol Closable: Sendable {
  /// Ends it; closing twice does nothing.
  func close() async
}

extension Closable {
  /// Lends this to `body`, and closes it however `body` ends.
  ///
  /// - Throws: What `body` throws.
  @discardableResult
  package nonisolated func use<R>(_ body: (Self) async throws -> R) async throws -> R {
    do {
      let result = try await body(self)
      await close()
      return result
    } catch {
      await close()
      throw error
    }
  }
}

extension Connection: Closable {}
extension ConnectionPool: Closable {}
