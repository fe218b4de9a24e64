-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.catalog_kept(app text)
RETURNS TABLE(collection_id int, collection text, columns text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET lock_timeout = '500ms'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
SET jit = off
AS $$
DECLARE
  r reeve.rule;
  c reeve.collection;
  rows text;
  keys text[];
  befores jsonb[];
  afters jsonb[];
  then_rows jsonb[];
  now_rows jsonb[];
  kept jsonb := '{}';
BEGIN
  FOR r IN
    SELECT l.* FROM reeve.rule l
    WHERE NOT pg_is_in_recovery() AND l.app = catalog_kept.app AND l.is_live AND l.is_reversible
      AND l.verb <> 'expire' AND l.columns <> '{}'
    ORDER BY l.rule_id
  LOOP
    BEGIN
      c := reeve.collection_get(r.collection_id);
      EXECUTE reeve.reader_call(app, 'keys text[]') INTO keys
      USING format('SELECT array_agg(k.key) FROM (SELECT %s AS key FROM %s t LIMIT 20) k',
        c.key_sql, c.table_sql), NULL::text[];
      SELECT array_agg(s.key), array_agg(s.before), array_agg(s.after) INTO keys, befores, afters
      FROM reeve.app_select(r.rule_id, keys, clock_timestamp(), 'infinity', '1 day', 'lock', 5) s;
      c := reeve.collection_get(r.affected_id);
      IF keys IS NULL THEN
        -- No row is in a state that allows it: existing rows are written unchanged.
        EXECUTE reeve.reader_call(app, 'keys text[], befores jsonb[]') INTO keys, befores
        USING format('SELECT array_agg(k.key), array_agg(k.body) FROM ('
          'SELECT %s, %s FROM %s t LIMIT 1) k(key, body)', c.key_sql,
          reeve.object_expression(ARRAY(
            SELECT format('%1$L, t.%1$I', n) FROM unnest(r.columns) n)), c.table_sql), NULL::text[];
        afters := befores;
      ELSIF r.kind = 'hide' THEN
        afters := array_fill(jsonb_build_object(r.columns[1], 'infinity'),
          ARRAY[cardinality(keys)]);
      END IF;
      CONTINUE WHEN keys IS NULL;
      rows := format(
        'SELECT array_agg(%s ORDER BY array_position($1, %s)) FROM %s t WHERE %s',
        reeve.columns_expression(c.relation), c.key_sql, c.table_sql, c.keys_sql);
      EXECUTE reeve.reader_call(app, 'found jsonb[]') INTO then_rows USING rows, keys;
      PERFORM reeve.app_write(c, r.columns, keys, afters);
      PERFORM reeve.app_write(c, r.columns, keys, befores);
      EXECUTE reeve.reader_call(app, 'found jsonb[]') INTO now_rows USING rows, keys;
      RAISE EXCEPTION USING ERRCODE = 'RV900';
    EXCEPTION
      WHEN SQLSTATE 'RV900' THEN
        kept := kept || coalesce((
          SELECT jsonb_object_agg(r.affected_id || ':' || o.key, TRUE)
          FROM unnest(then_rows, now_rows) u(past, present)
          CROSS JOIN LATERAL jsonb_each(u.past) o
          WHERE u.present -> o.key IS DISTINCT FROM o.value), '{}');
      WHEN SQLSTATE 'RV006' OR lock_not_available OR deadlock_detected THEN
        NULL;  -- An effect that cannot be tried yields no findings.
    END;
  END LOOP;
  RETURN QUERY
    SELECT l.collection_id, l.name, array_agg(p.name ORDER BY p.name)
    FROM jsonb_object_keys(kept) k(name)
    CROSS JOIN LATERAL (SELECT substr(k.name, strpos(k.name, ':') + 1)) p(name)
    JOIN reeve.collection l ON l.collection_id = split_part(k.name, ':', 1)::int
    GROUP BY l.collection_id ORDER BY l.name;
END
$$;

COMMENT ON FUNCTION reeve.catalog_kept(text) IS
  'Columns that an undo does not restore, because the app''s own triggers set them: found by '
  'writing a few rows of each reversible effect as the app''s writer and back, all of it rolled '
  'back. The catalog must be applied. Locks those rows while it runs, for at most 500 ms. Does '
  'nothing on a standby.';
