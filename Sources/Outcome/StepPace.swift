/// Limits that the steps of a long run observe, so that it does not disturb other sessions.
package struct StepPace: Sendable {
  /// The pause after a step, as a part of the time it took.
  package var nice: Double
  /// Standbys may be so far behind; else the run waits for them.
  package var maxLag: Duration
  /// As many sessions may run statements; nil = any number.
  package var maxActive: Int?
  /// The oldest snapshot may be so old; nil = any age.
  package var maxSnapshot: Duration?
  /// The server may write so many bytes of WAL a second; nil = any number.
  package var maxWAL: Int?
  /// Connections that copy, each its ranges of keys.
  package var parallel: Int
  /// Whether to continue following the live table, until the task is cancelled.
  package var follows: Bool

  /// Makes a pace.
  package init(
    nice: Double = 0,
    maxLag: Duration = .seconds(10),
    maxActive: Int? = nil,
    maxSnapshot: Duration? = nil,
    maxWAL: Int? = nil,
    parallel: Int = 1,
    follows: Bool = false
  ) {
    self.nice = nice
    self.maxLag = maxLag
    self.maxActive = maxActive
    self.maxSnapshot = maxSnapshot
    self.maxWAL = maxWAL
    self.parallel = parallel
    self.follows = follows
  }

  /// The limits as a JSON object, as the functions of the database take them.
  package var json: String {
    var members = ["\"max_lag\": \(maxLag / .seconds(1))"]
    if let maxActive { members.append("\"max_active\": \(maxActive)") }
    if let maxSnapshot { members.append("\"max_snapshot\": \(maxSnapshot / .seconds(1))") }
    if let maxWAL { members.append("\"max_wal\": \(maxWAL)") }
    return "{" + members.joined(separator: ", ") + "}"
  }
}
