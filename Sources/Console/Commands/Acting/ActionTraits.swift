/// What a kind of action asks for, from which the arguments and flags of its command follow.
///
/// `ActionTraitsTests` compares it with `reeve.action_kind`.
struct ActionTraits: Sendable {
  /// When it ends.
  enum Ending: String, Sendable {
    case never, always, may, must, say
  }

  /// Whether it cites the policy that was broken.
  let needsPolicy: Bool
  /// When it ends.
  let ending: Ending
  /// Whether `--record-only` may record what nothing in the app enforces.
  let mayBeRecordedOnly: Bool
  /// What follows the subject, as a usage line shows it, and as an example.
  let object: (usage: SafeText, kind: ValueKind, example: String)?
  /// What a command of this kind is for, where it has another name.
  let summary: @Sendable (String) -> SafeText

  private init(
    policy: Bool = true,
    _ ending: Ending,
    recordOnly: Bool = false,
    object: (usage: SafeText, kind: ValueKind, example: String)? = nil,
    _ summary: @escaping @Sendable (String) -> SafeText
  ) {
    (needsPolicy, self.ending, mayBeRecordedOnly) = (policy, ending, recordOnly)
    (self.object, self.summary) = (object, summary)
  }

  /// The traits of a kind; those of `hide` for one that is not known.
  static func of(_ kind: String) -> ActionTraits { all[kind] ?? hide }

  private static let hide = ActionTraits(.may, recordOnly: true) { verb in
    "\(verb) a subject and what hangs on it, after showing what that means"
  }

  /// The traits by kind.
  static let all: [String: ActionTraits] = [
    "warn": ActionTraits(.never) { _ in "tell a subject which rule it broke, and record it" },
    "note": ActionTraits(
      policy: false,
      .never,
      object: (" \"…\"", .text, "asked for a refund twice")
    ) { _ in
      "write down something about a subject, for colleagues"
    },
    "tag": ActionTraits(policy: false, .may, object: (" TAG", .tag, "vip")) { _ in
      "put a tag on a subject; it may end, and may protect the subject"
    },
    "verify": ActionTraits(policy: false, .may) { _ in "record that a subject was checked" },
    "hide": hide,
    "limit": ActionTraits(.say, object: (" LIMIT", .limit, "bookings")) { _ in
      "deny a subject one thing, such as new listings"
    },
    "suspend": ActionTraits(.must, recordOnly: true) { verb in
      "\(verb) a subject for a time, after showing what that means"
    },
    "ban": ActionTraits(.say, recordOnly: true, hide.summary),
    "delete": ActionTraits(.always, recordOnly: true) { _ in
      "delete a subject softly: it comes back with `undelete` until its window ends"
    },
    "hold": ActionTraits(policy: false, .may) { _ in
      "keep a subject and what hangs on it from erasure: legal hold; for seniors"
    },
    "erase": ActionTraits(policy: false, .always) { _ in
      "erase what tells of a subject, everywhere and for good; for two seniors"
    },
  ]
}
