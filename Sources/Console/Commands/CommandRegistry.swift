import Display

/// The commands that every console has; the catalogs of apps add theirs.
enum CommandRegistry {
  /// Commands by topic, in the order in which `help` lists them.
  static let sections: [(title: String, commands: [any ConsoleCommand])] = [
    (
      "look",
      [
        FindCommand(), ListCommand(), MoreCommand(), NearCommand(), AlikeCommand(), MapCommand(),
        SearchCommand(), TuneCommand(), TuneProposalsCommand(), TuneWordsCommand(kind: .synonym),
        TuneWordsCommand(kind: .distinct), TuneWordsCommand(kind: .stop),
        TuneRowCommand(kind: .pin), TuneRowCommand(kind: .hide),
        TuneRemoveCommand(), ShowCommand(), PictureCommand(),
        HistoryCommand(), EffectsCommand(), LeftCommand(), LinksCommand(), DuplicatesCommand(),
        NoticesCommand(), NoticesPreviewCommand(), OutsideCommand(), OutsideCompareCommand(),
        DevicesCommand(), ConsentsCommand(),
        StrikesCommand(), StatsCommand(), TrendingCommand(), CountsCommand(), CountsMendCommand(),
        ChatCommand(), EvidenceCommand(), RevealCommand(), QRCommand(),
      ]
    ),
    (
      "act on a subject",
      [
        ActionCommand("warn", on: "user:42"), ActionCommand("note", on: "user:42"),
        ActionCommand("tag", on: "user:42"), ReverseCommand("tag", on: "user:42"),
        ActionCommand("verify", on: "store:3"), ReverseCommand("verify", on: "store:3"),
        ActionCommand("hide", on: "product:7"), ReverseCommand("hide", on: "product:7"),
        ActionCommand("limit", on: "user:42"), ReverseCommand("limit", on: "user:42"),
        ActionCommand("suspend", on: "user:42"), ReverseCommand("suspend", on: "user:42"),
        ActionCommand("ban", on: "user:42"), ReverseCommand("ban", on: "user:42"),
        ActionCommand("delete", on: "product:7"), ReverseCommand("delete", on: "product:7"),
        ActionCommand("erase", on: "user:42"), ActionCommand("hold", on: "user:42"),
        MergeCommand(), ReverseCommand("merge", on: "user:42"),
        ReverseCommand("hold", on: "user:42"), HoldsCommand(), UndoCommand(), RedoCommand(),
        RepliesCommand(), ChangeCommand.resend, ChangeCommand.retryOutside,
      ]
    ),
    ("act on many", [SelectCommand(), BatchCommand()]),
    (
      "with a second person",
      [
        ApprovalsCommand(), ApproveCommand(), ChangeCommand.reject, ChangeCommand.withdraw,
        StaffCommand(),
        TeamCommand(), ChangeCommand.addToTeam, ChangeCommand.removeFromTeam, VersionsCommand(),
        ChangeCommand.setVersion, BreakGlassCommand(), ChangeCommand.nameForEmergencies,
        ChangeCommand.dropFromEmergencies, ChangeCommand.breakGlass, ChangeCommand.endGlass,
        ChangeCommand.reviewGlass,
      ]
    ),
    (
      "what is reported",
      [
        QueueCommand(), NextCommand(), CaseCommand(), ChangeCommand.claim, ChangeCommand.release,
        ChangeCommand.steal, CloseCommand(), ChangeCommand.reopen, MuteCommand(),
        ReverseCommand("mute", on: "user:7"), FlagsCommand(), FlagsTestCommand(),
        RulesCommand(),
        CommandGroup("rule", "try a rule, or switch one on or off", usage: "test|on|off NAME"),
        RuleTestCommand(), RuleOnCommand(), ChangeCommand.ruleOff,
        AppealsCommand(), AppealCommand(), ShiftCommand(), StatsDeskCommand(),
        DigestCommand(),
      ]
    ),
    (
      "what people agree to",
      [TermsCommand(), TermsPendingCommand(), ChangeCommand.remindOfTerms]
    ),
    (
      "the record",
      [
        AuditCommand(), AuditWhoCommand(), AuditWhatCommand(), AuditWhenCommand(),
        AuditExportCommand(), AuditAnchorCommand(), AuditVerifyCommand(),
        CommandGroup(
          "export",
          "export statements of reasons, or counts, for a transparency report, or a person's data",
          usage: "sor|counters TIME"
        ), ExportStatementsCommand(), ExportCountersCommand(), ExportPersonCommand(),
      ]
    ),
    (
      "jobs",
      [
        JobsCommand(), JobsOfCommand(), JobsShowCommand(), JobsWhyCommand(), JobsWatchCommand(),
        JobsChangeCommand(
          .cancel,
          "cancel jobs by number, or all that match",
          examples: [
            "jobs cancel 1207 1208 --why \"wrong file\"",
            "jobs cancel --where kind=search.sync,state=retryable,older=7d --dry-run",
          ]
        ),
        JobsChangeCommand(
          .retry,
          "retry jobs by number, or all that match",
          examples: ["jobs retry 1207", "jobs retry --where state=discarded,queue=default"]
        ), QueuesCommand(), ChangeCommand.pauseQueue, ChangeCommand.resumeQueue,
        QueuesLimitCommand(),
        CronCommand(), CronPreviewCommand(), ChangeCommand.runSchedule, ChangeCommand.pauseSchedule,
        ChangeCommand.resumeSchedule,
      ]
    ),
    (
      "this session",
      [
        WhoamiCommand(), WaitingCommand(), OutcomeCommand(),
        WatchCommand(), TopCommand(), SetCommand(),
        AliasCommand(), ReplyCommand(), SaveCommand(), HelpCommand(), ClearCommand(), QuitCommand(),
      ]
    ),
  ]

  /// All of them.
  static let commands = CommandSet(sections.flatMap(\.commands))

  /// All of them, and those that the catalogs of apps add.
  static let source = CommandSource(own: commands, withApps: commands(of:views:))

  private static func commands(of collections: [CatalogCollection], views: [AppView]) -> CommandSet
  {
    var commands = commands
    for name in Set(collections.flatMap(\.verbs)).sorted() where !commands.verbs.contains(name) {
      guard let example = collections.first(where: { $0.verbs.contains(name) }),
        let place = example.verbs.firstIndex(of: name)
      else { continue }
      let subject = "\(example.name):7"
      let kind = example.kinds[place]
      commands.add(ActionCommand(name, like: kind, help: example.helps[place], on: subject))
      commands.add(ReverseCommand(name, like: kind, on: subject))
    }
    for view in views where !commands.verbs.contains(view.name) {
      commands.add(ViewCommand(views.filter { $0.name == view.name }))
    }
    return commands
  }
}
