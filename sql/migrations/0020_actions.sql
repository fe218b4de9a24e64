-- What each kind of action is, and which an app's catalog allows on what, as data: one mechanism
-- plans, performs and takes back all of them.

CREATE TABLE reeve.action_kind(
  name text CONSTRAINT action_kind_pkey PRIMARY KEY,
  rank text NOT NULL CONSTRAINT action_kind_rank CHECK (rank IN ('moderator', 'senior')),
  needs_policy boolean NOT NULL,
  ends text NOT NULL CONSTRAINT action_kind_ends CHECK (
    ends IN ('never', 'always', 'may', 'must', 'say')),
  danger text NOT NULL CONSTRAINT action_kind_danger CHECK (danger IN ('mild', 'moderate')),
  must_bite boolean NOT NULL,
  is_marking boolean NOT NULL,
  has_window boolean NOT NULL
);

COMMENT ON TABLE reeve.action_kind IS 'What an action of each kind is, whatever the app.';

COMMENT ON COLUMN reeve.action_kind.rank IS 'The least rank that performs it and takes it back.';

COMMENT ON COLUMN reeve.action_kind.needs_policy IS
  'It is done to somebody for breaking a rule, which it has to name.';

COMMENT ON COLUMN reeve.action_kind.ends IS
  'never = nothing that lasts; always = lasts until taken back; may = an end can be given; must = '
  'an end, or the policy''s; say = an end or without end, either has to be said.';

COMMENT ON COLUMN reeve.action_kind.danger IS 'What even the smallest plan of it is graded as.';

COMMENT ON COLUMN reeve.action_kind.must_bite IS 'Nothing but how a ban bites makes it hold.';

COMMENT ON COLUMN reeve.action_kind.is_marking IS 'It leaves a row in reeve.mark while it lasts.';

COMMENT ON COLUMN reeve.action_kind.has_window IS
  'It becomes final after a time, and cannot be taken back from then on.';

INSERT INTO reeve.action_kind VALUES
  ('warn', 'moderator', TRUE, 'never', 'mild', FALSE, FALSE, FALSE),
  ('note', 'moderator', FALSE, 'never', 'mild', FALSE, FALSE, FALSE),
  ('tag', 'moderator', FALSE, 'may', 'mild', FALSE, TRUE, FALSE),
  ('verify', 'moderator', FALSE, 'may', 'mild', FALSE, TRUE, FALSE),
  ('hide', 'moderator', TRUE, 'may', 'mild', FALSE, FALSE, FALSE),
  ('limit', 'moderator', TRUE, 'say', 'moderate', FALSE, TRUE, FALSE),
  ('suspend', 'moderator', TRUE, 'must', 'moderate', TRUE, FALSE, FALSE),
  ('ban', 'moderator', TRUE, 'say', 'moderate', TRUE, FALSE, FALSE),
  ('delete', 'senior', TRUE, 'always', 'moderate', FALSE, FALSE, TRUE);

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

INSERT INTO reeve.catalog_action(app, verb, collection_id, kind)
SELECT DISTINCT r.app, r.verb, r.collection_id, coalesce(k.name, 'hide')
FROM reeve.rule r
LEFT JOIN reeve.action_kind k ON k.name = r.verb AND NOT k.has_window
WHERE r.is_live AND r.verb <> 'expire';

ALTER TABLE reeve.rule DROP CONSTRAINT rule_kind;

ALTER TABLE reeve.rule ADD CONSTRAINT rule_kind CHECK (kind IN ('hide', 'set', 'tell', 'list'));

ALTER TABLE reeve.collection ADD COLUMN limits jsonb NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.collection.limits IS 'What can be denied to its rows: name to help.';

CREATE TABLE reeve.mark(
  action_id bigint CONSTRAINT mark_pkey PRIMARY KEY
    CONSTRAINT mark_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL,
  key text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL CONSTRAINT mark_name CHECK (name ~ '^[a-z][a-z0-9_-]{0,39}$'),
  until timestamptz NOT NULL,
  is_protecting boolean NOT NULL DEFAULT FALSE
);

COMMENT ON TABLE reeve.mark IS
  'Tags, limits and verifications of subjects, each by its action: in force while until lies in '
  'the future.';

COMMENT ON COLUMN reeve.mark.is_protecting IS 'Who acts against the subject needs a second person.';

CREATE INDEX mark_subject ON reeve.mark(collection_id, key, kind, name, until);

CREATE INDEX mark_name ON reeve.mark(kind, name);

ALTER TABLE reeve.policy
  ADD COLUMN severity text NOT NULL DEFAULT 'medium'
    CONSTRAINT policy_severity CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  ADD COLUMN strike_weight int NOT NULL DEFAULT 1
    CONSTRAINT policy_strike_weight CHECK (strike_weight >= 0),
  ADD COLUMN duration interval CONSTRAINT policy_duration CHECK (duration > '0');

COMMENT ON COLUMN reeve.policy.severity IS 'How grave a breach is unless the action says.';

COMMENT ON COLUMN reeve.policy.strike_weight IS 'What a breach counts against its author.';

COMMENT ON COLUMN reeve.policy.duration IS
  'How long a suspension for it lasts unless the action says; NULL = it has to say.';

ALTER TABLE reeve.action
  ADD COLUMN severity text CONSTRAINT action_severity CHECK (
    severity IN ('low', 'medium', 'high', 'critical')),
  ADD COLUMN public_reason text CONSTRAINT action_public_reason_length CHECK (
    char_length(public_reason) BETWEEN 1 AND 1000),
  ADD COLUMN name text,
  ADD COLUMN is_protecting boolean NOT NULL DEFAULT FALSE,
  ADD COLUMN erase_at timestamptz;

COMMENT ON COLUMN reeve.action.reason IS 'For the record; never in a notice.';

COMMENT ON COLUMN reeve.action.public_reason IS 'What its notices say instead of the clause.';

COMMENT ON COLUMN reeve.action.name IS 'Of a tag or a limit.';

COMMENT ON COLUMN reeve.action.is_protecting IS 'Of a tag that protects its subject.';

COMMENT ON COLUMN reeve.action.erase_at IS
  'When what it deleted is to be erased; it cannot be taken back from then on.';

CREATE INDEX action_erase ON reeve.action(erase_at)
WHERE erase_at IS NOT NULL AND reversed_by IS NULL;
