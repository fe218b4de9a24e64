extension Verb {
  /// Jobs, the record and the session.
  static let running: [Verb] = [
    Verb(
      "jobs",
      .jobs,
      "jobs, newest first; what one does, or why not; follow, cancel or retry it",
      arguments: "[list | of SUBJECT | show ID | why ID | watch ID | cancel ID… | retry ID…]",
      values: [.choice(["list", "of", "show", "why", "watch", "cancel", "retry"]), .text],
      following: [
        "of": .subject, "show": .job, "why": .job, "watch": .job, "cancel": .job, "retry": .job,
      ],
      flags: [
        Flag(
          "state",
          .choice([
            "available", "scheduled", "waiting", "running", "retryable", "completed", "cancelled",
            "discarded", "lost",
          ]),
          "only those in this state"
        ), limit, Flag("log", .count, "how many of its last lines to show"),
        Flag(
          "where",
          .text,
          "for cancel and retry: all with this kind, queue, state, app, and older than this"
        ),
      ] + decision + output,
      examples: [
        "jobs", "jobs --state running", "jobs of user:42", "jobs show 1207 --log 50",
        "jobs why 1207", "jobs watch 1207", "jobs cancel 1207 1208 --why \"wrong file\"",
        "jobs retry 1207",
        "jobs cancel --where kind=search.sync,state=retryable,older=7d --dry-run",
      ]
    ),
    Verb(
      "queues",
      .queues,
      "queues: what waits and runs in them, and their limits",
      flags: output,
      examples: ["queues"]
    ),
    Verb(
      "queue",
      .queue,
      "what was reported, most urgent first; or pause, resume or limit a queue of jobs",
      arguments: "[pause|resume|limit NAME]",
      values: [.choice(["pause", "resume", "limit"]), .queue],
      flags: caseFilter + [
        Flag("mine", .none, "only the cases that you work on"), limit,
        Flag("running", .count, "how many jobs may run at a time, over all workers"),
        Flag("rate", .text, "how many may start a second"),
        Flag("burst", .count, "how many may start at once after a rest"),
        Flag("none", .none, "without limits"), Flag("why", .text, "the reason, for the record"),
      ] + output,
      examples: [
        "queue", "queue --policy counterfeit --in product", "queue --mine",
        "queue pause default --why \"database under repair\"", "queue resume default",
        "queue limit default --running 4 --rate 0.5", "queue limit default --none",
      ]
    ),
    Verb(
      "cron",
      .cron,
      "schedules; when one fires; run, pause or resume one",
      arguments: "[list | preview EXPRESSION|NAME | run NAME | pause NAME | resume NAME]",
      values: [.choice(["list", "preview", "run", "pause", "resume"]), .text],
      flags: [
        Flag("zone", .text, "whose clock a previewed expression is about; UTC if left out"),
        Flag("count", .count, "how many occurrences to preview"),
        Flag("why", .text, "the reason, for the record"),
      ] + output,
      examples: [
        "cron", "cron preview \"30 2 * * mon-fri\" --zone Europe/Berlin --count 5",
        "cron preview expire", "cron pause randevoo/expire --why \"database under repair\"",
        "cron resume expire", "cron run verify",
      ]
    ),
    Verb(
      "audit",
      .audit,
      "the record of commands, refused ones too; export it, anchor its head, verify an export",
      arguments: "[who ACTION | what SUBJECT | when TIME | export, anchor or verify FILE]",
      values: [.choice(["who", "what", "when", "export", "anchor", "verify"]), .file],
      following: ["who": .action, "what": .subject, "when": .text],
      flags: [
        Flag("by", .login, "only what this login did, or had done"),
        Flag("from", .text, "a day, a month or a year: from its beginning on"),
        Flag("to", .text, "a day, a month or a year: to its end"),
        Flag("refused", .none, "only what was refused"), limit,
        Flag("since", .text, "to export: SEQ:HASH noted earlier, after which to begin"),
        Flag("program", .text, "to anchor: a program that reads the line on its standard input"),
        Flag("anchor", .text, "to verify: SEQ:HASH noted earlier, which the export must contain"),
      ] + output,
      examples: [
        "audit --limit 5", "audit who A12", "audit what user:42 --refused",
        "audit what --by anna --from 2026-11-01", "audit when 2026-10..2026-11",
        "audit export audit.ndjson", "audit export november.ndjson --from 2026-11 --to 2026-11",
        "audit anchor /mnt/worm/anchors", "audit anchor --program \"/usr/bin/logger -t anchor\"",
        "audit verify audit.ndjson --anchor 41:9f2c…",
      ]
    ),
    Verb(
      "export",
      .export,
      "for a transparency report: statements of reasons, or what is counted, of a time",
      arguments: "sor|counters TIME",
      values: [.choice(["sor", "counters"]), .text],
      required: 2,
      flags: output,
      examples: [
        "export sor 2026-10..2026-11 --output ndjson", "export counters 2026 --output csv",
      ]
    ),
    Verb(
      "whoami",
      .whoami,
      "who you are here, and the head of the audit chain",
      flags: output,
      examples: ["whoami"]
    ),
    Verb(
      "help",
      .help,
      "this list, or one verb in full",
      arguments: "[VERB]",
      values: [.text],
      examples: ["help ban", "help exit-codes"]
    ),
    Verb("quit", .quit, "leave; Ctrl-D does too"),
  ]
}
