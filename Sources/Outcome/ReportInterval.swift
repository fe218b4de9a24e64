/// Tells every two seconds that it is time for a line about progress.
package struct ReportInterval {
  private var last = ContinuousClock.now

  /// Begins the first interval.
  package init() {}

  /// Whether two seconds have passed since it last was.
  package var isOver: Bool {
    mutating get {
      let now = ContinuousClock.now
      guard now - last > .seconds(2) else { return false }
      last = now
      return true
    }
  }
}
