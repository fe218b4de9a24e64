extension RefusalCode {
  /// The rows of `reeve.refusal`, by code.
  ///
  /// Written by `make functions` from the database; do not edit.
  package static let meanings: [String: Meaning] = [
    "RV001": Meaning(
      sentence: "The call has arguments that no correct client sends.",
      exitStatus: 2,
      remedy: "Correct the command, or update the program."
    ),
    "RV002": Meaning(
      sentence: "The rank or the login does not permit the call.",
      exitStatus: 4,
      remedy: "Ask a senior: `team` shows the ranks."
    ),
    "RV003": Meaning(
      sentence: "The catalog has no such app or collection.",
      exitStatus: 5,
      remedy: "`reeve catalog show` lists them; `reeve catalog apply` loads one."
    ),
    "RV004": Meaning(
      sentence: "There is no such subject, action, case or view.",
      exitStatus: 5,
      remedy: "List what there is first."
    ),
    "RV005": Meaning(
      sentence: "The catalog is wrong, or no longer fits the database.",
      exitStatus: 1,
      remedy: "Run `reeve catalog check`."
    ),
    "RV006": Meaning(
      sentence: "Code or a constraint of the app refused the change or took it back.",
      exitStatus: 1,
      remedy: "The message names it: talk to the owner of the app."
    ),
    "RV007": Meaning(
      sentence: "The program is older than the schema serves.",
      exitStatus: 1,
      remedy: "Update the program."
    ),
    "RV008": Meaning(
      sentence: "The file or the process of an import is not where the import is.",
      exitStatus: 1,
      remedy: "Repeat `reeve import run`; `--restart` begins anew."
    ),
    "RV009": Meaning(
      sentence: "The live copy is not in a state for this step.",
      exitStatus: 1,
      remedy: "Run `reeve migrate status`."
    ),
    "RV010": Meaning(
      sentence: "This may be a copy of the database that the workers run in.",
      exitStatus: 4,
      remedy: "Say which with `reeve restored --as live` or `--as copy`."
    ),
    "RV011": Meaning(
      sentence: "Changes since this cursor of the app's feed are no longer kept.",
      exitStatus: 1,
      remedy:
        "Call changes() without a cursor, read all anew, then go on from the one that it gives."
    ),
    "RV012": Meaning(
      sentence: "The login has asked as often as it may.",
      exitStatus: 1,
      remedy: "Try again later; of searches, `search.limit` of the catalog says how many."
    ),
    "already": Meaning(
      sentence: "The subject has this mark already.",
      exitStatus: 1,
      remedy: "Nothing needs to be done."
    ),
    "app": Meaning(
      sentence: "Code or a constraint of the app refused the change or took it back.",
      exitStatus: 1,
      remedy: "The message names the trigger or the constraint: talk to the owner of the app."
    ),
    "approval": Meaning(
      sentence: "The action needs a second person and was proposed.",
      exitStatus: 4,
      remedy: "A colleague decides with `approve` or `reject`; `approvals` lists what waits."
    ),
    "argument": Meaning(
      sentence: "An argument is missing, too long or outside its range.",
      exitStatus: 2,
      remedy: "Correct the command; `help` with the verb shows what it takes."
    ),
    "busy": Meaning(
      sentence: "Another transaction holds a lock that the action needs.",
      exitStatus: 1,
      remedy: "Try again."
    ),
    "claimed": Meaning(
      sentence: "A colleague works on the case.",
      exitStatus: 1,
      remedy: "Wait, talk to them, or take it with `steal`."
    ),
    "early": Meaning(
      sentence: "The delay before a person without colleagues may confirm is not over.",
      exitStatus: 4,
      remedy: "Wait until the time that the message names."
    ),
    "final": Meaning(
      sentence: "Nothing of the action can be undone.",
      exitStatus: 4,
      remedy: "The message names what prevents it; act again if needed."
    ),
    "halve": Meaning(
      sentence: "Code of the app fails on some subject of a batch.",
      exitStatus: 1,
      remedy: "The batch is tried again in halves; nothing needs to be done."
    ),
    "held": Meaning(
      sentence: "A legal hold forbids the erasure.",
      exitStatus: 4,
      remedy: "A senior ends the hold with `unhold`."
    ),
    "login": Meaning(
      sentence: "The login cannot join the team: it is no login of a person.",
      exitStatus: 4,
      remedy: "Have a login made that serves nothing else."
    ),
    "lost": Meaning(
      sentence: "Nothing of the action can be undone any more.",
      exitStatus: 1,
      remedy: "Act again if needed."
    ),
    "notfound": Meaning(
      sentence: "There is no such subject, action, proposal, job or member.",
      exitStatus: 5,
      remedy: "List what there is first: `find`, `history`, `approvals`, `jobs`, `team`."
    ),
    "other": Meaning(
      sentence: "The decision belongs to another person.",
      exitStatus: 4,
      remedy: "Ask the person whom the message names, or withdraw what is your own."
    ),
    "peer": Meaning(
      sentence: "The subject belongs to a colleague of the same rank or above.",
      exitStatus: 4,
      remedy: "Ask a senior."
    ),
    "quota": Meaning(
      sentence: "The quota of the last hour is used up.",
      exitStatus: 4,
      remedy: "Wait, or ask a colleague."
    ),
    "rank": Meaning(
      sentence: "The login has no sufficient rank, or is shared or a superuser.",
      exitStatus: 4,
      remedy: "Ask a senior: `team` shows the ranks."
    ),
    "self": Meaning(
      sentence: "Nobody acts on themselves.",
      exitStatus: 4,
      remedy: "Ask a colleague."
    ),
    "state": Meaning(
      sentence: "The subject is not in a state for this.",
      exitStatus: 1,
      remedy: "Look at it with `show` or `history`."
    ),
    "undone": Meaning(
      sentence: "The action has already been undone.",
      exitStatus: 1,
      remedy: "Nothing needs to be done."
    ),
    "unenforced": Meaning(
      sentence: "Nothing in the app enforces the action.",
      exitStatus: 4,
      remedy: "Add `--record-only` to record it anyway, or declare its enforcement in the catalog."
    ),
    "version": Meaning(
      sentence: "A colleague was faster.",
      exitStatus: 1,
      remedy: "Check again, then decide."
    ),
    "worse": Meaning(
      sentence: "The action would do more than the plan showed.",
      exitStatus: 1,
      remedy: "Check the new plan, then decide."
    ),
  ]
}
