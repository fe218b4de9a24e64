extension Shape {
  /// `sql/apps/<app>/catalog.yaml`.
  static let catalog = Shape.record([
    needs("app", .word, "the app's name, unique in the database"),
    needs("schema", .text, "the schema of its tables"),
    needs("owner", .text, "the role that owns them"),
    needs("title", .text, "what the app is, in a few words"),
    needs("collections", .map(collection), "what the app stores, by name"),
    may("actions", .list(action), "what admins may do, and what that does to rows"),
    may(
      "stale",
      .map(.list(effect(needsCollection: false))),
      "per collection: what happens to rows that go stale, found by `where` and ended by a job"
    ),
    may(
      "templates",
      .map(
        .map(
          .record([
            needs("subject", .text, "the subject line; placeholders as in `body`"),
            needs(
              "body",
              .text,
              "the text; placeholders are `{label}`, `{until|time}`, `{policy}`, `{reason}`, "
                + "`{limit}` and those of `with`"
            ),
          ])
        )
      ),
      "notices, by template and locale"
    ),
    may("views", .map(view), "read-only queries that the app adds to the console as verbs"),
    may("tasks", .map(task), "functions that jobs of the kind `sql` call in batches until done"),
    may("policies", .map(policy), "the rules of the app; usually in `policies.yaml`"),
    may(
      "approvals",
      .map(approval),
      "which actions need a second person, instead of Reeve's own rules; `{}` for none"
    ),
    may("strikes", strikes, "how strikes count; may be in `policies.yaml`"),
    may("appeals", appeals, "how long people may appeal; may be in `policies.yaml`"),
    may("flags", .map(flag), "checks that file reports by themselves"),
    may(
      "reveals",
      .record([needs("quota", .integer(minimum: 1), "the most reveals of one login per hour")]),
      "limits looks at personal fields; 60 per hour by default"
    ),
  ])

  /// `sql/apps/<app>/policies.yaml`.
  static let policies = Shape.record([
    needs("policies", .map(policy), "the rules of the app, by name"),
    may("strikes", strikes, "how strikes count"),
    may("appeals", appeals, "how long people may appeal"),
  ])

  /// `jobs/<job>.yaml`; without an app it is every app's.
  ///
  /// The database checks that one of `every` and `cron` is there, and what `cron` and `zone` say.
  static let job = Shape.record([
    needs("kind", .text, "the job kind"),
    may("app", .word, "the app it is for; every app by default"),
    may("every", .duration(minimumSeconds: 1), "how often it runs; or `cron`"),
    may(
      "cron",
      .text,
      "when it runs: five fields, or six with seconds first; lists, ranges, steps, names, `L`, "
        + "`@daily`"
    ),
    may("zone", .text, "whose clock `cron` is about; UTC by default"),
    may(
      "missed",
      .choice(["skip", "last", "all"]),
      "what to do about occurrences that were due while no worker ran"
    ),
    may("most", .integer(minimum: 1), "with `missed: all`, the most occurrences, newest first"),
    may(
      "overlap",
      .choice(["allow", "skip", "queue"]),
      "what to do while the previous job still runs; `queue` keeps one waiting"
    ),
    may("args", .map(.any, keys: .text), "the job's arguments"),
    may("queue", .word, "the queue, instead of the kind's"),
  ])

  private static let names = Shape.list(.text)

  private static let collection = Shape.record([
    needs("table", .text, "the table"),
    may("schema", .text, "the schema of the table; the app's by default"),
    needs("key", .list(.text, minimum: 1), "the columns of its primary key, or of a unique index"),
    needs("label", .text, "an expression over the row `t` that names it for people"),
    may("tombstone", .text, "an expression over `t`: what other rows show of a hidden one"),
    needs("show", .list(.text, minimum: 1), "the columns that `show` prints, in order"),
    may("personal", names, "columns that are masked and need `reveal`"),
    may("touched", names, "columns that the app's triggers set on every write; undo skips them"),
    may("find", .text, "a column with the folded name, for `find`"),
    may("find_plain", .textOrTexts, "columns with the name as it is written, instead of `find`"),
    may("visible", .text, "the column that the app checks: the end of a restriction, or any state"),
    may("hidden", .text, "the value of `visible` while a row is hidden, as SQL; `$at`, `$until`"),
    may(
      "enforcement",
      .choice(["column", "policy", "guard", "none"]),
      "how a ban is enforced: by the column `visible`, by row security, by triggers, or not at all"
    ),
    may("guards", .list(guarded, minimum: 1), "tables that a banned person may not write"),
    may(
      "bites",
      .list(.text, minimum: 1),
      "calls by which a person writes, `$key` being theirs: `check --try` proves that a ban stops "
        + "them"
    ),
    may(
      "import",
      .record([
        needs("set", .word, "the constant of a mapping that holds the key of such a row"),
        needs("needs", .text, "a condition on `t`: its files may be imported"),
      ]),
      "imports belong to one of these rows each, and need its consent"
    ),
    may(
      "limits",
      .map(
        .record([
          may("help", .text, "what the limit denies"),
          needs("guards", .list(guarded, minimum: 1), "tables that a limited person may not write"),
        ])
      ),
      "what `limit` can deny, by name"
    ),
    may(
      "content",
      .choice(["app", "audio", "image", "product", "synthetic_media", "text", "video", "other"]),
      "what its rows are, for statements of reasons"
    ),
    may(
      "recipient",
      .record([
        needs("locale", .text, "an expression over `t`: the language of notices"),
        needs("zone", .text, "an expression over `t`: the time zone in notices"),
      ]),
      "its rows are people, who receive notices"
    ),
    may(
      "parents",
      .map(
        .record([
          needs("collection", .word, "the collection that the row belongs to"),
          needs("columns", .list(.text, minimum: 1), "the columns that hold its key"),
        ])
      ),
      "what a row belongs to, by a name for the relation"
    ),
    may(
      "details",
      .map(
        .record([
          needs("table", .text, "a table whose rows belong to one row"),
          may("schema", .text, "its schema; the collection's by default"),
          needs("of", .list(.text, minimum: 1), "the columns there that hold the row's key"),
          needs("show", .list(.text, minimum: 1), "the columns that `show` prints, in order"),
          may("personal", names, "columns that are masked"),
          may("sort", .text, "the column to sort by; the first one shown by default"),
          may("photos", names, "columns whose values name pictures"),
        ])
      ),
      "tables that `show` prints under a row, by a heading"
    ),
    may(
      "counts",
      .map(count),
      "numbers that `show` adds, by name; hidden rows do not count"
    ),
    may("rank", rank, "by what `trending` orders its rows"),
    may(
      "place",
      .record([
        needs("latitude", .text, "the column with the latitude, in degrees"),
        needs("longitude", .text, "the column with the longitude, in degrees"),
        may("listed", .text, "which rows `near` and `map` list, as SQL over `t`; `$at` is now"),
        may(
          "alike",
          .record([
            needs("same", .text, "a column, normalised, that is equal in both rows"),
            needs("within", .integer(minimum: 1), "how many metres they lie apart at most"),
            needs("name", .text, "the column with names that have to be similar"),
            may("likeness", .text, "how similar, from 0 to 1; 0.5 by default"),
          ]),
          "when two rows seem to be the same thing, for `alike`"
        ),
      ]),
      "where a row is, for `near` and `map`; an index on both columns serves them"
    ),
    may("photos", names, "columns whose values name pictures, for `picture`"),
    may(
      "conversation",
      .record([
        needs("of", .text, "the parent that is the conversation"),
        may("by", .text, "the parent that is the author"),
        needs("at", .text, "a `timestamptz`, never NULL: when it was sent"),
        needs("text", .text, "the column with the words"),
        may("around", .integer(minimum: 0), "how many messages before and after are evidence"),
      ]),
      "its rows are messages of a conversation"
    ),
    may(
      "states",
      .record([
        needs("column", .text, "the column with the state"),
        needs("transitions", .map(names, keys: .text), "per state, the states that may follow"),
      ]),
      "the states of a row"
    ),
    may(
      "link",
      .text,
      "a URL of a row in the app, with `{key}` where its key goes; `qr` draws it"
    ),
    may("search", search, "the texts that `search` looks at"),
    may("identifiers", .map(.text), "expressions over `t` that identify a person, by name"),
    may("retain", .list(retained), "how long its rows are kept, by `collection.retain` jobs"),
    may("erase", erasure, "what an erasure does; without it rows cannot be erased"),
  ])

  /// A score of points that decay, and which rows are listed by it.
  private static let rank = Shape.record([
    needs("of", .word, "the collection whose rows give points, such as votes"),
    needs("via", .text, "its parent that leads to the ranked row"),
    needs("points", .text, "an SQL expression over a row `t` of it: how many, or fewer than none"),
    needs("at", .text, "an SQL expression over `t`: since when they decay"),
    needs("half_life", .duration(minimumSeconds: 60), "after how long a point is half a point"),
    may("where", .text, "which of its rows give points, as SQL; hidden ones do not"),
    may("listed", .text, "which ranked rows `trending` lists, as SQL over `t`; `$at` is now"),
    may(
      "by",
      .record([
        needs("collection", .word, "for whom scores can be weighed"),
        needs(
          "weight",
          .text,
          "an SQL expression over a ranked row `t` and the key `$by`: 1 changes nothing"
        ),
      ]),
      "how a score differs from person to person"
    ),
  ])

  /// How many rows belong to a row, or any other number; where the app keeps it as well, both are
  /// compared.
  private static let count = Shape.record([
    may("of", .word, "the collection whose rows are counted"),
    may("via", .text, "its parent that leads to this row"),
    may("where", .text, "which of them, as an SQL condition over `t`; `$at` is now"),
    may("hidden", .boolean, "whether hidden ones count too"),
    may("sql", .text, "or, instead of `of`, an SQL expression over this row `t`"),
    may("stored", .text, "a column of this row where the app keeps the number; a job compares"),
  ])

  /// What erasure does to a row, to rows of tables that belong to it (by columns in the order of
  /// the collection's key) and to rows of other collections that go with it; and in words what it
  /// leaves.
  private static let erasure = Shape.record([
    may(
      "set",
      .map(.textOrNull, keys: .text),
      "columns of its own row, which stays, and their new values as SQL; every personal one"
    ),
    may(
      "tables",
      .list(
        .record([
          needs("table", .text, "a table with rows that belong to it"),
          may("schema", .text, "its schema; the collection's by default"),
          needs("of", .list(.text, minimum: 1), "the columns that hold its key"),
          may("delete", .boolean, "delete these rows"),
          may("set", .map(.textOrNull, keys: .text), "or columns and their new values, as SQL"),
        ]),
        minimum: 1
      ),
      "rows of other tables"
    ),
    may(
      "with",
      .list(
        .record([
          needs("collection", .word, "a collection whose rows go with it"),
          needs("via", .text, "the parents that lead from those rows to it"),
        ]),
        minimum: 1
      ),
      "rows of other collections, erased as their own `erase` says"
    ),
    may("asked", .text, "a condition on `t`: somebody asked for it in the app, so a job erases it"),
    may("keeps", .text, "what stays, in a sentence for the plan"),
  ])

  /// A table that people barred by the collection's bans (enforced by `policy` or `guard`) or by
  /// one of its limits may not write; the columns that name the writer are in the order of the
  /// collection's key.
  private static let guarded = Shape.record([
    needs("table", .text, "the table"),
    may("schema", .text, "its schema; the collection's by default"),
    needs("actor", .list(.text, minimum: 1), "the columns that hold the writer's key"),
    may(
      "writes",
      .list(.choice(["insert", "update", "delete"]), minimum: 1),
      "what is refused; insert and update by default"
    ),
  ])

  private static let search = Shape.record([
    may("a", names, "columns of the greatest weight, or of parents, such as `store.name`"),
    may("b", names, "columns of the second weight"),
    may("c", names, "columns of the third weight"),
    may("d", names, "columns of the least weight"),
    may("popularity", .textOrNull, "an expression over `t` that decides between equal matches"),
    may(
      "language",
      .textsOr([
        needs("column", .text, "the column that says it, as `de`, `de-AT` or `german`")
      ]),
      "the languages of the texts, such as `english`: one, a list, or as a column says"
    ),
    may("filters", names, "columns that narrow and sort results, as in `price:<50`"),
    may("facets", names, "columns that filter, and whose values are counted"),
    may("public", .boolean, "create `search_COLLECTION` and `suggest_COLLECTION` in the schema"),
    may("roles", names, "roles that may call them"),
    may("where", .text, "which rows they find, as SQL over `t`; hidden ones they never do"),
  ])

  private static let actionKinds = ActionKind.all.map(\.name).filter {
    !["erase", "hold"].contains($0)
  }

  /// When an action needs a second person: all of these conditions must hold.
  private static let approval = Shape.record([
    may("kinds", .list(.choice(actionKinds + ["erase"]), minimum: 1), "only these kinds of action"),
    may("collections", .list(.word, minimum: 1), "only these collections"),
    may("ranks", .list(.choice(["moderator", "senior"]), minimum: 1), "only these ranks"),
    may("permanent", .boolean, "the action has no end"),
    may("protected", .boolean, "a tag protects the subject"),
    may("people", .integer(minimum: 0), "it notifies more people than this"),
    may("rows", .integer(minimum: 0), "it changes more rows than this"),
    may("irreversible", .integer(minimum: 0), "it changes more rows than this for good"),
    may("quota", .integer(minimum: 0), "its actor has performed more actions within the hour"),
  ])

  /// What may be done to a collection's rows.
  ///
  /// A verb of the app says what it is like. Effects that are another action's too are there
  /// once, and `effects_of` names its verb.
  private static let action = Shape.record([
    needs("verb", .word, "the verb: one of Reeve's, or the app's own"),
    needs("collection", .word, "what it acts on"),
    may("like", .choice(actionKinds), "for a verb of the app's own, the verb that it behaves like"),
    may(
      "effects",
      .list(effect(needsCollection: true), minimum: 1),
      "what it does, in this order; without effects it is recorded only"
    ),
    may("effects_of", .word, "the verb whose effects it shares"),
    may("help", .text, "for a verb of the app's own, what it does, in a line for `help`"),
    may("strikes", .boolean, "whether it counts as a strike; true by default"),
    may("window", .duration(minimumSeconds: 60), "of `delete`: when to erase; 30 days by default"),
  ])

  /// A table that names rows of two collections: the affected ones (`to`) and the subject (`of`),
  /// by columns in the order of their keys.
  private static let through = Shape.record([
    needs("table", .text, "the table that names both"),
    needs("to", .list(.text, minimum: 1), "its columns with the key of the affected rows"),
    needs("of", .list(.text, minimum: 1), "its columns with the key of the subject"),
  ])

  /// One line of a cascade; in `stale` the collection is the key it is under.
  private static func effect(needsCollection: Bool) -> Shape {
    .record(
      [needs("name", .text, "what the plan calls these rows")]
        + (needsCollection ? [needs("collection", .word, "the collection of these rows")] : [])
        + [
          may(
            "via",
            .text,
            "the parents that lead from these rows to the subject, as `store.owner`"
          ),
          may("through", through, "or a table that names both"),
          may(
            "where",
            .text,
            "an SQL condition over `t`; knows `$keys`, `$at`, `$until` and `$grace`"
          ),
          may("hide", .boolean, "hide them while the action is in force"),
          may(
            "list",
            .boolean,
            "change nothing: somebody decides about each, and `left` lists them"
          ),
          may(
            "due",
            .text,
            "with `list`: an SQL time over `t` after which it is too late to decide"
          ),
          may(
            "set",
            .map(.text, keys: .text),
            "columns and their new values, as SQL; `$reason` too"
          ),
          may(
            "delete",
            .boolean,
            "delete them: nothing of them is kept, and no undo restores them"
          ),
          may("reversible", .boolean, "whether an undo restores them; true by default"),
          may("notify", .list(notice), "who is notified about each row"),
          may("enqueue", .list(enqueued), "jobs that are asked for with it, for each row"),
        ]
    )
  }

  private static let notice = Shape.record([
    needs("to", .text, "`self`, or the parents that lead to a recipient"),
    needs("template", .word, "the template"),
    may("when", .text, "an SQL condition: for which rows"),
    may("with", .map(.text), "expressions over `t` for further placeholders, by name"),
  ])

  /// How long rows are kept, by the age of a time in them; older ones are deleted or lose columns.
  private static let retained = Shape.record([
    needs("column", .text, "the time that the age is reckoned from; should have an index"),
    needs("after", .duration(minimumSeconds: 0), "the age"),
    may("where", .text, "an SQL condition over `t`: which rows"),
    may("delete", .boolean, "delete them"),
    may("set", .map(.textOrNull, keys: .text), "or columns and their new values, as SQL"),
  ])

  private static let enqueued = Shape.record([
    needs("kind", .text, "the kind of job"),
    may("when", .text, "an SQL condition: for which rows"),
    may("args", .map(.text), "its arguments, as expressions over `t`, by name"),
  ])

  private static let view = Shape.record([
    may("collection", .word, "what its subject is; without it, it is about the whole app"),
    needs("function", .text, "a function of the app: the subject's key, the arguments, all text"),
    may("arguments", .list(.word), "names of its further arguments, which become flags"),
    needs("columns", .list(.text, minimum: 1), "the columns that it returns"),
    may("types", columnTypes, "how some of the columns are shown, by their names"),
    may("help", .text, "what it shows"),
  ])

  /// What a column of a view can be besides what SQL says that it is; the console knows them by the
  /// same names (`CellType.oid(named:)`).
  private static let columnTypes = Shape.map(
    .choice(["subject", "bar", "spark", "delta", "days_left", "time", "money", "distance"]),
    keys: .text
  )

  /// A function that jobs of the kind `sql` call until nothing is left to do.
  private static let task = Shape.record([
    needs("function", .text, "a function of the app: `(max_rows integer, …)`"),
    may("arguments", .list(.word), "names of its further arguments, all text"),
    may("help", .text, "what it does"),
  ])
}
