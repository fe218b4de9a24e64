extension ActionPlan {
  /// How many objects in buckets an action, or its end, withdraws from sight, restores and removes.
  package struct Files: Decodable, Sendable, Hashable {
    package let withdraw, restore, remove: Int?
    /// How many stay as they are, since other rows in sight name them.
    package let kept: Int?

    /// In words, such as `2 withdrawn, 1 stays as another row shows it`; nil for nothing.
    package var told: String? {
      let parts = [
        withdraw.map { "\($0) withdrawn" }, restore.map { "\($0) restored" },
        remove.map { "\($0) removed" },
        kept.map { $0 == 1 ? "1 stays, which another row shows" : "\($0) stay, which others show" },
      ].compactMap { $0 }
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
  }
}
