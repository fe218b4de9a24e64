import Postgres

/// What `set` changes of a session.
struct ConsoleSettings: Sendable, Hashable {
  /// How lists on a terminal tell times.
  enum Times: String, CaseIterable {
    /// `3 min ago`.
    case relative
    /// `2026-11-28 10:00`, with the zone in the heading.
    case exact
  }

  /// How lists on a terminal tell times.
  var times = Times.relative
  /// Whether what exceeds the screen goes through a pager.
  var pages = true
  /// The pager's command line for the shell; nil for that of the environment.
  var pager: String?
  /// How rows are written where a command does not say; nil for `--output`.
  var output: OutputFormat?
  /// How many rows a list has where a command does not say.
  var limit = 20

  /// How times are written: relative in a list on a screen, elsewhere exact with their zone.
  func times(isList: Bool, onScreen: Bool) -> TimeStyle {
    guard isList, onScreen else { return TimeStyle() }
    return times == .relative ? TimeStyle(now: .now) : TimeStyle(namesZone: false)
  }
}
