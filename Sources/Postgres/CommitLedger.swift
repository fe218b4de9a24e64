internal import Synchronization

/// The transactions of an operation whose outcomes are reported.
///
/// The server knows each by an id that it had before it was sent, so that it can be asked for the
/// outcome of one whose COMMIT was not answered.
package final class CommitLedger: Sendable {
  /// The ledger in which `withTransaction(named:)` notes transactions; nil where they are not
  /// reported.
  @TaskLocal package static var current: CommitLedger?

  /// A transaction.
  package struct Entry: Sendable {
    /// The identifier by which the server knows it.
    package let id: UniqueID
    /// Its purpose, such as `the catalog of randevoo`.
    package let name: String
    /// Whether it was committed; nil where only the server knows.
    package fileprivate(set) var isCommitted: Bool?
  }

  private let noted = Mutex<[Entry]>([])
  private let begin: @Sendable (UniqueID) -> FunctionCall<Void>

  /// Makes an empty one.
  ///
  /// - Parameter begin: The first statement of a transaction, by which the server learns its id.
  package init(begin: @escaping @Sendable (UniqueID) -> FunctionCall<Void>) {
    self.begin = begin
  }

  /// The transactions that were begun last, and those before them of which only the server knows
  /// what became of them.
  package var entries: [Entry] { noted.withLock { $0 } }

  /// Records a transaction and its outcome.
  ///
  /// - Parameters:
  ///   - name: Its purpose, in words.
  ///   - run: Runs it; its first statement is given.
  /// - Returns: The result of `run`.
  /// - Throws: The error of `run`.
  func note<R>(_ name: String, _ run: (FunctionCall<Void>) async throws -> R) async throws -> R {
    let id = UniqueID.random()
    noted.withLock { entries in
      entries.removeAll { $0.isCommitted != nil }
      entries.append(Entry(id: id, name: name))
    }
    do {
      let result = try await run(begin(id))
      settle(id, true)
      return result
    } catch PostgresError.commitOutcomeUnknown(let message) {
      throw PostgresError.commitOutcomeUnknown(message: message)
    } catch {
      settle(id, false)
      throw error
    }
  }

  private func settle(_ id: UniqueID, _ isCommitted: Bool) {
    noted.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
      entries[index].isCommitted = isCommitted
    }
  }
}
