-- The applied catalog: what each app declares, resolved against the live database and compiled to
-- SQL fragments whose identifiers are quoted. Only `reeve.catalog_apply` writes here.

CREATE TABLE reeve.app(
  app text CONSTRAINT app_pkey PRIMARY KEY,
  title text NOT NULL,
  schema_name text NOT NULL,
  owner_name text NOT NULL,
  manifest jsonb NOT NULL,
  applied_by text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT app_name CHECK (app ~ '^[a-z][a-z0-9_-]{0,62}$')
);

COMMENT ON TABLE reeve.app IS 'Apps whose catalog was applied.';

COMMENT ON COLUMN reeve.app.manifest IS 'The catalog as it was applied, for the next difference.';

CREATE TABLE reeve.collection(
  collection_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT collection_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT collection_app_fkey REFERENCES reeve.app,
  name text NOT NULL,
  relation regclass NOT NULL,
  table_sql text NOT NULL,
  key_columns text[] NOT NULL,
  key_types text[] NOT NULL,
  key_sql text NOT NULL,
  match_sql text NOT NULL,
  keys_sql text NOT NULL,
  label_sql text NOT NULL,
  show_columns text[] NOT NULL,
  personal_columns text[] NOT NULL DEFAULT '{}',
  touched_columns text[] NOT NULL DEFAULT '{}',
  find_column text,
  visible_column text,
  enforcement text NOT NULL DEFAULT 'none',
  locale_sql text,
  zone_sql text,
  search jsonb,
  is_live boolean NOT NULL DEFAULT TRUE,
  find_plain text[],
  limits jsonb NOT NULL DEFAULT '{}',
  conversation jsonb,
  identifiers jsonb NOT NULL DEFAULT '{}',
  erase jsonb,
  parents_sql text NOT NULL DEFAULT '',
  kept_columns text[] NOT NULL DEFAULT '{}',
  CONSTRAINT collection_app_name_key UNIQUE (app, name),
  CONSTRAINT collection_enforcement CHECK (enforcement IN ('column', 'policy', 'guard', 'none'))
);

COMMENT ON TABLE reeve.collection IS 'One kind of thing an app stores, over row alias t.';

COMMENT ON COLUMN reeve.collection.table_sql IS 'Quoted schema and table.';

COMMENT ON COLUMN reeve.collection.key_sql IS
  'Text of the key over alias t: the column itself, or a JSON array in key order.';

COMMENT ON COLUMN reeve.collection.match_sql IS 'Condition: row t has the key u.key (text).';

COMMENT ON COLUMN reeve.collection.keys_sql IS
  'Condition: row t has one of the keys $1 (text[]), in a form that uses the index.';

COMMENT ON COLUMN reeve.collection.visible_column IS
  'timestamptz column: the row is hidden, or the person barred, while it lies in the future.';

COMMENT ON COLUMN reeve.collection.enforcement IS
  'What makes a ban hold: the app reads the visible column, or a generated policy or trigger '
  'refuses writes; none = it is recorded only.';

COMMENT ON COLUMN reeve.collection.find_plain IS
  'Columns that make a name as it is written, for find where there is no folded column.';

COMMENT ON COLUMN reeve.collection.limits IS 'What can be denied to its rows: name to help.';

COMMENT ON COLUMN reeve.collection.conversation IS
  'Its rows are messages: of, by (parents: conversation, author), at, text (columns), around (how '
  'many neighbours evidence takes in each direction); compiled: of_id, by_id (collections), '
  'belongs (condition: the message t is of the conversation u.key), last, near (statements that '
  'reeve.app_conversation runs). NULL = they are none.';

COMMENT ON COLUMN reeve.collection.identifiers IS
  'Kinds of what identifies the person of a row: email, phone, device, …, each an expression over '
  'alias t that gives a text, or an array of them.';

COMMENT ON COLUMN reeve.collection.erase IS
  'What erasure does to its rows, as statements: reeve.catalog_erase; NULL = nothing declared.';

COMMENT ON COLUMN reeve.collection.parents_sql IS
  'SELECT giving name, collection and key of what rows with the keys $1 belong to; empty = '
  'nothing.';

COMMENT ON COLUMN reeve.collection.kept_columns IS
  'Columns that the app''s own triggers set when Reeve writes a row: an undo cannot give them '
  'back.';

CREATE TABLE reeve.rule(
  rule_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT rule_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT rule_app_fkey REFERENCES reeve.app,
  verb text NOT NULL,
  collection_id int NOT NULL CONSTRAINT rule_collection_fkey REFERENCES reeve.collection,
  seq int NOT NULL,
  name text NOT NULL,
  affected_id int NOT NULL CONSTRAINT rule_affected_fkey REFERENCES reeve.collection,
  kind text NOT NULL CONSTRAINT rule_kind CHECK (kind IN ('hide', 'set', 'notify', 'list')),
  columns text[] NOT NULL DEFAULT '{}',
  is_reversible boolean NOT NULL DEFAULT TRUE,
  select_sql text NOT NULL,
  order_sql text NOT NULL,
  is_live boolean NOT NULL DEFAULT TRUE,
  CONSTRAINT rule_name_key UNIQUE (app, verb, collection_id, name)
);

COMMENT ON TABLE reeve.rule IS
  'One effect of an action (or one way to go stale), in the order of seq, compiled.';

COMMENT ON COLUMN reeve.rule.order_sql IS 'Columns of the key: commands lock rows in this order.';

COMMENT ON COLUMN reeve.rule.select_sql IS
  'Rows it would change: key, label, before, after, notify. $1 keys, $2 at, $3 until, $4 grace.';

CREATE TYPE reeve.rule_rows AS (
  rule_id int,
  keys text[],
  labels text[],
  befores jsonb[],
  afters jsonb[],
  notify jsonb[],
  ids bigint[]
);

COMMENT ON TYPE reeve.rule_rows IS
  'The locked rows that one effect of an action is about to change: key, label, columns before and '
  'after, who is notified, and the action each belongs to, all in one order.';

CREATE TABLE reeve.policy(
  app text CONSTRAINT policy_app_fkey REFERENCES reeve.app,
  name text,
  title text NOT NULL,
  clause text NOT NULL,
  grace interval NOT NULL DEFAULT '24 hours',
  is_live boolean NOT NULL DEFAULT TRUE,
  severity text NOT NULL DEFAULT 'medium'
    CONSTRAINT policy_severity CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  strike_weight int NOT NULL DEFAULT 1
    CONSTRAINT policy_strike_weight CHECK (strike_weight >= 0),
  duration interval CONSTRAINT policy_duration CHECK (duration > '0'),
  CONSTRAINT policy_pkey PRIMARY KEY (app, name)
);

COMMENT ON TABLE reeve.policy IS 'Clauses that an action can cite, and the grace each one gives.';

COMMENT ON COLUMN reeve.policy.severity IS 'How grave a breach is unless the action says.';

COMMENT ON COLUMN reeve.policy.strike_weight IS 'What a breach counts against its author.';

COMMENT ON COLUMN reeve.policy.duration IS
  'How long a suspension for it lasts unless the action says; NULL = it has to say.';

CREATE TABLE reeve.template(
  app text CONSTRAINT template_app_fkey REFERENCES reeve.app,
  name text,
  locale text,
  subject text NOT NULL,
  body text NOT NULL,
  CONSTRAINT template_pkey PRIMARY KEY (app, name, locale)
);

COMMENT ON TABLE reeve.template IS
  'Texts of notices; {name} and {name|time} stand for arguments, the latter in the reader''s zone.';

CREATE TABLE reeve.catalog_view(
  app text CONSTRAINT catalog_view_app_fkey REFERENCES reeve.app,
  name text,
  collection_id int NOT NULL CONSTRAINT catalog_view_collection_fkey REFERENCES reeve.collection,
  call_sql text NOT NULL,
  arguments text[] NOT NULL,
  columns text[] NOT NULL,
  help text NOT NULL,
  CONSTRAINT catalog_view_pkey PRIMARY KEY (app, name)
);

COMMENT ON TABLE reeve.catalog_view IS 'Read-only verbs that an app''s catalog brings along.';

COMMENT ON COLUMN reeve.catalog_view.call_sql IS
  'SELECT giving one text[] a row; $1 key, $2 arguments text[].';

CREATE TABLE reeve.task(
  app text CONSTRAINT task_app_fkey REFERENCES reeve.app,
  name text,
  call_sql text NOT NULL,
  arguments text[] NOT NULL,
  help text NOT NULL,
  CONSTRAINT task_pkey PRIMARY KEY (app, name)
);

COMMENT ON TABLE reeve.task IS 'Work that an app''s catalog lets jobs of the kind sql do.';

COMMENT ON COLUMN reeve.task.call_sql IS
  'SELECT giving one row, done and remaining; $1 how many rows at most, $2 arguments text[].';

-- What each kind of action is, and which an app's catalog allows on what, as data: one mechanism
-- plans, performs and undoes all of them.

CREATE TABLE reeve.action_kind(
  name text CONSTRAINT action_kind_pkey PRIMARY KEY,
  rank text NOT NULL CONSTRAINT action_kind_rank CHECK (rank IN ('moderator', 'senior')),
  needs_policy boolean NOT NULL,
  ends text NOT NULL CONSTRAINT action_kind_ends CHECK (
    ends IN ('never', 'always', 'may', 'must', 'say')),
  danger text NOT NULL CONSTRAINT action_kind_danger CHECK (danger IN ('mild', 'moderate')),
  needs_enforcement boolean NOT NULL,
  is_marking boolean NOT NULL,
  has_window boolean NOT NULL,
  argument text CONSTRAINT action_kind_argument CHECK (argument IN ('text', 'tag', 'limit')),
  needs_reason boolean NOT NULL,
  hides boolean NOT NULL,
  bars boolean NOT NULL,
  is_measure boolean NOT NULL,
  is_final boolean NOT NULL,
  help text NOT NULL
);

COMMENT ON TABLE reeve.action_kind IS 'What an action of each kind is, whatever the app.';

COMMENT ON COLUMN reeve.action_kind.rank IS 'The least rank that performs it and undoes it.';

COMMENT ON COLUMN reeve.action_kind.needs_policy IS
  'It is done to somebody for breaking a rule, which it has to name.';

COMMENT ON COLUMN reeve.action_kind.ends IS
  'never = nothing that lasts; always = lasts until undone; may = an end can be given; must = '
  'an end, or the policy''s; say = an end or without end, either has to be said.';

COMMENT ON COLUMN reeve.action_kind.danger IS 'What even the smallest plan of it is graded as.';

COMMENT ON COLUMN reeve.action_kind.needs_enforcement IS 'Nothing but how a ban enforcement makes '
  'it hold.';

COMMENT ON COLUMN reeve.action_kind.is_marking IS 'It leaves a row in reeve.mark while it lasts.';

COMMENT ON COLUMN reeve.action_kind.has_window IS
  'It becomes final after a time, and cannot be undone from then on.';

COMMENT ON COLUMN reeve.action_kind.argument IS
  'What follows the subject: a text, a tag, or a limit of the collection; NULL for nothing.';

COMMENT ON COLUMN reeve.action_kind.needs_reason IS 'It is refused without a reason.';

COMMENT ON COLUMN reeve.action_kind.hides IS
  'It takes its subject out of sight, so that something in the app has to enforce it.';

COMMENT ON COLUMN reeve.action_kind.bars IS
  'While it lasts, its subject''s other accounts are flagged as evading it.';

COMMENT ON COLUMN reeve.action_kind.is_measure IS
  'A restriction that a transparency report counts and a statement of reasons explains.';

COMMENT ON COLUMN reeve.action_kind.is_final IS 'Nothing of it can be undone.';

COMMENT ON COLUMN reeve.action_kind.help IS 'One line; {verb} stands for the verb of the catalog.';

INSERT INTO reeve.action_kind(name, rank, needs_policy, ends, danger, needs_enforcement, is_marking,
  has_window, argument, needs_reason, hides, bars, is_measure, is_final, help)
VALUES
  ('warn', 'moderator', TRUE, 'never', 'mild', FALSE, FALSE, FALSE,
    NULL, FALSE, FALSE, FALSE, FALSE, FALSE,
    'notify a subject which policy it broke, and record it'),
  ('note', 'moderator', FALSE, 'never', 'mild', FALSE, FALSE, FALSE,
    'text', TRUE, FALSE, FALSE, FALSE, FALSE,
    'leave a note about a subject for colleagues'),
  ('tag', 'moderator', FALSE, 'may', 'mild', FALSE, TRUE, FALSE,
    'tag', FALSE, FALSE, FALSE, FALSE, FALSE,
    'put a tag on a subject; it may end, and may protect the subject'),
  ('verify', 'moderator', FALSE, 'may', 'mild', FALSE, TRUE, FALSE,
    NULL, FALSE, FALSE, FALSE, FALSE, FALSE,
    'record that a subject was checked'),
  ('hide', 'moderator', TRUE, 'may', 'mild', FALSE, FALSE, FALSE,
    NULL, FALSE, TRUE, FALSE, TRUE, FALSE,
    '{verb} a subject and its dependent rows, after showing the plan'),
  ('limit', 'moderator', TRUE, 'say', 'moderate', FALSE, TRUE, FALSE,
    'limit', FALSE, FALSE, FALSE, TRUE, FALSE,
    'deny a subject one thing, such as new listings'),
  ('suspend', 'moderator', TRUE, 'must', 'moderate', TRUE, FALSE, FALSE,
    NULL, FALSE, TRUE, TRUE, TRUE, FALSE,
    '{verb} a subject for a time, after showing the plan'),
  ('ban', 'moderator', TRUE, 'say', 'moderate', TRUE, FALSE, FALSE,
    NULL, FALSE, TRUE, TRUE, TRUE, FALSE,
    '{verb} a subject and its dependent rows, after showing the plan'),
  ('delete', 'senior', TRUE, 'always', 'moderate', FALSE, FALSE, TRUE,
    NULL, FALSE, TRUE, FALSE, TRUE, FALSE,
    'delete a subject; `undelete` restores it until its window ends'),
  ('hold', 'senior', FALSE, 'may', 'mild', FALSE, TRUE, FALSE,
    NULL, TRUE, FALSE, FALSE, FALSE, FALSE,
    'protect a subject and its dependent rows from erasure (legal hold); for seniors'),
  ('erase', 'senior', FALSE, 'always', 'moderate', FALSE, FALSE, FALSE,
    NULL, TRUE, FALSE, FALSE, FALSE, TRUE,
    'erase personal data of a subject everywhere, for good; for two seniors');

CREATE TABLE reeve.catalog_action(
  app text CONSTRAINT catalog_action_app_fkey REFERENCES reeve.app,
  verb text,
  collection_id int CONSTRAINT catalog_action_collection_fkey REFERENCES reeve.collection,
  kind text NOT NULL CONSTRAINT catalog_action_kind_fkey REFERENCES reeve.action_kind,
  erase_after interval CONSTRAINT catalog_action_window CHECK (erase_after > '0'),
  is_live boolean NOT NULL DEFAULT TRUE,
  CONSTRAINT catalog_action_pkey PRIMARY KEY (app, verb, collection_id)
);

COMMENT ON TABLE reeve.catalog_action IS 'The actions that an app''s catalog allows on what.';

COMMENT ON COLUMN reeve.catalog_action.kind IS
  'What the verb is: itself, or what the catalog likens it to.';

-- Four eyes: what needs a second person, as data.
CREATE TABLE reeve.approval_rule(
  app text CONSTRAINT approval_rule_app_fkey REFERENCES reeve.app,
  name text NOT NULL,
  kinds text[],
  collections text[],
  ranks text[],
  is_permanent boolean NOT NULL DEFAULT FALSE,
  is_protected boolean NOT NULL DEFAULT FALSE,
  people int CONSTRAINT approval_rule_people CHECK (people >= 0),
  rows int CONSTRAINT approval_rule_rows CHECK (rows >= 0),
  irreversible int CONSTRAINT approval_rule_irreversible CHECK (irreversible >= 0),
  quota int CONSTRAINT approval_rule_quota CHECK (quota >= 0),
  -- An app of NULL stands for every app that has no rules of its own: one such rule a name.
  CONSTRAINT approval_rule_key UNIQUE NULLS NOT DISTINCT (app, name)
);

COMMENT ON TABLE reeve.approval_rule IS
  'An action needs a second person when all that one of these says holds; NULL says nothing.';

COMMENT ON COLUMN reeve.approval_rule.app IS 'NULL = apps whose catalog has no rules.';

COMMENT ON COLUMN reeve.approval_rule.ranks IS 'Of whoever acts.';

COMMENT ON COLUMN reeve.approval_rule.is_permanent IS 'It has no end.';

COMMENT ON COLUMN reeve.approval_rule.is_protected IS 'A tag protects its subject.';

COMMENT ON COLUMN reeve.approval_rule.people IS 'More people than these are told.';

COMMENT ON COLUMN reeve.approval_rule.rows IS 'More rows than these change.';

COMMENT ON COLUMN reeve.approval_rule.irreversible IS 'More rows than these cannot be restored.';

COMMENT ON COLUMN reeve.approval_rule.quota IS
  'Whoever acts did more than these within the hour, not counting what a second person approved.';

INSERT INTO reeve.approval_rule(name, kinds, is_permanent, is_protected, people, quota) VALUES
  ('permanent', '{ban,delete}', TRUE, FALSE, NULL, NULL),
  ('protected', NULL, FALSE, TRUE, NULL, NULL),
  ('people', NULL, FALSE, FALSE, 250, NULL),
  ('quota', NULL, FALSE, FALSE, NULL, 100),
  ('erasure', '{erase}', FALSE, FALSE, NULL, NULL);

-- The code of an app runs whenever Reeve touches its tables. Applying the catalog pins each piece
-- of it by digest, so that check and doctor can tell what changed since somebody read it.
CREATE TABLE reeve.app_code_pin(
  app text NOT NULL CONSTRAINT app_code_pin_app_fkey REFERENCES reeve.app,
  kind text NOT NULL,
  object text NOT NULL,
  digest bytea NOT NULL CONSTRAINT app_code_pin_digest_length CHECK (octet_length(digest) = 32),
  alarms text[] NOT NULL,
  is_ours boolean NOT NULL,
  CONSTRAINT app_code_pin_pkey PRIMARY KEY (app, kind, object)
);

COMMENT ON TABLE reeve.app_code_pin IS
  'Each piece of an app''s code that Reeve''s calls can reach, as of the last catalog apply.';

COMMENT ON COLUMN reeve.app_code_pin.object IS 'Name with its schema, as pg_identify_object tells.';

COMMENT ON COLUMN reeve.app_code_pin.digest IS 'SHA-256 of owner and definition.';

COMMENT ON COLUMN reeve.app_code_pin.alarms IS 'What was alarming about it, in words.';

COMMENT ON COLUMN reeve.app_code_pin.is_ours IS 'Whether catalog apply made it.';

-- Who of the team is whom in the apps. Links that were taken away still count for a day, and for
-- proposals made before.

CREATE TABLE reeve.member_subject(
  collection_id int NOT NULL CONSTRAINT member_subject_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  role_name text NOT NULL,
  added_by text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT member_subject_pkey PRIMARY KEY (collection_id, key, role_name)
);

COMMENT ON TABLE reeve.member_subject IS
  'Which rows of the apps are people of the team: nobody acts on themselves, peers or above.';

CREATE TABLE reeve.member_subject_past(
  past_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT member_subject_past_pkey PRIMARY KEY,
  collection_id int NOT NULL
    CONSTRAINT member_subject_past_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  role_name text NOT NULL,
  added_by text NOT NULL,
  added_at timestamptz NOT NULL,
  removed_by text NOT NULL,
  removed_at timestamptz NOT NULL
);

COMMENT ON TABLE reeve.member_subject_past IS
  'Links of member_subject that were changed or removed; see person_logins.';

CREATE INDEX member_subject_past_removed ON reeve.member_subject_past(removed_at);

CREATE FUNCTION reeve.member_subject_keep() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  INSERT INTO reeve.member_subject_past(
    collection_id, key, role_name, added_by, added_at, removed_by, removed_at)
  VALUES (OLD.collection_id, OLD.key, OLD.role_name, OLD.added_by, OLD.added_at, session_user,
    clock_timestamp());
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.member_subject_keep() IS
  'Keeps a link of member_subject that is changed or removed.';

CREATE TRIGGER member_subject_keep AFTER UPDATE OR DELETE ON reeve.member_subject
FOR EACH ROW EXECUTE FUNCTION reeve.member_subject_keep();
