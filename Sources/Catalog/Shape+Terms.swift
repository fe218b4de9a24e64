extension Shape {
  /// `sql/apps/<app>/terms.yaml`.
  static let terms = Shape.record([
    needs("terms", .map(term), "what people agree to, by kind, such as `use` or `privacy`")
  ])

  /// One kind of terms.
  static let term = Shape.record([
    needs("title", .text, "what it is called, such as Terms of use"),
    needs("of", .word, "the collection whose rows are the people who accept them"),
    may(
      "consent",
      .boolean,
      "people need not accept it and may withdraw it, such as a newsletter; nobody is reminded"
    ),
    may(
      "limit",
      .record([
        needs("name", .word, "one of the `limits` of that collection"),
        needs(
          "after",
          .duration(minimumSeconds: 0),
          "how long after the day of a version it applies to whoever has not accepted that one"
        ),
      ]),
      "what people who do not accept in time may not do; without it, nothing happens"
    ),
    may(
      "erase",
      .choice(["keep", "anonymise", "delete"]),
      "what an erasure does to acceptances of that person: `keep` (by default) the key, version, "
        + "language and time, replace the key by a random one, or delete them"
    ),
    needs(
      "versions",
      .map(
        .record([
          needs("effective", .text, "the day, in UTC, from which it is in force: 2026-12-01"),
          needs(
            "texts",
            .map(
              .record([
                needs("title", .text, "its title"),
                may("text", .text, "its text"),
                may("file", .text, "or a file with its text, below the folder of this one"),
              ]),
              keys: .text
            ),
            "by language: en, pt-BR"
          ),
        ]),
        keys: .text
      ),
      "by name; a published version never changes"
    ),
  ])

  /// One saved reply.
  static let reply = Shape.record([
    needs("policy", .word, "the policy that an action has to cite to give it"),
    needs(
      "texts",
      .map(.text, keys: .text),
      "by language; placeholders are `{label}`, `{until|time}`, `{policy}` and `{limit}`"
    ),
  ])
}
