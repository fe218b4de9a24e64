-- Strikes and appeals. A strike is an action that cites a policy: only whom it counts against is
-- kept; its weight, its end and whether it was undone are read where they stand.

CREATE TABLE reeve.strike(
  action_id bigint CONSTRAINT strike_pkey PRIMARY KEY
    CONSTRAINT strike_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL CONSTRAINT strike_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL
);

COMMENT ON TABLE reeve.strike IS
  'Against whom an action counts: its subject, or the person whom the subject belongs to.';

CREATE INDEX strike_person ON reeve.strike(collection_id, key, action_id);

-- What is done to many at once counts at once: strikes are added by the statement, not by the row.
CREATE FUNCTION reeve.strike_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.strike_add(array_agg(a.action_id)) FROM added a
  WHERE a.policy IS NOT NULL AND a.key IS NOT NULL AND a.reverses IS NULL
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.strike_change() IS 'Has actions that cite a policy count.';

CREATE TRIGGER action_strike AFTER INSERT ON reeve.action
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reeve.strike_change();

CREATE TABLE reeve.appeal(
  action_id bigint CONSTRAINT appeal_pkey PRIMARY KEY
    CONSTRAINT appeal_action_fkey REFERENCES reeve.action,
  actors text[] NOT NULL CONSTRAINT appeal_actors CHECK (actors <> '{}'),
  collection_id int NOT NULL CONSTRAINT appeal_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  words text CONSTRAINT appeal_words_length CHECK (char_length(words) BETWEEN 1 AND 4000),
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  filed_by text NOT NULL,
  decided_at timestamptz,
  decided_by text,
  outcome text CONSTRAINT appeal_outcome CHECK (outcome IN ('upheld', 'overturned', 'partly')),
  reason text CONSTRAINT appeal_reason_length CHECK (char_length(reason) BETWEEN 1 AND 2000),
  is_single_handed boolean NOT NULL DEFAULT FALSE,
  CONSTRAINT appeal_decided CHECK (
    num_nonnulls(decided_at, decided_by, outcome) IN (0, 3)
    AND (reason IS NULL OR decided_at IS NOT NULL)),
  CONSTRAINT appeal_other_person CHECK (decided_by <> ALL (actors) OR is_single_handed)
);

COMMENT ON TABLE reeve.appeal IS
  'What the person concerned says against an action, once an action; words and reason are '
  'erasable.';

COMMENT ON COLUMN reeve.appeal.actors IS
  'Who did the action, and who proposed it: those who may not decide, unless nobody else can.';

COMMENT ON COLUMN reeve.appeal.outcome IS
  'upheld = the action stands; overturned = undone, its strike too; partly = undone, its '
  'strike stands.';

COMMENT ON COLUMN reeve.appeal.is_single_handed IS
  'Decided by somebody who had a part in the action, since nobody else of the team could.';

CREATE INDEX appeal_open ON reeve.appeal(opened_at) WHERE decided_at IS NULL;
