extension Shape {
  /// A collection: a table, and how its rows are shown, found, restricted and erased.
  static let collection = Shape.record([
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
      "enforcement_test",
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
      "created",
      .text,
      "the column that says when a row was made: an action cites the terms that were in force then"
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
        may(
          "inbox",
          .text,
          "a function of the app's, of a key, a notice and a time, that keeps what it is sent"
        ),
      ]),
      "its rows are people, who receive notices"
    ),
    may(
      "parents",
      .map(
        .record([
          needs("collection", .word, "the collection that the row belongs to"),
          needs("columns", .list(.text, minimum: 1), "the columns that hold its key"),
          may(
            "guessed",
            .boolean,
            "`true`: `adopt` guessed it, so it is shown and counted, and nothing acts by it; `false`: "
              + "somebody confirmed it"
          ),
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
      "export",
      .record([
        may(
          "of",
          names,
          "the parents whose rows these are; all that are people by default, `[]` for none"
        ),
        may("omit", names, "columns, also of its details, that nobody gets"),
      ]),
      "what of its rows an export of a person has"
    ),
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
      "encrypted",
      .record([
        needs("columns", .list(.text, minimum: 1), "the columns whose texts come encrypted"),
        may("bind", names, "columns to whose values, of its row, a text is bound"),
        needs(
          "keys",
          .text,
          "the app's table of ids of keys, `key_id`; empty: nothing is encrypted"
        ),
      ]),
      "texts that are unreadable here: the app's servers and this host have the keys"
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
    may("feed", feed, "its rows are in the app's feed of changes; `{}` for everybody"),
    may("search", search, "the texts that `search` looks at"),
    may(
      "identifiers",
      .map(
        .textsOr([
          may("value", .textOrTexts, "expressions over `t`: what the app has, verified or not"),
          needs(
            "verified",
            .textOrTexts,
            "expressions over `t`: what the person has proved to be theirs"
          ),
        ])
      ),
      "expressions over `t`, each a text or an array, that identify a person, by name"
    ),
    may("merge", merge, "its rows are accounts, and `merge` makes one of two"),
    may(
      "outside",
      .map(
        .record([
          needs(
            "actions",
            .list(.word, minimum: 1),
            "the verbs on such a row that have this effect"
          ),
          may(
            "undo",
            .word,
            "what the undo or the end of such an action sends, if the effect was sent"
          ),
          needs(
            "fields",
            .map(.text, keys: .word),
            "what is sent of the row: expressions over `t`, by name"
          ),
          may(
            "account",
            .word,
            "the field by which the other side knows the row; without a value nothing is sent"
          ),
        ])
      ),
      "effects of actions on its rows outside the database, such as `disable_account`, by name; "
        + "the worker's manifest says where each is sent"
    ),
    may("files", .list(file, minimum: 1), "objects in buckets outside that its rows name"),
    may(
      "devices",
      .record([
        needs("owner", .text, "the parent whose devices they are"),
        needs("token", .text, "the column with the token for push messages; a personal one"),
        needs("platform", .text, "the column with the platform, such as `ios`"),
        needs("version", .text, "the column with the version of the app there"),
        needs("seen", .text, "a `timestamptz`: when the app was last opened there"),
      ]),
      "its rows are phones that get push messages; whatever bars their owner has to hide them"
    ),
    may("retain", .list(retained), "how long its rows are kept, by `collection.retain` jobs"),
    may("erase", erasure, "what an erasure does; without it rows cannot be erased"),
  ])

  private static let names = Shape.list(.text)

  /// Where rows name objects of a bucket.
  private static let file = Shape.record([
    needs("bucket", .word, "the bucket, by a name that the receiver of the effects knows"),
    may("column", .text, "the column that names an object"),
    may("table", .text, "or the table with that column, several rows to one of these"),
    may("schema", .text, "its schema; the collection's by default"),
    may("of", .list(.text, minimum: 1), "with `table`, the columns there that hold the row's key"),
    may("array", .text, "or a column that is an array of names"),
    may("path", .text, "with `column`, the names in a JSON value: an SQL/JSON path"),
    may(
      "name",
      .text,
      "an immutable function of the app's that makes the name of an object of such a text, or NULL"
    ),
    may("with", names, "parents without which nobody sees the row: hiding them hides its objects"),
  ])

  /// What becomes of the rows that refer to an account which is merged into another one.
  private static let merge = Shape.record([
    may(
      "moves",
      .map(.textOrTexts),
      "by collection, the parents that are the account: its rows get the account that stays"
    ),
    may(
      "stays",
      .map(.text, keys: .text),
      "by `table.column`, why what else refers to the account is left as it is"
    ),
    may("notify", .list(notice), "who is notified"),
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
    may("public", .boolean, "create `trending_COLLECTION` in the schema"),
    may("roles", names, "roles that may call it"),
  ])

  /// The feed: the rows whose changes a person is notified of.
  private static let feed = Shape.record([
    may(
      "to",
      .text,
      "who learns of a row `t`: an SQL condition; `$who` is whom a call is made for"
    ),
    may(
      "gone",
      .text,
      "with `to`, who learns that a row is deleted: an SQL condition over its key `$key`, a text, "
        + "and `$who`; by default every `$who`"
    ),
    may("where", .text, "which rows are there for clients, as SQL over `t`; `$at` is now"),
    may("calls", names, "functions of the app that these conditions call"),
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

  /// The erasure of a row: what is set in it, in rows of tables that belong to it (by columns in
  /// the order of the collection's key) and in rows of other collections; and a text about what it
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
    may("public", .boolean, "create `find_COLLECTION` and others in the schema"),
    may("roles", names, "roles that may call them"),
    may("where", .text, "which rows they find, as SQL over `t`; hidden ones they never do"),
    may("limit", .text, "how many calls of them a login may make, such as `600/min`"),
  ])

  /// How long rows are kept, by the age of a time in them; older ones are deleted or lose columns.
  private static let retained = Shape.record([
    needs("column", .text, "the time from which the age is computed; should have an index"),
    needs("after", .duration(minimumSeconds: 0), "the age"),
    may("where", .text, "an SQL condition over `t`: which rows"),
    may("delete", .boolean, "delete them"),
    may("set", .map(.textOrNull, keys: .text), "or columns and their new values, as SQL"),
  ])
}
