/// The plan of an action or an undo, as `reeve.action_plan` and `reeve.undo_plan` return it.
///
/// Every string in it may come from users.
package struct ActionPlan: Decodable, Sendable, Hashable {
  /// One rule's rows.
  package struct Effect: Decodable, Sendable, Hashable {
    /// The effect on the rows.
    package enum Kind: String, Decodable, Sendable {
      /// They leave listings and search until the action ends.
      case hide
      /// Columns are written.
      case set
      /// Nothing: somebody is notified about them.
      case notify
      /// They are only shown: somebody should look at them.
      case list
      /// Erases personal data in them.
      case erase
      /// They are removed; nothing of them is kept.
      case delete
      /// Whether the rows change.
      package var changes: Bool { self != .notify && self != .list }
    }

    /// A row, as an example.
    package struct Example: Decodable, Sendable, Hashable {
      /// Key of the row.
      package let key: String
      /// Its label at the time.
      package let label: String?
    }

    /// The rule's number, stable between plans.
    package let rule: Int64
    /// The catalog's words for these rows.
    package let name: String
    /// The collection the rows are in.
    package let collection: String
    /// The effect on them.
    package let kind: Kind
    /// How many there are.
    package let rows: Int
    /// Whether an undo gives them back; absent from an undo's result.
    package let reversible: Bool?
    /// At most three of them.
    package let examples: [Example]?
    /// How many of them an undo cannot restore.
    package var lostRows: Int {
      kind == .erase || kind.changes && reversible == false ? rows : 0
    }
  }

  /// A row that an undo cannot restore.
  package struct Loss: Decodable, Sendable, Hashable {
    /// The collection the row is in.
    package let collection: String
    /// Key of the row.
    package let key: String
    /// Why it stays as it is.
    package let why: String
  }

  /// Why the action would be refused.
  package struct Refusal: Decodable, Sendable, Hashable {
    /// `rank`, `self`, `peer`, `other`, `early`, `version`, `worse`, `busy`, `already`,
    /// `unenforced`,
    /// `state`, `final`, `held`, `notfound`, `argument` or `undone`.
    package let code: String
    /// The server's words.
    package let message: String
  }

  /// Why it needs a second person, and whom.
  package struct Approval: Decodable, Sendable, Hashable {
    /// The rules that hold, in words.
    package let rules: [String]
    /// The members who could approve it.
    package let others: [String]
  }

  /// How much an admin has to do to confirm.
  package enum Danger: String, Decodable, Sendable, Comparable {
    /// Nothing.
    case mild
    /// Say yes.
    case moderate
    /// Type the label or the count.
    case severe

    /// Orders by danger.
    package static func < (left: Danger, right: Danger) -> Bool { left.rank < right.rank }

    private var rank: Int { self == .mild ? 0 : self == .moderate ? 1 : 2 }
  }

  /// The verb; `undo` for an undo.
  package let verb: String?
  /// App of the subject.
  package let app: String?
  /// Collection of the subject.
  package let collection: String?
  /// Key of the subject.
  package let key: String?
  /// Label of the subject.
  package let label: String?
  /// The action that an undo undoes.
  package let actionID: Int64?
  /// The kind of action; of an undo, that of the action undone.
  package let kind: String?
  /// The tag or the limit.
  package let name: String?
  /// When it ends, as JSON writes a time; `infinity` for never; nil where it cannot end.
  package let until: String?
  /// The policy that is cited.
  package let policy: String?
  /// The reason that notices give; by default the policy's text.
  package let publicReason: String?
  /// From when on it cannot be undone, as JSON writes a time.
  package let eraseAt: String?
  /// The effects, one per rule.
  package let effects: [Effect]
  /// Data that an undo cannot restore; an incomplete list.
  package let lost: [Loss]
  /// How many people are notified; of an undo, how many were already notified.
  package let people: Int
  /// The names of some of those who are notified.
  package let notified: [String]
  /// How many notices are sent; of an undo, how many unsent ones are withdrawn.
  package let notices: Int
  /// How many rows cannot be restored.
  package let irreversible: Int
  /// How it is to be confirmed.
  package let danger: Danger
  /// Why it would be refused; nil where it would not.
  package let refusal: Refusal?
  /// Why it needs a second person; nil where it needs none.
  package let approval: Approval?
  /// Whether anything in the app makes it hold; where not, it is to be recorded only.
  ///
  /// A plan that does not say so counts as not enforced; that of an undo, which needs nothing to
  /// hold, never does.
  package let isEnforced: Bool
  /// A warning for the admin.
  package let warning: String?
  /// The data that an erasure leaves, in the catalog's words.
  package let keeps: String?
  /// Columns that the app's own triggers set as well, and that no undo restores.
  package let kept: [String]
  /// Jobs that it enqueues or, of an undo, takes back.
  package let jobs: [Jobs]
  /// What it sends outside the database, by the catalog's names.
  package let outside: [String]
  /// What becomes of objects in buckets; nil for nothing.
  package let files: Files?
  /// The batch that an undo undoes.
  package let batchID: Int64?
  /// How many subjects that is about.
  package let subjects: Int?
  /// The account that stays, of a merge.
  package let into: Effect.Example?
  /// Sentences about what the effects do not show, such as other accounts of the same person.
  package let notes: [String]

  private enum Key: String, CodingKey {
    case verb, app, collection, key, label, kind, until, policy, effects, lost, people, notices
    case jobs, irreversible, danger, refusal, warning, name, approval, keeps, kept, notified,
      subjects, into, notes, outside, files
    case batchID = "batch_id"
    case publicReason = "public"
    case eraseAt = "erase_at"
    case isEnforced = "enforced"
    case actionID = "action_id"
  }

  /// Decodes a plan; a refused one may hold the refusal alone.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    verb = try values.decodeIfPresent(String.self, forKey: .verb)
    app = try values.decodeIfPresent(String.self, forKey: .app)
    collection = try values.decodeIfPresent(String.self, forKey: .collection)
    key = try values.decodeIfPresent(String.self, forKey: .key)
    label = try values.decodeIfPresent(String.self, forKey: .label)
    actionID = try values.decodeIfPresent(Int64.self, forKey: .actionID)
    kind = try values.decodeIfPresent(String.self, forKey: .kind)
    until = try values.decodeIfPresent(String.self, forKey: .until)
    policy = try values.decodeIfPresent(String.self, forKey: .policy)
    name = try values.decodeIfPresent(String.self, forKey: .name)
    publicReason = try values.decodeIfPresent(String.self, forKey: .publicReason)
    eraseAt = try values.decodeIfPresent(String.self, forKey: .eraseAt)
    effects = try values.decodeIfPresent([Effect].self, forKey: .effects) ?? []
    lost = try values.decodeIfPresent([Loss].self, forKey: .lost) ?? []
    people = try values.decodeIfPresent(Int.self, forKey: .people) ?? 0
    notified = try values.decodeIfPresent([String].self, forKey: .notified) ?? []
    notices = try values.decodeIfPresent(Int.self, forKey: .notices) ?? 0
    irreversible = try values.decodeIfPresent(Int.self, forKey: .irreversible) ?? 0
    danger = try values.decodeIfPresent(Danger.self, forKey: .danger) ?? .moderate
    refusal = try values.decodeIfPresent(Refusal.self, forKey: .refusal)
    approval = try values.decodeIfPresent(Approval.self, forKey: .approval)
    isEnforced = try values.decodeIfPresent(Bool.self, forKey: .isEnforced) ?? false
    warning = try values.decodeIfPresent(String.self, forKey: .warning)
    keeps = try values.decodeIfPresent(String.self, forKey: .keeps)
    kept = try values.decodeIfPresent([String].self, forKey: .kept) ?? []
    jobs = try values.decodeIfPresent([Jobs].self, forKey: .jobs) ?? []
    outside = try values.decodeIfPresent([String].self, forKey: .outside) ?? []
    files = try values.decodeIfPresent(Files.self, forKey: .files)
    batchID = try values.decodeIfPresent(Int64.self, forKey: .batchID)
    subjects = try values.decodeIfPresent(Int.self, forKey: .subjects)
    into = try values.decodeIfPresent(Effect.Example.self, forKey: .into)
    notes = try values.decodeIfPresent([String].self, forKey: .notes) ?? []
  }

  /// Rows that would change.
  package var changedRows: Int { effects.reduce(0) { $0 + ($1.kind.changes ? $1.rows : 0) } }
}
