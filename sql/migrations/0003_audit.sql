-- The record: every command, the chain that makes it tamper-evident, and the codes with which a
-- command is refused.
--
-- A command commits with its own digest and a row in chain_pending; reeve.record_seal adds the
-- links later, in order, below the oldest running transaction that recorded one, and waits for
-- nobody.
-- Sealing at commit would take the head of the chain: SET CONSTRAINTS ALL IMMEDIATE and an idle
-- session, or a prepared transaction, could keep it and stop every acting command.
--
-- The chain holds digests only, so that it can be kept forever and shown to anybody; what they are
-- of has to be provable as long as it is kept, and unguessable once it was erased. So each erasable
-- part has a salt of its own beside it. An erasure keeps its digest and drops the salt with the
-- text: the seal still holds, and no guess of the text can be tried.

-- What every writer function returns, and the codes with which it may refuse.
CREATE TYPE reeve.outcome AS (outcome text, code text, message text, detail jsonb);

COMMENT ON TYPE reeve.outcome IS
  'How a command ended: outcome is done, proposed (it waits for a second person) or refused; code '
  'is a row of reeve.refusal, NULL when done; message is a sentence for people, never to be '
  'parsed; detail is an object for programs.';

CREATE TABLE reeve.refusal(
  code text CONSTRAINT refusal_pkey PRIMARY KEY,
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
  ('approval', 'The action needs a second person and was proposed.', 4,
    'A colleague decides with `approve` or `reject`; `approvals` lists what waits.'),
  ('argument', 'An argument is missing, too long or outside its range.', 2,
    'Correct the command; `help` with the verb shows what it takes.'),
  ('busy', 'Another transaction holds a lock that the action needs.', 1, 'Try again.'),
  ('claimed', 'A colleague works on the case.', 1, 'Wait, talk to them, or take it with `steal`.'),
  ('early', 'The delay before a person without colleagues may confirm is not over.', 4,
    'Wait until the time that the message names.'),
  ('final', 'Nothing of the action can be undone.', 4,
    'The message names what prevents it; act again if needed.'),
  ('halve', 'Code of the app fails on some subject of a batch.', 1,
    'The batch is tried again in halves; nothing needs to be done.'),
  ('held', 'A legal hold forbids the erasure.', 4, 'A senior ends the hold with `unhold`.'),
  ('login', 'The login cannot join the team: it is no login of a person.', 4,
    'Have a login made that serves nothing else.'),
  ('lost', 'Nothing of the action can be undone any more.', 1, 'Act again if needed.'),
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
  ('undone', 'The action has already been undone.', 1, 'Nothing needs to be done.'),
  ('unenforced', 'Nothing in the app enforces the action.', 4,
    'Add `--record-only` to record it anyway, or declare its enforcement in the catalog.'),
  ('version', 'A colleague was faster.', 1, 'Check again, then decide.'),
  ('worse', 'The action would do more than the plan showed.', 1, 'Check the new plan, then '
  'decide.'),
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
    'Repeat `reeve import run`; `--restart` begins anew.'),
  ('RV009', 'The live copy is not in a state for this step.', 1, 'Run `reeve migrate status`.'),
  ('RV010', 'This may be a copy of the database that the workers run in.', 4,
    'Say which with `reeve restored --as live` or `--as copy`.');

CREATE TABLE reeve.command(
  command_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT command_pkey PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  principal text,
  kind text NOT NULL,
  collection_id int CONSTRAINT command_collection_fkey REFERENCES reeve.collection,
  key text,
  outcome text NOT NULL CONSTRAINT command_outcome CHECK (outcome IN ('done', 'refused')),
  code text,
  action_id bigint,
  batch_id bigint,
  manifest bytea NOT NULL CONSTRAINT command_manifest_length CHECK (octet_length(manifest) = 32),
  detail jsonb NOT NULL DEFAULT '{}',
  program text,
  address inet,
  content jsonb NOT NULL,
  salt uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT command_code CHECK ((outcome = 'refused') = (code IS NOT NULL))
);

COMMENT ON TABLE reeve.command IS 'Every command that committed, refused ones too; append-only.';

COMMENT ON COLUMN reeve.command.actor IS 'session_user, or system:<job kind>.';

COMMENT ON COLUMN reeve.command.principal IS 'For deferred work: who caused it.';

COMMENT ON COLUMN reeve.command.manifest IS
  'Digest of what was done; reeve.audit_recheck compares it with what the tables say now.';

COMMENT ON COLUMN reeve.command.detail IS
  'Ids and enums that belong to it (approval, case, fields …); no text that somebody wrote.';

COMMENT ON COLUMN reeve.command.program IS 'application_name, as the client gave it.';

COMMENT ON COLUMN reeve.command.address IS 'The client''s; NULL = a local socket.';

COMMENT ON COLUMN reeve.command.content IS
  'What the manifest is the digest of: the command''s own fields and, by name, the rows of the '
  'record as it left them (items). Ids, enums, logins and salted digests only.';

COMMENT ON COLUMN reeve.command.salt IS 'Of the digest of program and address in its content.';

CREATE INDEX command_subject ON reeve.command(collection_id, key, command_id);

CREATE INDEX command_action ON reeve.command(action_id, command_id) WHERE action_id IS NOT NULL;

CREATE INDEX command_actor ON reeve.command(actor, command_id);

CREATE INDEX command_principal ON reeve.command(principal, command_id) WHERE principal IS NOT NULL;

CREATE INDEX command_at ON reeve.command(at);

-- Few commands change the team; each look at the record proves all of its members.
CREATE INDEX command_team ON reeve.command(command_id)
WHERE kind IN ('member.bootstrap', 'member.rebind', 'member.link', 'member.unlink', 'team.add',
  'team.remove');

CREATE TABLE reeve.chain(
  seq bigint CONSTRAINT chain_pkey PRIMARY KEY,
  us bigint NOT NULL,
  command_id bigint NOT NULL CONSTRAINT chain_command_key UNIQUE
    CONSTRAINT chain_command_fkey REFERENCES reeve.command,
  actor text NOT NULL,
  principal text,
  kind text NOT NULL,
  subject text,
  batch text,
  manifest bytea NOT NULL,
  prev bytea NOT NULL,
  hash bytea NOT NULL
);

COMMENT ON TABLE reeve.chain IS
  'One sealed entry a command: hash = sha256(prev, version 2, seq, us, length-prefixed fields).';

COMMENT ON COLUMN reeve.chain.us IS
  'When the link was added: microseconds since 1970-01-01 UTC, by the server''s clock.';

CREATE TABLE reeve.chain_head(
  is_only boolean DEFAULT TRUE CONSTRAINT chain_head_pkey PRIMARY KEY
    CONSTRAINT chain_head_single CHECK (is_only),
  seq bigint NOT NULL,
  hash bytea NOT NULL
);

COMMENT ON TABLE reeve.chain_head IS 'The last entry; whoever adds links holds its row.';

INSERT INTO reeve.chain_head(seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

GRANT SELECT(seq, hash) ON reeve.chain_head TO reeve_viewer;

CREATE TABLE reeve.chain_pending(
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  command_id bigint NOT NULL CONSTRAINT chain_pending_command_fkey REFERENCES reeve.command,
  CONSTRAINT chain_pending_pkey PRIMARY KEY (xid, command_id)
);

COMMENT ON TABLE reeve.chain_pending IS
  'Commands that have no link in the chain yet; reeve.record_seal removes them.';

COMMENT ON COLUMN reeve.chain_pending.xid IS 'The transaction that recorded the command.';

CREATE TABLE reeve.anchor(
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  destination text NOT NULL,
  anchored_by text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT anchor_pkey PRIMARY KEY (seq, destination)
);

COMMENT ON TABLE reeve.anchor IS 'Heads that were written down outside the database, and where.';

CREATE FUNCTION reeve.bytes_prefix(field bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN field IS NULL THEN int4send(-1) ELSE int4send(octet_length(field)) || field END;

COMMENT ON FUNCTION reeve.bytes_prefix(bytea) IS
  'Length-prefixed bytes: int4 length (big-endian, -1 for NULL), then the bytes.';

CREATE TABLE reeve.label(
  collection_id int NOT NULL CONSTRAINT label_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  label text NOT NULL,
  salt uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT label_pkey PRIMARY KEY (collection_id, key)
);

COMMENT ON TABLE reeve.label IS 'Last known label of acted-on subjects; personal, erasable.';

COMMENT ON COLUMN reeve.label.salt IS 'Of its digest in the record; erased with it.';

CREATE TABLE reeve.forgotten(
  collection_id int NOT NULL CONSTRAINT forgotten_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  erasure bigint NOT NULL,
  CONSTRAINT forgotten_pkey PRIMARY KEY (collection_id, key, erasure)
);

COMMENT ON TABLE reeve.forgotten IS
  'Rows that an erasure has erased. A digest without its text counts only for these; each erasure '
  'seals its own.';

COMMENT ON COLUMN reeve.forgotten.erasure IS 'The erasure''s action.';

CREATE INDEX forgotten_erasure ON reeve.forgotten(erasure, collection_id, key);
