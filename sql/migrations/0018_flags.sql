-- A flag may report what seems to be the same thing as another row.

ALTER TABLE reeve.flag DROP CONSTRAINT flag_kind,
  ADD CONSTRAINT flag_kind CHECK (
    kind IN ('flood', 'price', 'words', 'banned', 'sql', 'group', 'alike'));

-- Where code of an app fails, its flag waits and is told, and those of other apps go on.
ALTER TABLE reeve.flag_state ADD failed_at timestamptz;
ALTER TABLE reeve.identifier_scan ADD failed_at timestamptz;

COMMENT ON COLUMN reeve.flag_state.failed_at IS
  'When its last look failed; NULL once it has looked through those rows.';

COMMENT ON COLUMN reeve.identifier_scan.failed_at IS
  'When reading them last failed; NULL once they have been read.';

-- What a flag has seen of a flood is given to its statement: code of any app could call the
-- function that told it.

UPDATE reeve.flag f
SET select_sql = replace(f.select_sql, 'reeve.flag_seen($5::int, a.key)',
  '($7[1] ->> a.key)::timestamptz');

-- Some of what identifies a person has been verified.
ALTER TABLE reeve.identifier ADD is_verified boolean NOT NULL DEFAULT FALSE;

COMMENT ON COLUMN reeve.identifier.is_verified IS
  'The catalog calls it verified, or did so when the row had it last.';

-- Whose identifiers are read after the ban is looked for among other accounts by then.
CREATE OR REPLACE FUNCTION reeve.identifier_recall() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.identifier_look_again(w.collection_id, w.keys)
  FROM (
    SELECT a.collection_id, array_agg(a.key) AS keys FROM reeve_written a
    WHERE a.policy IS NOT NULL AND a.key IS NOT NULL AND a.reverses IS NULL GROUP BY 1) w;
  RETURN NULL;
END
$$;

DROP TRIGGER action_recall ON reeve.action;

CREATE TRIGGER action_recall AFTER INSERT ON reeve.action REFERENCING NEW TABLE AS reeve_written
FOR EACH STATEMENT EXECUTE FUNCTION reeve.identifier_recall();
