-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.import_consent(mapping jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  gate record;
  wanted text;
  label text;
  allowed boolean;
BEGIN
  FOR gate IN
    SELECT c AS collection, e.value #>> '{import,set}' AS name,
      e.value #>> '{import,needs}' AS needs
    FROM reeve.app a
    CROSS JOIN LATERAL jsonb_each(a.manifest -> 'collections') e
    JOIN reeve.collection c ON (c.app, c.name) = (a.app, e.key)
    WHERE a.app = mapping ->> 'app' AND e.value ? 'import'
      -- The people themselves may exist before they agree to anything.
      AND (SELECT bool_or(to_regclass(reeve.import_table(t.target)) <> c.relation)
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
    BEGIN
      EXECUTE reeve.reader_call(mapping ->> 'app', 'label text, allowed boolean')
        INTO label, allowed
      USING format('SELECT (%s)::text, (%s)::boolean FROM unnest($1) u(key) JOIN %s t ON %s',
          (gate.collection).label_sql, gate.needs, (gate.collection).table_sql,
          (gate.collection).match_sql), ARRAY[wanted];
    EXCEPTION WHEN data_exception THEN
      label := NULL;
    END;
    IF allowed IS NOT TRUE THEN
      RETURN QUERY SELECT '/set', 'consent', CASE WHEN label IS NULL
        THEN format('there is no %s:%s', (gate.collection).name, wanted)
        ELSE format('%s:%s has not agreed to an import', (gate.collection).name, wanted) END;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_consent(jsonb) IS
  'Findings about the person whose data a mapping imports, if the catalog requires consent: that '
  'the mapping names one, writes only rows with that key, and the person agrees now.';
