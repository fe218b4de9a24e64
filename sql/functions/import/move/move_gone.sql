-- Reads as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.move_gone(app text)
RETURNS TABLE(source text, table_name text, import_id int, collection text, total bigint,
  edited bigint, rejected bigint, keys text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET jit = off
AS $$
DECLARE
  most CONSTANT int := 100000;
  s record;
  found jsonb;
  acted bigint;
BEGIN
  FOR s IN
    SELECT i.*, reeve.import_table(i.mapping) AS relation, c.collection_id, c.name, c.key_sql
    FROM (
      SELECT DISTINCT ON (l.source) l.* FROM reeve.import l
      WHERE l.app = move_gone.app AND l.finished_at IS NOT NULL AND l.has_keys
      ORDER BY l.source, l.import_id DESC) i
    LEFT JOIN LATERAL (
      SELECT c.* FROM reeve.collection c
      WHERE c.app = i.app AND c.is_live
        AND c.relation = to_regclass(reeve.import_table(i.mapping))
      ORDER BY c.collection_id LIMIT 1) c ON TRUE
    ORDER BY i.import_id
  LOOP
    -- Of a table that only an import reads, the function that follows it has taken the rows.
    CONTINUE WHEN has_table_privilege(reeve.app_role('writer', s.app), to_regclass(s.relation),
      'SELECT') IS NOT TRUE;
    source := s.source;
    table_name := s.mapping ->> 'table';
    import_id := s.import_id;
    collection := s.name;
    rejected := (SELECT count(*) FROM reeve.quarantine q
      WHERE q.import_id = s.import_id AND q.code <> 'existing');
    -- What another source still has is not gone.
    found := reeve.cell_enter(s.app, format($f$
        WITH g AS MATERIALIZED (SELECT unnest($1)::uuid AS digest),
        o AS MATERIALIZED (SELECT x::bigint AS id FROM jsonb_array_elements_text(($7)[1]) x),
        r AS MATERIALIZED (
          SELECT %1$s AS key, t.xmin::text::bigint NOT IN (SELECT id FROM o) AS is_edited
          FROM g JOIN %2$s t ON %3$s = g.digest)
        SELECT jsonb_build_object('total', (SELECT count(*) FROM r),
          'keys', ARRAY(SELECT key FROM r WHERE NOT is_edited ORDER BY key LIMIT %4$s),
          'edited', ARRAY(SELECT key FROM r WHERE is_edited ORDER BY key LIMIT %4$s))
      $f$,
      coalesce(s.key_sql, (
        SELECT format('concat_ws('','', %s)', string_agg('t.' || quote_ident(k), ', '))
        FROM unnest(reeve.catalog_columns(s.mapping -> 'key')) k)),
      s.relation, reeve.import_digest(s.mapping), most),
      keys => ARRAY(
        SELECT k.digest::text FROM reeve.import_key k
        WHERE k.app = s.app AND k.source = s.source AND k.gone_in IS NOT NULL
          AND NOT EXISTS (
            SELECT FROM reeve.import_key o
            JOIN reeve.import i ON i.app = o.app AND i.source = o.source AND i.has_keys
            WHERE o.app = k.app AND o.source <> k.source AND o.digest = k.digest
              AND o.gone_in IS NULL AND i.mapping -> 'table' = s.mapping -> 'table'
              AND i.mapping -> 'key' = s.mapping -> 'key')),
      vals => ARRAY[(SELECT coalesce(jsonb_agg(DISTINCT t.id), '[]')
        FROM reeve.import_transaction t WHERE t.app = s.app)]);
    -- What was hidden or deleted for that reason, its action has edited.
    acted := (
      SELECT count(*) FROM unnest(reeve.catalog_columns(found -> 'edited')) k(key)
      WHERE EXISTS (
        SELECT FROM reeve.action a
        JOIN reeve.catalog_action v ON v.app = s.app AND v.verb = a.verb
          AND v.collection_id = a.collection_id
        JOIN reeve.action_kind n ON n.name = v.kind AND (n.hides OR n.bars)
        WHERE a.collection_id = s.collection_id AND a.key = k.key AND a.reversed_by IS NULL
          AND a.until > now()));
    total := (found ->> 'total')::bigint - acted;
    edited := jsonb_array_length(found -> 'edited') - acted;
    keys := reeve.catalog_columns(found -> 'keys');
    CONTINUE WHEN total = 0;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.move_gone(text) IS
  'The rows of an app whose records the last exports have no more, by source, but for those that '
  'are hidden or deleted: how many, how many of them something other than an import wrote last, '
  'and the keys of the others, at most 100,000; rejected: records of the last import whose keys '
  'nobody knows. Runs as the installer. NULL: collection.';
