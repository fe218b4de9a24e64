/// How long to wait before looking for news again, so that a storm of them is counted and not shown
/// one by one.
struct NewsPace: Sendable {
  /// The shortest wait: news of that time are shown together.
  static let shortest = Duration.seconds(1)
  /// The longest, while a storm lasts.
  static let longest = Duration.seconds(30)
  /// How many news at one look make a storm.
  static let storm = 10

  private(set) var wait = shortest

  /// Notes how much was new at the last look: a storm doubles the wait after it.
  mutating func looked(found count: Int) {
    wait = count >= Self.storm ? min(wait * 2, Self.longest) : Self.shortest
  }
}
