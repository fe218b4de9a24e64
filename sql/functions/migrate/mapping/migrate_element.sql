CREATE OR REPLACE FUNCTION reeve.migrate_element(
  relation regclass, columns text[], alias text)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(string_agg(g.members, ' || ' ORDER BY g.number), '''{}''::jsonb')
  FROM (
    SELECT f.number, CASE WHEN f.number < 0 THEN string_agg(format(
        'CASE WHEN %2$s.%1$I IS NULL THEN ''{}'' ELSE jsonb_build_object(%1$L, %2$s.%1$I) END',
        f.attname, alias), ' || ')
      ELSE 'jsonb_strip_nulls' || reeve.object_expression(array_agg(format(
        -- The same text in every session.
        CASE WHEN f.atttypid = 'timestamptz'::regtype
          THEN '%1$L, to_jsonb(%2$s.%1$I AT TIME ZONE ''UTC'') #>> ''{}'' '
            '|| CASE WHEN isfinite(%2$s.%1$I) THEN ''+00:00'' ELSE '''' END'
          ELSE '%1$L, %2$s.%1$I' END, f.attname, alias))) END AS members
    FROM (
      SELECT a.attname, a.atttypid, CASE WHEN a.atttypid = 'jsonb'::regtype THEN -a.attnum
        ELSE 0 END AS number
      FROM pg_attribute a
      WHERE a.attrelid = relation AND a.attname = ANY (columns) AND a.attnum > 0) f
    GROUP BY f.number) g
$$;

COMMENT ON FUNCTION reeve.migrate_element(regclass, text[], text) IS
  'Expression over a row that gives the element of a list: an object of its columns, without '
  'NULL ones.';
