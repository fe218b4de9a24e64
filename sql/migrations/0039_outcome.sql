-- What every writer function returns, and the codes with which it may refuse.
CREATE TYPE reeve.outcome AS (outcome text, code text, message text, detail jsonb);

COMMENT ON TYPE reeve.outcome IS
  'How a command ended: outcome is done, proposed (it waits for a second person) or refused; code '
  'is a row of reeve.refusal, NULL when done; message is a sentence for people, never to be '
  'parsed; detail is an object for programs.';

CREATE TABLE reeve.refusal(
  code text PRIMARY KEY,
  sentence text NOT NULL,
  exit_status int NOT NULL,
  remedy text NOT NULL,
  CONSTRAINT refusal_code CHECK (code ~ '^([a-z]+|RV[0-9]{3})$'),
  CONSTRAINT refusal_exit_status CHECK (exit_status IN (1, 2, 4, 5))
);

COMMENT ON TABLE reeve.refusal IS
  'Why a command is not done: the codes that writer functions return, in lower case, and the '
  'SQLSTATEs of class RV that functions raise.';
COMMENT ON COLUMN reeve.refusal.sentence IS 'What the code means, a full sentence.';
COMMENT ON COLUMN reeve.refusal.exit_status IS
  'Exit status of the program: 1 failed, 2 wrong usage, 4 not permitted, 5 not found.';
COMMENT ON COLUMN reeve.refusal.remedy IS 'What to do about it, a full sentence.';

INSERT INTO reeve.refusal(code, sentence, exit_status, remedy) VALUES
  ('already', 'The subject has this mark already.', 1, 'Nothing needs to be done.'),
  ('app', 'Code or a constraint of the app refused the change or took it back.', 1,
    'The message names the trigger or the constraint: talk to the owner of the app.'),
  ('approval', 'The act needs a second person and was proposed.', 4,
    'A colleague decides with `approve` or `reject`; `approvals` lists what waits.'),
  ('argument', 'An argument is missing, too long or outside its range.', 2,
    'Correct the command; `help` with the verb shows what it takes.'),
  ('busy', 'Another transaction holds a lock that the act needs.', 1, 'Try again.'),
  ('claimed', 'A colleague works on the case.', 1, 'Wait, talk to them, or take it with `steal`.'),
  ('early', 'The delay before a person without colleagues may confirm is not over.', 4,
    'Wait until the time that the message names.'),
  ('final', 'Nothing of the action can be taken back.', 4,
    'The message names what keeps it; act anew where needed.'),
  ('halve', 'Code of the app fails on some subject of a batch.', 1,
    'The batch is tried again in halves; nothing needs to be done.'),
  ('held', 'A legal hold forbids the erasure.', 4, 'A senior ends the hold with `unhold`.'),
  ('login', 'The login cannot join the team: it is no login of a person.', 4,
    'Have a login made that serves nothing else.'),
  ('lost', 'Nothing of the action can be taken back any more.', 1, 'Act anew where needed.'),
  ('notfound', 'There is no such subject, action, proposal, job or member.', 5,
    'List what there is first: `find`, `history`, `approvals`, `jobs`, `team`.'),
  ('other', 'The decision belongs to another person.', 4,
    'Ask the person whom the message names, or withdraw what is your own.'),
  ('peer', 'The subject belongs to a colleague of the same rank or above.', 4, 'Ask a senior.'),
  ('quota', 'The quota of the last hour is used up.', 4, 'Wait, or ask a colleague.'),
  ('rank', 'The login has no sufficient rank, or is shared or a superuser.', 4,
    'Ask a senior: `team` shows the ranks.'),
  ('self', 'Nobody acts on themselves.', 4, 'Ask a colleague.'),
  ('state', 'The subject is not in a state for this.', 1, 'Look at it with `show` or `history`.'),
  ('undone', 'The action has been taken back already.', 1, 'Nothing needs to be done.'),
  ('unenforced', 'Nothing in the app enforces the action.', 4,
    'Add `--record-only` to record it all the same, or declare its enforcement in the catalog.'),
  ('version', 'A colleague was faster.', 1, 'Look again, then decide.'),
  ('worse', 'The act would do more than the plan showed.', 1, 'Look at the new plan, then decide.'),
  ('RV001', 'The call has arguments that no correct client sends.', 2,
    'Correct the command, or update the program.'),
  ('RV002', 'The rank or the login does not permit the call.', 4,
    'Ask a senior: `team` shows the ranks.'),
  ('RV003', 'The catalog has no such app or collection.', 5,
    '`reeve catalog show` lists them; `reeve catalog apply` loads one.'),
  ('RV004', 'There is no such subject, action, case or view.', 5, 'List what there is first.'),
  ('RV005', 'The catalog is wrong, or no longer fits the database.', 1,
    'Run `reeve catalog check`.'),
  ('RV006', 'Code or a constraint of the app refused the change or took it back.', 1,
    'The message names it: talk to the owner of the app.'),
  ('RV007', 'The program is older than the schema serves.', 1, 'Update the program.'),
  ('RV008', 'The file or the process of an import is not where the import is.', 1,
    'Run `reeve import status`.'),
  ('RV009', 'The live copy is not in a state for this step.', 1, 'Run `reeve migrate status`.'),
  ('RV010', 'This may be a copy of the database that the workers run in.', 4,
    'Say which with `reeve restored --as live` or `--as copy`.');
