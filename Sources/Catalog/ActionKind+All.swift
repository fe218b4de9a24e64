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
      help: "{verb} a subject and its dependent rows, after showing the plan"
    ),
    ActionKind(
      name: "delete",
      needsPolicy: true,
      needsReason: false,
      ends: .always,
      argument: nil,
      hides: true,
      isFinal: false,
      help: "delete a subject; `undelete` restores it until its window ends"
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
      help: "{verb} a subject and its dependent rows, after showing the plan"
    ),
    ActionKind(
      name: "hold",
      needsPolicy: false,
      needsReason: true,
      ends: .may,
      argument: nil,
      hides: false,
      isFinal: false,
      help: "protect a subject and its dependent rows from erasure (legal hold); for seniors"
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
      name: "merge",
      needsPolicy: false,
      needsReason: false,
      ends: .always,
      argument: .account,
      hides: true,
      isFinal: false,
      help: "merge an account into another one of the same person; what it owns moves there"
    ),
    ActionKind(
      name: "note",
      needsPolicy: false,
      needsReason: true,
      ends: .never,
      argument: .text,
      hides: false,
      isFinal: false,
      help: "leave a note about a subject for colleagues"
    ),
    ActionKind(
      name: "suspend",
      needsPolicy: true,
      needsReason: false,
      ends: .must,
      argument: nil,
      hides: true,
      isFinal: false,
      help: "{verb} a subject for a time, after showing the plan"
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
      help: "notify a subject which policy it broke, and record it"
    ),
  ]
}
