-- What a statement wrote has one name in every trigger, which no temporary relation can take; keys
-- in the change log have a greatest length; why rows of an app could not be read is kept.

CREATE TABLE reeve.reeve_written();

COMMENT ON TABLE reeve.reeve_written IS
  'Keeps the name by which triggers read the rows that a statement wrote: where a trigger has no '
  'such rows, the name is this table''s, and not that of a temporary one. Has no columns, so that '
  'whatever reads a row of it fails.';

-- Sessions forget plans that read something else by that name.
DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN
    SELECT p.oid FROM pg_catalog.pg_proc p
    WHERE p.pronamespace = 'reeve'::regnamespace AND p.prorettype = 'trigger'::regtype
      AND p.proowner = 'reeve_owner'::regrole
  LOOP
    EXECUTE format('ALTER FUNCTION %s VOLATILE', f);
  END LOOP;
END
$$;

-- Longer keys than triggers let in now: what has them is read as a whole, as after TRUNCATE.
UPDATE reeve.search_waiting w SET keys = ARRAY(
  SELECT k FROM unnest(w.keys) k WHERE octet_length(k) <= 1024) || NULL::text
WHERE EXISTS (SELECT FROM unnest(w.keys) k WHERE octet_length(k) > 1024);

UPDATE reeve.rank_stale s SET key = NULL WHERE octet_length(s.key) > 1024;

CREATE TABLE reeve.change_fault(
  reader text,
  collection_id int CONSTRAINT change_fault_collection_fkey REFERENCES reeve.collection,
  failed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  cause text NOT NULL,
  CONSTRAINT change_fault_pkey PRIMARY KEY (reader, collection_id)
);

COMMENT ON TABLE reeve.change_fault IS
  'Collections whose rows a reader of the change log could not read when it last tried: it leaves '
  'them, goes on with the others, and tries again by itself.';

COMMENT ON COLUMN reeve.change_fault.reader IS
  'rank, identifiers, or flag and its name. Search has a job for each collection, which keeps its '
  'own error.';

COMMENT ON COLUMN reeve.change_fault.cause IS 'What the server said.';
