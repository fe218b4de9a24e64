-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.move_lists(app text, names text[])
RETURNS TABLE(name text, help text, columns text[], total bigint, first_rows jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  v record;
  called CONSTANT text := reeve.reader_call(app, 'fields text[]', ARRAY['keys', 'max_rows']);
BEGIN
  FOR v IN
    SELECT n.name, w.help, w.columns, w.call_sql, w.collection_id, w.arguments
    FROM unnest(names) WITH ORDINALITY n(name, place)
    LEFT JOIN reeve.catalog_view w ON w.app = move_lists.app AND w.name = n.name
    ORDER BY n.place
  LOOP
    IF v.call_sql IS NULL OR v.collection_id IS NOT NULL OR v.arguments <> '{}' THEN
      RAISE EXCEPTION 'app % has no view % of the whole app without arguments', app, v.name
        USING ERRCODE = 'RV003', HINT = 'The lists of a move are views of the catalog.';
    END IF;
    name := v.name;
    help := v.help;
    columns := v.columns;
    EXECUTE format('SELECT count(*) FROM (%s) r', called)
    INTO total USING v.call_sql, '{}'::text[], NULL::bigint;
    EXECUTE format('SELECT coalesce(jsonb_agg(to_jsonb(r.fields)), ''[]'') FROM (%s) r', called)
    INTO first_rows USING v.call_sql, '{}'::text[], 20::bigint;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.move_lists(text, text[]) IS
  'The views that a move counts at its end, each with the number of its rows and the first 20, '
  'arrays of text. Runs as the installer. RV003 for a view that there is not, or that is about one '
  'subject or takes arguments.';
