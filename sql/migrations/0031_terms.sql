-- What people agree to: terms in versions and languages, who accepted them, the versions of clauses
-- that actions cite, and saved replies.

CREATE TABLE reeve.clause(
  clause_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT clause_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT clause_app_fkey REFERENCES reeve.app,
  policy text NOT NULL,
  title text NOT NULL,
  clause text NOT NULL,
  digest bytea NOT NULL CONSTRAINT clause_digest_length CHECK (octet_length(digest) = 32),
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT clause_text_key UNIQUE (app, policy, digest)
);

COMMENT ON TABLE reeve.clause IS
  'Each text that a policy has had; an action keeps the one that it cited.';

COMMENT ON COLUMN reeve.clause.digest IS 'sha256 of the title, a line break and the clause.';

INSERT INTO reeve.clause(app, policy, title, clause, digest)
SELECT p.app, p.name, p.title, p.clause, sha256(convert_to(p.title || E'\n' || p.clause, 'UTF8'))
FROM reeve.policy p;

CREATE TABLE reeve.term(
  app text NOT NULL CONSTRAINT term_app_fkey REFERENCES reeve.app,
  kind text NOT NULL,
  title text NOT NULL,
  collection_id int NOT NULL CONSTRAINT term_collection_fkey REFERENCES reeve.collection,
  limit_name text,
  limit_after interval CONSTRAINT term_limit_after CHECK (limit_after >= '0'),
  erase text NOT NULL DEFAULT 'keep'
    CONSTRAINT term_erase CHECK (erase IN ('keep', 'anonymise', 'delete')),
  is_live boolean NOT NULL DEFAULT TRUE,
  scanned_at timestamptz,
  scan_key text,
  CONSTRAINT term_pkey PRIMARY KEY (app, kind),
  CONSTRAINT term_limit CHECK ((limit_name IS NULL) = (limit_after IS NULL))
);

COMMENT ON TABLE reeve.term IS
  'Kinds of terms of an app, such as its terms of use or its privacy policy.';

COMMENT ON COLUMN reeve.term.collection_id IS 'Whose rows are the people who accept them.';

COMMENT ON COLUMN reeve.term.limit_name IS
  'The limit of the collection that applies to whoever has not accepted them; NULL = none.';

COMMENT ON COLUMN reeve.term.limit_after IS
  'How long after a version is in force the limit applies.';

COMMENT ON COLUMN reeve.term.erase IS
  'What an erasure of a person does to their acceptances: it keeps them, replaces the key by a '
  'random one, or deletes them.';

COMMENT ON COLUMN reeve.term.scanned_at IS 'When the last search for people to limit began.';

COMMENT ON COLUMN reeve.term.scan_key IS
  'The last key that this search has seen; NULL: it has seen all.';

CREATE TABLE reeve.term_version(
  term_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT term_version_pkey PRIMARY KEY,
  app text NOT NULL,
  kind text NOT NULL,
  version text NOT NULL CONSTRAINT term_version_name CHECK (
    version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'),
  effective_on date NOT NULL CONSTRAINT term_version_effective CHECK (isfinite(effective_on)),
  announced_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT term_version_term_fkey FOREIGN KEY (app, kind) REFERENCES reeve.term,
  CONSTRAINT term_version_name_key UNIQUE (app, kind, version),
  CONSTRAINT term_version_day_key UNIQUE (app, kind, effective_on)
);

COMMENT ON TABLE reeve.term_version IS
  'Published versions of terms; none ever changes. In force is the one with the latest day that '
  'has come.';

COMMENT ON COLUMN reeve.term_version.effective_on IS 'In force from this day on, 00:00 UTC.';

COMMENT ON COLUMN reeve.term_version.announced_at IS 'When catalog apply loaded it.';

CREATE TABLE reeve.term_text(
  term_id int NOT NULL CONSTRAINT term_text_version_fkey REFERENCES reeve.term_version,
  locale text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  digest bytea NOT NULL CONSTRAINT term_text_digest_length CHECK (octet_length(digest) = 32),
  CONSTRAINT term_text_pkey PRIMARY KEY (term_id, locale)
);

COMMENT ON TABLE reeve.term_text IS 'The text of a version of terms in each of its languages.';

COMMENT ON COLUMN reeve.term_text.digest IS 'sha256 of the title, a line break and the body.';

CREATE TABLE reeve.acceptance(
  term_id int NOT NULL CONSTRAINT acceptance_version_fkey REFERENCES reeve.term_version,
  collection_id int NOT NULL CONSTRAINT acceptance_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  locale text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  filed_by text NOT NULL,
  CONSTRAINT acceptance_pkey PRIMARY KEY (collection_id, key, term_id),
  CONSTRAINT acceptance_text_fkey FOREIGN KEY (term_id, locale) REFERENCES reeve.term_text
);

COMMENT ON TABLE reeve.acceptance IS
  'Who accepted which version of terms, in which language, and when; filed_by: the login that '
  'said so.';

CREATE INDEX acceptance_version ON reeve.acceptance(term_id, key);

CREATE TABLE reeve.term_reminder(
  term_id int NOT NULL CONSTRAINT term_reminder_version_fkey REFERENCES reeve.term_version,
  key text NOT NULL,
  action_id bigint NOT NULL CONSTRAINT term_reminder_action_fkey REFERENCES reeve.action,
  CONSTRAINT term_reminder_pkey PRIMARY KEY (term_id, key)
);

COMMENT ON TABLE reeve.term_reminder IS
  'Who was reminded of which version: nobody is reminded of one twice.';

CREATE TABLE reeve.term_limit(
  term_id int NOT NULL CONSTRAINT term_limit_version_fkey REFERENCES reeve.term_version,
  key text NOT NULL,
  action_id bigint CONSTRAINT term_limit_action_fkey REFERENCES reeve.action,
  ended_at timestamptz,
  CONSTRAINT term_limit_pkey PRIMARY KEY (term_id, key)
);

COMMENT ON TABLE reeve.term_limit IS
  'Who was limited for not accepting which version: nobody is limited twice for one, so that an '
  'undo by the team holds.';

COMMENT ON COLUMN reeve.term_limit.action_id IS
  'The limit; NULL: code of the app refused it.';

COMMENT ON COLUMN reeve.term_limit.ended_at IS
  'When the limit ended, because they accepted or it was undone.';

CREATE INDEX term_limit_open ON reeve.term_limit(term_id, key) WHERE ended_at IS NULL;

ALTER TABLE reeve.policy
  ADD COLUMN clause_id int CONSTRAINT policy_clause_fkey REFERENCES reeve.clause,
  ADD COLUMN terms text;

COMMENT ON COLUMN reeve.policy.clause_id IS 'Its text as it is now.';

COMMENT ON COLUMN reeve.policy.terms IS 'The kind of terms that it is a clause of; NULL = none.';

UPDATE reeve.policy p SET clause_id = c.clause_id
FROM reeve.clause c WHERE c.app = p.app AND c.policy = p.name;

CREATE TABLE reeve.reply(
  reply_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT reply_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT reply_app_fkey REFERENCES reeve.app,
  name text NOT NULL CONSTRAINT reply_name CHECK (name ~ '^[a-z][a-z0-9_-]{0,59}$'),
  version int NOT NULL,
  policy text NOT NULL,
  texts jsonb NOT NULL,
  is_live boolean NOT NULL DEFAULT TRUE,
  CONSTRAINT reply_version_key UNIQUE (app, name, version)
);

COMMENT ON TABLE reeve.reply IS
  'Saved public reasons of an app: a changed text is a new version, and an action keeps which one '
  'it gave.';

COMMENT ON COLUMN reeve.reply.policy IS 'The policy that an action has to cite to give it.';

COMMENT ON COLUMN reeve.reply.texts IS
  'Text by locale, with the placeholders of notices: {label}, {until|time}, {policy}, {limit}.';

COMMENT ON COLUMN reeve.reply.is_live IS 'Its latest version, if the catalog still has it.';

CREATE UNIQUE INDEX reply_live ON reeve.reply(app, name) WHERE is_live;

ALTER TABLE reeve.collection ADD COLUMN created_column text;

COMMENT ON COLUMN reeve.collection.created_column IS
  'The column that says when a row was made; NULL = none is declared.';

ALTER TABLE reeve.action
  ADD COLUMN clause_id int CONSTRAINT action_clause_fkey REFERENCES reeve.clause,
  ADD COLUMN term_id int CONSTRAINT action_term_fkey REFERENCES reeve.term_version,
  ADD COLUMN deed_at timestamptz,
  ADD COLUMN reply_id int CONSTRAINT action_reply_fkey REFERENCES reeve.reply;

COMMENT ON COLUMN reeve.action.clause_id IS
  'The text of the policy that it cites, as it was; NULL for actions of earlier releases.';

COMMENT ON COLUMN reeve.action.term_id IS
  'The version of the terms of that policy that was in force at deed_at, or when it was performed '
  'if that is NULL; for a limit because of terms, the version that was not accepted.';

COMMENT ON COLUMN reeve.action.deed_at IS
  'When its subject was made, as the catalog''s created says; NULL = not known.';

COMMENT ON COLUMN reeve.action.reply_id IS 'The saved reply that public_reason was made of.';

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit, step_function, step_rows,
  is_internal)
SELECT 'terms.remind', q.queue_id, '{reeve_senior,reeve_owner}', '1 hour', 'term_remind_step',
  1000, TRUE
FROM reeve.queue q WHERE q.name = 'default';

-- The desk's figures are of a time: `stats desk`.
CREATE INDEX action_performed ON reeve.action USING brin (performed_at);

CREATE INDEX case_opened ON reeve.case(opened_at);

CREATE INDEX case_closed ON reeve.case(closed_at) WHERE closed_at IS NOT NULL;

CREATE INDEX command_claim ON reeve.command(at) WHERE kind = 'case.claim';
