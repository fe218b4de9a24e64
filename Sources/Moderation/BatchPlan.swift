/// A plan for a whole selection, or for the undo of a batch, with its sums, as `reeve.batch_plan`
/// and `reeve.batch_undo_plan` return it.
package struct BatchPlan: Decodable, Sendable, Hashable {
  /// Subjects that are left out for one reason.
  package struct Barred: Decodable, Sendable, Hashable {
    /// `notfound`, `self`, `peer` or `already`.
    package let code: String
    /// How many there are.
    package let subjects: Int
    /// The reason, of one of them.
    package let message: String
  }

  /// A subject that brings down much.
  package struct Costly: Decodable, Sendable, Hashable {
    /// Its key.
    package let key: String
    /// Its label at the time.
    package let label: String?
    /// How many rows change with it.
    package let rows: Int
  }

  /// How many subjects it would be done to.
  package let subjects: Int
  /// The subjects that are left out.
  package let barred: [Barred]
  /// The subjects that bring down most, at most three.
  package let costliest: [Costly]
  /// How many have the same action in force already.
  package let again: Int
  /// How many a tag protects.
  package let protected: Int
  /// The sums, as of any plan.
  package let sum: ActionPlan

  private enum Key: String, CodingKey {
    case subjects, barred, costliest, again, protected
  }

  /// Decodes a plan; a refused one may hold the refusal alone.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    subjects = try values.decodeIfPresent(Int.self, forKey: .subjects) ?? 0
    barred = try values.decodeIfPresent([Barred].self, forKey: .barred) ?? []
    costliest = try values.decodeIfPresent([Costly].self, forKey: .costliest) ?? []
    again = try values.decodeIfPresent(Int.self, forKey: .again) ?? 0
    protected = try values.decodeIfPresent(Int.self, forKey: .protected) ?? 0
    sum = try ActionPlan(from: decoder)
  }
}
