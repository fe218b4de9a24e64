CREATE OR REPLACE FUNCTION reeve.import_consent(mapping jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  gate record;
  wanted text;
BEGIN
  FOR gate IN
    SELECT c AS collection, p.name, p.needs
    FROM reeve.import_people(mapping ->> 'app') p
    JOIN reeve.collection c USING (collection_id)
    -- The people themselves may exist before they agree to anything.
    WHERE (SELECT bool_or(to_regclass(reeve.import_table(t.target)) <> c.relation)
        FROM reeve.import_targets(mapping) t)
  LOOP
    wanted := mapping #>> ARRAY['set', gate.name];
    IF wanted IS NULL THEN
      RETURN QUERY SELECT '/set', 'consent', format(
        'what is imported into %s belongs to one %s: name it by --set %s=KEY, and take %s from '
        '$set.%3$s', mapping ->> 'app', (gate.collection).name, gate.name,
        'a column of every key');
      RETURN;
    END IF;
    -- Rows are found by a key with the constant in it, so that one import writes no other's.
    RETURN QUERY
      SELECT t.path || '/key', 'consent', format(
        'no column of the key is taken from $set.%s, so the rows could be another %s''s', gate.name,
        (gate.collection).name)
      FROM reeve.import_targets(mapping) t
      WHERE to_regclass(reeve.import_table(t.target)) <> (gate.collection).relation
        AND t.child = 0 AND NOT EXISTS (
          SELECT FROM jsonb_each(t.target -> 'columns') c
          WHERE c.key = ANY (reeve.catalog_columns(t.target -> 'key'))
            AND c.value ->> 'from' = '$set.' || gate.name);
    RETURN QUERY
      SELECT format('%s/columns/%s/from', t.path, a.attname), 'consent', format(
        'column %s names a %s and has to be taken from $set.%s', a.attname,
        (gate.collection).name, gate.name)
      FROM reeve.import_targets(mapping) t
      JOIN pg_constraint f ON f.contype = 'f' AND f.confrelid = (gate.collection).relation
        AND f.conrelid = to_regclass(reeve.import_table(t.target))
      JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)
      WHERE t.target -> 'columns' ? a.attname
        AND t.target #>> ARRAY['columns', a.attname, 'from'] <> '$set.' || gate.name
        AND t.target #>> ARRAY['columns', a.attname, 'from'] NOT LIKE '$parent.%';
    RETURN QUERY
      SELECT '/set', 'consent', r.refusal
      FROM reeve.import_refusal(gate.collection, gate.needs, wanted) r(refusal)
      WHERE r.refusal IS NOT NULL;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_consent(jsonb) IS
  'Findings about the person whose data a mapping imports, if the catalog requires consent: that '
  'the mapping names one, writes only rows with that key, and the person agrees now.';
