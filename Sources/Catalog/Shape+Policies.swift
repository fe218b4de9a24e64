extension Shape {
  /// How long a strike counts, and what is proposed from which sum of them on.
  static let strikes = Shape.record([
    may("expire", .duration(minimumSeconds: 60), "how long a strike counts; 180 days by default"),
    may(
      "thresholds",
      .list(
        .record([
          needs("at", .integer(minimum: 1), "the sum of weights from which it holds"),
          needs("propose", .word, "the verb that a case then proposes"),
          may("for", .duration(minimumSeconds: 60), "for how long"),
        ])
      ),
      "what is proposed at which sum; the gravest that is reached"
    ),
  ])

  /// How long after an action it may be appealed against.
  static let appeals = Shape.record([
    needs(
      "window",
      .duration(minimumSeconds: 60),
      "how long after an action; 180 days without `appeals`"
    )
  ])

  /// One rule of an app.
  static let policy = Shape.record([
    needs("title", .text, "its title"),
    needs("clause", .text, "its text, as people agreed to it; notices cite it"),
    needs(
      "grace",
      .duration(minimumSeconds: 0),
      "how long what a ban suspends waits before it ends; `$grace` in effects"
    ),
    may(
      "severity",
      .choice(["low", "medium", "high", "critical"]),
      "how urgent its cases are; medium by default"
    ),
    may("strikes", .integer(minimum: 0), "the weight of a strike; 1 by default"),
    may("duration", .duration(minimumSeconds: 60), "how long a suspension lasts without `--for`"),
    may(
      "ground",
      .choice(["terms", "illegal"]),
      "the ground in statements of reasons; terms by default"
    ),
    may("category", .choice(categories), "its category in statements of reasons"),
    may("terms", .word, "the kind of terms in `terms.yaml` that it is a clause of"),
  ])

  /// The categories of the Commission's transparency database, by which statements of reasons name
  /// a policy.
  private static let categories = [
    "animal-welfare", "consumer-information", "cyber-violence", "cyber-violence-against-women",
    "data-protection-and-privacy-violations", "illegal-or-harmful-speech",
    "intellectual-property-infringements", "negative-effects-on-civic-discourse-or-elections",
    "other-violation-tc", "protection-of-minors", "risk-for-public-security", "scams-and-fraud",
    "self-harm", "unsafe-and-prohibited-products", "violence",
  ]

  /// A check that files reports; the database checks that it is one of the seven.
  static let flag = Shape.record([
    needs("collection", .word, "whose rows it looks at; of a rule, whom it is about"),
    needs("policy", .word, "the policy of its reports"),
    may(
      "severity",
      .choice(["low", "medium", "high", "critical"]),
      "of its cases; the policy's by default"
    ),
    may(
      "propose",
      .record([
        needs("verb", .word, "the verb"),
        may("for", .duration(minimumSeconds: 60), "for how long"),
      ]),
      "what its reports propose; it is never done by itself"
    ),
    may("most", .integer(minimum: 1), "the most reports per day; 100 by default"),
    may(
      "flood",
      .record([
        needs("by", .text, "the parents that lead to the account"),
        needs("at", .text, "when the row was made, an expression over `t`"),
        needs("born", .text, "when the account was made, an expression over its row `t`"),
        needs("younger", .duration(minimumSeconds: 60), "accounts younger than this are flagged"),
        needs("more_than", .integer(minimum: 1), "more rows than this …"),
        needs("within", .duration(minimumSeconds: 60), "… within this time"),
      ]),
      "finds new accounts that post too much"
    ),
    may(
      "price",
      .record([
        needs("value", .text, "the price, an expression over `t`"),
        needs("group", .text, "what prices are compared within, an expression over `t`"),
        needs("below", .text, "the share of the group's median below which a price is flagged"),
        needs("least", .integer(minimum: 3), "the fewest rows of a group"),
      ]),
      "finds prices far below the median of their group"
    ),
    may(
      "words",
      .record([
        needs("in", .list(.text, minimum: 1), "texts to look at, expressions over `t`"),
        needs("list", .list(.text, minimum: 1), "words and phrases, in any spelling"),
        may("except", .list(.text), "words that look like them and are allowed"),
      ]),
      "finds words, however they are written"
    ),
    may(
      "banned",
      .list(.word, minimum: 1),
      "finds people who share one of these `identifiers` with somebody who is banned"
    ),
    may(
      "group",
      .record([
        needs("by", .text, "the parent that is the account"),
        needs("on", .text, "the parent that it acts on"),
        needs("at", .text, "when it acted, an expression over `t`"),
        may("alike", .text, "what has to be the same besides, an expression over `t`: t.value"),
        may("where", .text, "which rows are looked at, as SQL; hidden ones are not"),
        needs("accounts", .integer(minimum: 3), "so many accounts, at least, …"),
        needs("targets", .integer(minimum: 2), "… acted on so many same things, at least, …"),
        needs("within", .duration(minimumSeconds: 60), "… each within this time of the others"),
        may(
          "crowd",
          .integer(minimum: 3),
          "more acts on one thing within that time are passed over"
        ),
      ]),
      "finds accounts that act together, such as a vote ring"
    ),
    may(
      "sql",
      .record([
        needs("function", .text, "a function of the app: `(keys text[])`, all rows where NULL"),
        may("about", .word, "the collection of the keys that it returns; `collection` by default"),
        may("in", .list(.text, minimum: 1), "columns that it looks at, as `t.column`"),
      ]),
      "reports what a function of the app returns: `key`, `reason` and `value`"
    ),
    may(
      "alike",
      .boolean,
      "reports the later of two rows that seem to be the same thing, by `alike` of the place"
    ),
    may(
      "rule",
      .record([
        needs(
          "events",
          .text,
          "a query: `key` of the subject, `at`, when it happened, and `what`, such as `deal:7`"
        ),
        needs("more_than", .integer(minimum: 0), "more events of a subject than this …"),
        needs("within", .duration(minimumSeconds: 60), "… within this time"),
      ]),
      "counts what happened, by the job `moderation.rule`; off until a senior switches it on"
    ),
  ])
}
