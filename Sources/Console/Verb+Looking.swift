extension Verb {
  /// What shows subjects, and what was there of them.
  static let looking: [Verb] = [
    Verb(
      "find",
      .find,
      "list subjects whose name begins with a text",
      arguments: "COLLECTION [TEXT]",
      values: [.collection, .text],
      required: 1,
      flags: [
        Flag("hidden", .none, "only those restricted now"),
        Flag("where", .text, "FIELD=VALUE of a personal field; with --why, on the record"),
      ] + grounds + [limit] + output,
      examples: [
        "find user anna", "find store --hidden", "find product \"silk bag\" --limit 50",
        "find user --limit 5000 --output csv", "find user anna --json subject,label",
        "find user --where email=anna@example.com --why \"same seller as C12\"",
      ]
    ),
    Verb(
      "search",
      .search,
      "search texts, best first",
      arguments: "TEXT",
      values: [.text],
      required: 1,
      flags: [Flag("in", .collection, "only this collection"), limit] + output,
      examples: ["search \"silk bag\"", "search leather --in product --limit 5"]
    ),
    Verb(
      "show",
      .show,
      "everything about one subject",
      arguments: "SUBJECT",
      values: [.subject],
      required: 1,
      flags: output,
      examples: ["show user:42", "show 2", "show _"]
    ),
    Verb(
      "history",
      .history,
      "what was done to a subject, newest first",
      arguments: "SUBJECT",
      values: [.subject],
      required: 1,
      flags: [limit] + output,
      examples: ["history user:42", "history 1 --limit 5"]
    ),
    Verb(
      "reveal",
      .reveal,
      "personal fields of a subject; who looked, and why, is on the record",
      arguments: "SUBJECT FIELD… --why \"…\"",
      values: [.subject, .personal],
      required: 2,
      flags: grounds + output,
      examples: [
        "reveal user:42 email --why \"law request 88\"",
        "reveal 1 email phone --why \"same number as user:7\" --case C12",
      ],
      shown: ["why"]
    ),
    Verb(
      "chat",
      .chat,
      "a conversation, because of an open report about it or for a reason; on the record",
      arguments: "MESSAGE|CONVERSATION",
      values: [.subject],
      required: 1,
      flags: [
        Flag("before", .count, "how many messages before it; alone, none after"),
        Flag("after", .count, "how many after it; alone, none before"),
      ] + grounds + output,
      examples: [
        "chat message:7", "chat group:3 --why \"threat, ticket 4411\"",
        "chat message:7 --before 50 --case C12",
      ]
    ),
    Verb(
      "evidence",
      .evidence,
      "what a subject was when it was reported or acted on, beside what it is now",
      arguments: "A12|R5|C12",
      values: [.action],
      required: 1,
      flags: [Flag("reveal", .none, "show what is personal, too; with --why, on the record")]
        + grounds + output,
      examples: [
        "evidence A12", "evidence C12", "evidence R5 --reveal --why \"for the appeal\"",
      ]
    ),
  ]
}
