CREATE OR REPLACE FUNCTION reeve.import_changes(target jsonb, stage text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format($f$
      SELECT jsonb_object_agg(n.told, n.count)
      FROM (
        SELECT ARRAY[%s] AS counts FROM %s s
        WHERE s.record BETWEEN $1 AND $2 AND s.record <> ALL ($3)) c,
        unnest(%L::text[], c.counts) n(told, count)
      WHERE n.count > 0
    $f$, string_agg(format('count(*) FILTER (WHERE %s)', d.differs), ', ' ORDER BY c.place), stage,
    array_agg(format('%s%s: changed to fit %s',
      CASE WHEN target ? 'parent' THEN (target ->> 'table') || '.' ELSE '' END, c.name, c.type)
      ORDER BY c.place))
  FROM reeve.import_columns(target) c
  JOIN pg_attribute a ON a.attrelid = to_regclass(reeve.import_table(target))
    AND a.attname = c.name AND a.attnum > 0 AND NOT a.attisdropped
  CROSS JOIN LATERAL reeve.import_base(a.atttypid, a.atttypmod) b
  CROSS JOIN LATERAL (
    SELECT format('s.c%s', c.place), format_type(b.base, -1), format_type(b.base, b.base_modifier)
  ) x(raw, wide, narrow)
  CROSS JOIN LATERAL (SELECT CASE
    -- Blanks at the end, which a length cuts without an error.
    WHEN b.base IN ('varchar'::regtype, 'bpchar'::regtype)
      THEN format('%1$s <> (%1$s::%2$s)::text', x.raw, x.narrow)
    -- A cast rounds or cuts; what has no modifier takes such a number as it can.
    WHEN b.base_modifier >= 0
      THEN format('%1$s::%2$s <> %1$s::%2$s::%3$s', x.raw, x.wide, x.narrow)
    ELSE format('CASE WHEN %1$s ~ ''^[-+]?[0-9]+[.]?[0-9]*([eE][-+]?[0-9]{1,3})?$'' '
      'THEN %1$s::numeric <> (%1$s::%2$s)::%3$snumeric END', x.raw, x.wide,
      CASE b.base WHEN 'money'::regtype THEN '' ELSE 'text::' END) END) d(differs)
  WHERE c.is_plain AND c.source IS NOT NULL AND c.source NOT LIKE '$parent.%' AND b.is_built_in
    AND (b.base_modifier >= 0 OR b.base IN ('float8'::regtype, 'money'::regtype))
    -- Of these, the table refuses what does not fit.
    AND b.base NOT IN ('bit'::regtype, 'varbit'::regtype, 'bit[]'::regtype, 'varbit[]'::regtype,
      'varchar[]'::regtype, 'bpchar[]'::regtype)
  HAVING count(*) > 0
$$;

COMMENT ON FUNCTION reeve.import_changes(jsonb, text) IS
  'The statement that the app writer runs over the staged records $1 to $2 except $3 once they '
  'are written: compares each value that the file has with what its column makes of it, and '
  'returns how many differ, by column, as a jsonb; NULL if none does. NULL where no column of the '
  'target changes values.';
