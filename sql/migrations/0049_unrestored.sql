-- A rule never changes its meaning: what an action did is read from the rule that it had.
ALTER TABLE reeve.rule
  ADD COLUMN relation regclass,
  ADD COLUMN sets_until boolean NOT NULL DEFAULT FALSE,
  DROP CONSTRAINT rule_name_key;

UPDATE reeve.rule r
SET relation = c.relation,
  sets_until = r.kind = 'hide' AND NOT coalesce(
    a.manifest #> ARRAY['collections', c.name] ? 'hidden', FALSE)
FROM reeve.collection c
JOIN reeve.app a USING (app)
WHERE c.collection_id = r.affected_id;

-- An effect may set more columns than an entry of an index has room for.
CREATE UNIQUE INDEX rule_meaning_key ON reeve.rule(
  app, verb, collection_id, name, kind, hash_array_extended(columns, 0), affected_id, relation,
  sets_until) NULLS NOT DISTINCT;

COMMENT ON COLUMN reeve.rule.relation IS 'The table of the affected collection.';

COMMENT ON COLUMN reeve.rule.sets_until IS
  'Whether the column that hides a row holds until when; else it holds a value.';

-- Causes may have written different columns: the base has a value for each.
SET LOCAL "TimeZone" = 'UTC';

UPDATE reeve.subject s
SET base = coalesce((
  SELECT jsonb_build_object(n, s.base_until)
  FROM reeve.effect e
  CROSS JOIN LATERAL jsonb_object_keys(e.before) n
  WHERE e.collection_id = s.collection_id AND e.key = s.key AND e.action_id = ANY (s.hidden_by)
  ORDER BY e.action_id LIMIT 1), '{}')
WHERE s.base IS NULL AND s.hidden_by <> '{}';

ALTER TABLE reeve.subject DROP COLUMN base_until;

COMMENT ON COLUMN reeve.subject.base IS
  'What each column that an action in hidden_by wrote held before the first of them, as an '
  'object; NULL where nothing hides the row.';

CREATE TABLE reeve.unrestored(
  collection_id int NOT NULL,
  key text NOT NULL,
  action_id bigint NOT NULL CONSTRAINT unrestored_action_fkey REFERENCES reeve.action,
  code text NOT NULL,
  reason text NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  tries int NOT NULL DEFAULT 1,
  due_at timestamptz NOT NULL,
  CONSTRAINT unrestored_pkey PRIMARY KEY (collection_id, key, action_id)
);

COMMENT ON TABLE reeve.unrestored IS
  'Rows that an undo or the end of an action could not restore, because the app refused it; each '
  'is tried again.';

COMMENT ON COLUMN reeve.unrestored.action_id IS 'The action whose effect is still there.';

COMMENT ON COLUMN reeve.unrestored.code IS 'The SQLSTATE of the last refusal.';

COMMENT ON COLUMN reeve.unrestored.reason IS
  'The last refusal, with the constraint and its values, except personal ones.';

CREATE INDEX unrestored_action ON reeve.unrestored(action_id);

CREATE INDEX unrestored_due ON reeve.unrestored(due_at);

CREATE TYPE reeve.given AS (
  rule_id int,
  key text,
  action_ids bigint[],
  value jsonb,
  expect jsonb,
  columns text[],
  is_done boolean,
  code text,
  why text
);

COMMENT ON TYPE reeve.given IS
  'A row that an undo or an ending restores: the actions that changed it, by which rule; what its '
  'columns get, and must hold until then (NULL: anything); whether they have it; why not, or what '
  'is missing all the same; code: the SQLSTATE where the app refused it and it is tried again.';
