extension ActionPlan {
  /// Jobs that an action enqueues, or that its undo takes back.
  package struct Jobs: Decodable, Sendable, Hashable {
    /// The effect of the action, or of its undo, on the jobs.
    package enum Way: String, Decodable, Sendable {
      /// They are enqueued, and an undo takes them back.
      case enqueues
      /// They are enqueued; once one has begun, nothing takes it back.
      case stays
      /// They have not begun and are cancelled.
      case withdraws
      /// They have begun; jobs that reverse them are enqueued.
      case reverses
    }

    /// Their kind, and the name or task in their arguments.
    package let job: String
    /// The effect on them.
    package let way: Way
    /// How many there are.
    package let rows: Int
  }
}
