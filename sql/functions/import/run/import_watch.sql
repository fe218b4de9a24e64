-- Reads as the app's writer, inside a cell.
--
-- Whether somebody edited a row since an import wrote it, the transaction that wrote it last tells
-- (xmin). The function that a mapping names as after writes rows, too, and would make each look
-- edited. So the rows that do look edited are listed before it runs; what looks edited afterwards
-- and is not in the list, that function wrote, and it counts as an import (reeve.import_own).
CREATE OR REPLACE FUNCTION reeve.import_watch(app text)
RETURNS TABLE(table_name text, relation text, keys text, edited jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  most CONSTANT int := 10000;
  key_columns text[];
BEGIN
  FOR table_name, relation, key_columns IN
    SELECT DISTINCT ON (l.mapping ->> 'table') l.mapping ->> 'table',
      reeve.import_table(l.mapping), reeve.catalog_columns(l.mapping -> 'key')
    FROM reeve.import l
    WHERE l.app = import_watch.app
    ORDER BY l.mapping ->> 'table', l.import_id DESC
  LOOP
    -- Of a table that only an import reads, nobody but imports and that function writes rows. One
    -- that an earlier import wrote may be gone, or its key be called otherwise.
    CONTINUE WHEN has_table_privilege(reeve.app_role('writer', app), to_regclass(relation),
        'SELECT') IS NOT TRUE
      OR EXISTS (
        SELECT FROM unnest(key_columns) k(name)
        WHERE NOT EXISTS (SELECT FROM pg_attribute a
          WHERE a.attrelid = to_regclass(relation) AND a.attname = k.name AND a.attnum > 0
            AND NOT a.attisdropped));
    keys := (SELECT string_agg('t.' || quote_ident(k.name), ', ' ORDER BY k.place)
      FROM unnest(key_columns) WITH ORDINALITY k(name, place));
    edited := reeve.cell_enter(app, format(
      'SELECT coalesce(jsonb_agg(jsonb_build_array(r.k, r.x)), ''[]'') '
      'FROM (SELECT ROW(%s)::text AS k, t.xmin::text AS x FROM %s t '
      'WHERE t.xmin::text NOT IN (SELECT unnest($1)) LIMIT %s) r', keys, relation, most + 1),
      keys => ARRAY(SELECT DISTINCT i.id::text FROM reeve.import_transaction i
        WHERE i.app = import_watch.app));
    IF jsonb_array_length(edited) > most THEN
      edited := NULL;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_watch(text) IS
  'The tables of an app''s imports that the app writer may read, each with the names of its key '
  'and the rows that something other than an import wrote last: pairs of key and transaction; '
  'NULL where there are more than 10,000 of them.';
