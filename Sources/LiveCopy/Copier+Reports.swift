internal import Postgres

extension Migrator {
  package func cutOver(_ terms: Terms, locks: LockPatience) async throws -> SwapReport {
    try await swapped(isBack: false, terms, locks)
  }

  package func rollBack(
    _ terms: Terms,
    isLost: Bool,
    locks: LockPatience
  ) async throws -> SwapReport { try await swapped(isBack: true, terms, locks) }

  private func swapped(
    isBack: Bool,
    _ terms: Terms,
    _ locks: LockPatience
  ) async throws -> SwapReport {
    let swap = try await swap(isBack: isBack, locks: locks, terms: terms)
    let status = try await status()
    let live = isBack ? status.source : status.target
    guard let swap else { return SwapReport(note: "\(live) is already live") }
    let milliseconds = Int(swap.held / .milliseconds(1))
    if terms.isRehearsal {
      return SwapReport(
        line: """
          rehearsed: \(isBack ? "\(live) would be live again, and " : "")the old name would read and write the same; \
          the locks were held for \(milliseconds) ms; nothing was changed
          """
      )
    }
    let known = swap.collections.joined(separator: ", ")
    return SwapReport(
      line: "\(live) is live; the locks were held for \(milliseconds) ms",
      note: known.isEmpty
        ? nil
        : """
        the catalog knows \(known) by the other table; name \(live) \
        in it, then `reeve catalog apply`
        """,
      invalid: swap.invalid,
      unready: swap.unready
    )
  }

  package func end(
    isAbandoned: Bool,
    isVerified: Bool,
    isLost: Bool,
    locks: LockPatience
  ) async throws -> String {
    let status = try await status()
    try await finish(isAbandoned: isAbandoned, isVerified: isVerified, locks: locks)
    return isAbandoned
      ? "abandoned; \(status.target) is empty"
      : "finished; \(status.source) and the view with the old name stay until you drop them"
  }
}

extension RemoteMigrator {
  package func cutOver(_ terms: Migrator.Terms, locks: LockPatience) async throws -> SwapReport {
    let refused = try await cutover(isVerified: terms.isVerified, locks: locks)
    let target = try await source.status().target
    guard let refused else { return SwapReport(line: "\(target) is already live") }
    return SwapReport(
      line: """
        \(target) is live; writes were refused for \(Int(refused / .milliseconds(1))) ms \
        before it was
        """
    )
  }

  package func rollBack(
    _ terms: Migrator.Terms,
    isLost: Bool,
    locks: LockPatience
  ) async throws -> SwapReport {
    let phase = try await source.status().phase
    if ["live", "returning"].contains(phase) {
      guard !isLost else {
        try await goBackAlone(locks: locks)
        return SwapReport(
          line: "the source is live, with what had come back",
          note: "`reeve migrate finish --abandon --lost` ends the copy"
        )
      }
      let refused = try await goBack(locks: locks)
      return SwapReport(
        line: """
          the source is live; the target refused writes for \(Int(refused / .milliseconds(1))) ms \
          before it was, and follows
          """
      )
    }
    return try await reopen(isLost: isLost)
      ? SwapReport(line: "the source accepts writes again; the target follows")
      : SwapReport(note: "the source is live; `reeve migrate finish --abandon` ends the copy")
  }

  package func end(
    isAbandoned: Bool,
    isVerified: Bool,
    isLost: Bool,
    locks: LockPatience
  ) async throws -> String {
    let status = try await source.status()
    try await finish(isAbandoned: isAbandoned, isLost: isLost, locks: locks)
    if isAbandoned, isLost { return "abandoned; \(status.target) was left as it is" }
    return isAbandoned
      ? "abandoned; \(status.target) is empty"
      : "finished; \(status.source) refuses writes until you drop it"
  }
}
