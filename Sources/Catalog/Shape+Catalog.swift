extension Shape {
  /// `sql/apps/<app>/catalog.yaml`.
  static let catalog = Shape.record([
    needs("app", .word, "the app's name, unique in the database"),
    needs("schema", .text, "the schema of its tables"),
    needs("owner", .text, "the role that owns them"),
    may(
      "logins",
      .list(.text),
      "roles whose members, besides the owner's, are logins of the app and may file reports and "
        + "appeals there; without it, those that hold USAGE on the schema by a grant of their own"
    ),
    may(
      "timeouts",
      .record([
        may("statement", .duration(minimumSeconds: 1), "how long a statement of theirs may take"),
        may("lock", .duration(minimumSeconds: 1), "how long it may wait for a lock"),
      ]),
      "what `catalog apply` sets on these logins, in this database; `doctor` tells what differs"
    ),
    may(
      "feed",
      .record([
        needs("roles", .list(.text, minimum: 1), "roles that may call `SCHEMA.changes`"),
        may("keep", .duration(minimumSeconds: 60), "how long changes are kept; `7d` by default"),
        may("who", .word, "the collection whose key is `$who`, the person a call is made for"),
      ]),
      "create `SCHEMA.changes`, by which clients follow the collections that have `feed`"
    ),
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
                + "`{limit}`, `{terms}`, `{version}`, `{statement}` and its parts, and those of `with`"
            ),
          ])
        )
      ),
      "notices, by template and locale"
    ),
    may(
      "statements",
      .map(statement),
      "the sentences of statements of reasons, by locale; Reeve has them in English"
    ),
    may("notices", notices, "how notices are sent: by which channel, how many, and at what hours"),
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
    may("replies", .map(reply), "saved public reasons; may be in `policies.yaml`"),
    may(
      "requests",
      .record([
        needs(
          "within",
          .duration(minimumSeconds: 3600),
          "how long after a request; 1 month by default"
        )
      ]),
      "by when requests of people, for access or erasure, have to be answered"
    ),
    may(
      "versions",
      .list(.word, minimum: 1),
      "the platforms on which two seniors decide the oldest version allowed, such as `ios`"
    ),
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
    may("replies", .map(reply), "saved public reasons, by name: `--public @NAME`"),
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

  private static let actionKinds = ActionKind.all.map(\.name).filter {
    !["erase", "hold", "merge"].contains($0)
  }

  /// When an action needs a second person: all of these conditions must hold.
  private static let approval = Shape.record([
    may(
      "kinds",
      .list(.choice(actionKinds + ["erase", "merge"]), minimum: 1),
      "only these kinds of action"
    ),
    may("collections", .list(.word, minimum: 1), "only these collections"),
    may("ranks", .list(.choice(["moderator", "senior"]), minimum: 1), "only these ranks"),
    may("permanent", .boolean, "the action has no end"),
    may("protected", .boolean, "a tag protects the subject"),
    may("people", .integer(minimum: 0), "it notifies more people than this"),
    may("rows", .integer(minimum: 0), "it changes more rows than this"),
    may("irreversible", .integer(minimum: 0), "it changes more rows than this for good"),
    may("quota", .integer(minimum: 0), "its actor has performed more actions within the hour"),
  ])

  /// The actions on a collection's rows.
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

  static let notice = Shape.record([
    needs("to", .text, "`self`, or the parents that lead to a recipient"),
    needs("template", .word, "the template"),
    may("when", .text, "an SQL condition: for which rows"),
    may("with", .map(.text), "expressions over `t` for further placeholders, by name"),
  ])

  /// The sentences of a statement of reasons in one language: all of them, so that none is mixed.
  private static let statement = Shape.record([
    needs("removed", .text, "what was done: something was deleted; placeholders: `{label}`"),
    needs("closed", .text, "an account was banned for good, or deleted"),
    needs("hidden", .text, "it was hidden for good"),
    needs("hidden_until", .text, "it was hidden for a time: `{until|time}`"),
    needs("limited", .text, "it was limited for good: `{limit}`"),
    needs("limited_until", .text, "it was limited for a time"),
    needs("blocked", .text, "it was banned for good, and is no account"),
    needs("blocked_until", .text, "it was banned for a time"),
    needs("warned", .text, "it was not restricted"),
    needs("law", .text, "the ground is the law: `{policy}`, `{clause}`"),
    needs("terms", .text, "the ground is the app's terms"),
    needs("facts", .text, "the public reason, where there is one: `{facts}`"),
    needs("reported", .text, "somebody had reported it"),
    needs("found_automatically", .text, "a flag had found it"),
    needs("found", .text, "neither: the team found it"),
    needs("decided", .text, "a person decided it"),
    needs("decided_automatically", .text, "nobody did"),
    needs("appeal", .text, "what to appeal against, until when: `{action}`, `{appeal_until|time}`"),
    needs("redress", .text, "what else one can do"),
  ])

  /// How notices are sent.
  private static let notices = Shape.record([
    may(
      "zone",
      .text,
      "the time zone of people whose own is unknown, or unknown to the server; UTC by default"
    ),
    may(
      "channels",
      .map(.list(.word, minimum: 1)),
      "templates by the channel that the app's sender sends them by, such as `email`"
    ),
    may("urgent", .list(.word, minimum: 1), "templates that are sent in quiet hours, too"),
    may(
      "quiet",
      .record([
        needs("from", .text, "when they begin by the recipient's clock: `22:00`"),
        needs("until", .text, "when they end: `07:00`"),
      ]),
      "hours of the day in which notices wait"
    ),
    may("caps", .list(cap, minimum: 1), "how many messages are sent within a time; the rest wait"),
  ])

  private static let cap = Shape.record([
    may("channel", .word, "only messages of this channel"),
    may("template", .word, "only messages of this template"),
    may("per", .choice(["recipient"]), "counts those of each person; all together by default"),
    needs("most", .integer(minimum: 1), "so many messages, at most 10000 …"),
    needs("within", .duration(minimumSeconds: 1), "… within any stretch of this time"),
  ])

  private static let enqueued = Shape.record([
    needs("kind", .text, "the kind of job"),
    may("when", .text, "an SQL condition: for which rows"),
    may("args", .map(.text), "its arguments, as expressions over `t`, by name"),
    may(
      "undo",
      .record([
        needs("kind", .text, "the kind of job"),
        may(
          "args",
          .map(.text),
          "its arguments, as expressions over `t` at the time of the action"
        ),
      ]),
      "the job that reverses it, which an undo asks for once it has begun"
    ),
  ])

  private static let view = Shape.record([
    may("collection", .word, "what its subject is; without it, it is about the whole app"),
    needs("function", .text, "a function of the app: the subject's key, the arguments, all text"),
    may("arguments", .list(.word), "names of its further arguments, which become flags"),
    needs("columns", .list(.text, minimum: 1), "the columns that it returns"),
    may("types", columnTypes, "how some of the columns are shown, by their names"),
    may("help", .text, "what it shows"),
  ])

  /// Types of a column of a view beyond those of SQL; the console has the same names
  /// (`CellType.oid(named:)`).
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
