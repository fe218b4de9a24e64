/// Whether a worker may assume that the database still considers it alive.
///
/// Times are those of one monotonic clock, since any fixed moment. The database ends a worker after
/// 12 s of silence, so one that stops claiming at 6 s and its handlers at 10 s never runs a job
/// that was given to another.
package struct Liveness: Sendable {
  /// How often a worker says that it lives.
  package static let interval = Duration.seconds(3)
  /// Silence after which it claims no more.
  package static let claimLimit = Duration.seconds(6)
  /// Silence after which it cancels running jobs.
  package static let runLimit = Duration.seconds(10)

  private var heardAt: Duration

  /// Starts with a registration that was sent at `moment`.
  package init(registeredAt moment: Duration) { heardAt = moment }

  /// Notes a beat that succeeded.
  ///
  /// - Parameter moment: When it was *sent*: the server cannot have counted from an earlier moment.
  package mutating func heard(sentAt moment: Duration) { heardAt = max(heardAt, moment) }

  /// Time since the last beat that succeeded was sent, not negative.
  package func silence(at moment: Duration) -> Duration { max(.zero, moment - heardAt) }

  /// Whether new jobs may be claimed.
  package func mayClaim(at moment: Duration) -> Bool { silence(at: moment) < Self.claimLimit }

  /// Returns how long running jobs may continue, not negative.
  package func remaining(at moment: Duration) -> Duration {
    max(.zero, heardAt + Self.runLimit - moment)
  }
}
