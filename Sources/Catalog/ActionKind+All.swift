extension ActionKind {
  /// The rows of `reeve.action_kind`, by name.
  ///
  /// Written by `make functions` from the database; do not edit.
  package static let all: [ActionKind] = [
    ActionKind(
      name: "ban",
      needsPolicy: true,
      needsReason: false,
      ends: .say,
      argument: nil,
      hides: true,
      isFinal: false,
      help: "{verb} a subject and what belongs to it, after showing what that means"
    ),
    ActionKind(
      name: "delete",
      needsPolicy: true,
      needsReason: false,
      ends: .always,
      argument: nil,
      hides: true,
      isFinal: false,
      help: "delete a subject softly: it comes back with `undelete` until its window ends"
    ),
    ActionKind(
      name: "erase",
      needsPolicy: false,
      needsReason: true,
      ends: .always,
      argument: nil,
      hides: false,
      isFinal: true,
      help: "erase personal data of a subject everywhere, for good; for two seniors"
    ),
    ActionKind(
      name: "hide",
      needsPolicy: true,
      needsReason: false,
      ends: .may,
      argument: nil,
      hides: true,
      isFinal: false,
      help: "{verb} a subject and what belongs to it, after showing what that means"
    ),
    ActionKind(
      name: "hold",
      needsPolicy: false,
      needsReason: true,
      ends: .may,
      argument: nil,
      hides: false,
      isFinal: false,
      help: "keep a subject and what belongs to it from erasure: a legal hold; for seniors"
    ),
    ActionKind(
      name: "limit",
      needsPolicy: true,
      needsReason: false,
      ends: .say,
      argument: .limit,
      hides: false,
      isFinal: false,
      help: "deny a subject one thing, such as new listings"
    ),
    ActionKind(
      name: "note",
      needsPolicy: false,
      needsReason: true,
      ends: .never,
      argument: .text,
      hides: false,
      isFinal: false,
      help: "write down something about a subject, for colleagues"
    ),
    ActionKind(
      name: "suspend",
      needsPolicy: true,
      needsReason: false,
      ends: .must,
      argument: nil,
      hides: true,
      isFinal: false,
      help: "{verb} a subject for a time, after showing what that means"
    ),
    ActionKind(
      name: "tag",
      needsPolicy: false,
      needsReason: false,
      ends: .may,
      argument: .tag,
      hides: false,
      isFinal: false,
      help: "put a tag on a subject; it may end, and may protect the subject"
    ),
    ActionKind(
      name: "verify",
      needsPolicy: false,
      needsReason: false,
      ends: .may,
      argument: nil,
      hides: false,
      isFinal: false,
      help: "record that a subject was checked"
    ),
    ActionKind(
      name: "warn",
      needsPolicy: true,
      needsReason: false,
      ends: .never,
      argument: nil,
      hides: false,
      isFinal: false,
      help: "tell a subject which rule it broke, and record it"
    ),
  ]
}
