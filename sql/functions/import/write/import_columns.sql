CREATE OR REPLACE FUNCTION reeve.import_columns(mapping jsonb)
RETURNS TABLE(place int, name text, source text, type text, form text, accept text[],
  split text, nulls text[], value_sql text, is_key boolean, compare_sql text, find_sql text,
  replacement text, is_plain boolean, others text[], initial_sql text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  -- Once, not for each column.
  target CONSTANT oid := to_regclass(reeve.import_table(mapping));
  keys CONSTANT text[] := reeve.catalog_columns(mapping -> 'key');
  is_child CONSTANT boolean := mapping ? 'parent';
BEGIN
  RETURN QUERY
    SELECT c.place, c.key, c.value ->> 'from', format_type(a.atttypid, a.atttypmod), f.form,
      ARRAY(
        SELECT unnest(CASE
          WHEN c.value ? 'up' THEN ARRAY['string', 'int', 'double', 'bool', 'timestamp', 'json']
          WHEN f.form = 'json'
            THEN ARRAY['string', 'int', 'double', 'bool', 'timestamp', 'bytes', 'reference',
              'geopoint', 'array', 'vector', 'map', 'json']
          WHEN f.form = 'array' THEN ARRAY['array', 'vector', 'string']
          WHEN t.oid = 'bytea'::regtype THEN ARRAY['bytes', 'string']
          WHEN t.oid = 'point'::regtype THEN ARRAY['geopoint', 'string']
          WHEN t.typcategory = 'N' THEN ARRAY['int', 'double', 'string']
          WHEN t.typcategory = 'B' THEN ARRAY['bool', 'string']
          WHEN t.typcategory = 'D' THEN ARRAY['timestamp', 'string']
          WHEN t.typcategory = 'S' THEN ARRAY['string', 'reference', 'json']
          ELSE ARRAY['string', 'json'] END)
        UNION
        SELECT unnest(reeve.catalog_columns(c.value -> 'accept'))),
      c.value ->> 'split',
      CASE WHEN c.value ? 'null' THEN reeve.catalog_columns(c.value -> 'null') END,
      CASE WHEN c.value ? 'default'
        THEN format('coalesce(%s, (%s))', x.given, c.value ->> 'default') ELSE x.given END,
      c.key = ANY (keys),
      -- A text that is padded is the same however it is.
      d.type || CASE d.base WHEN 'bpchar'::regtype THEN '::text'
        WHEN 'bpchar[]'::regtype THEN '::text[]' ELSE '' END,
      CASE WHEN c.value ? 'ref' THEN
        CASE WHEN c.value ? 'up' THEN reeve.import_value(c.value ->> 'up', v.raw)
          ELSE n.raw || '::' || format_type(b.atttypid, -1) END
      END,
      c.value ->> 'replace', NOT c.value ?| '{up,ref}', reeve.catalog_columns(c.value -> 'or'),
      -- Such a default is for new rows: a record that comes again changes nothing.
      CASE WHEN c.value ->> 'default' ~* (
          E'\\m(now|(clock|statement|transaction|current|local)_?time(stamp)?|'
          'current_date|timeofday|random|gen_random_uuid|uuid_generate_\\w+|nextval)\\M')
        THEN x.given END
    FROM (
      SELECT e.*, row_number() OVER (ORDER BY e.key COLLATE "C")::int AS place
      FROM jsonb_each(mapping -> 'columns') e) c
    CROSS JOIN LATERAL (SELECT CASE WHEN is_child AND c.value ->> 'from' LIKE '$parent.%'
      THEN format('p.%I', substr(c.value ->> 'from', 9)) ELSE 's.c' || c.place END) v(raw)
    LEFT JOIN pg_attribute a ON a.attrelid = target
      AND a.attname = c.key AND a.attnum > 0 AND NOT a.attisdropped
    -- A staged value has the type of the column in which it is looked up.
    LEFT JOIN pg_attribute b ON b.attrelid = CASE WHEN c.value ? 'ref' THEN to_regclass(
        reeve.import_table(jsonb_build_object('app', mapping -> 'app',
          'table', c.value #> '{ref,table}'))) END
      AND b.attname = c.value #>> '{ref,by}' AND b.attnum > 0 AND NOT b.attisdropped
    LEFT JOIN pg_type t ON t.oid = coalesce(b.atttypid, a.atttypid)
    -- PostgreSQL reads such a word as the time of the import, and the order of such a date by a
    -- setting of the server. With this note behind it, it reads neither, and the value is refused.
    CROSS JOIN LATERAL (SELECT CASE WHEN v.raw LIKE 's.%' AND EXISTS (
        SELECT FROM pg_type e LEFT JOIN pg_range r ON t.oid IN (r.rngtypid, r.rngmultitypid)
        WHERE e.oid IN (t.oid, t.typelem, r.rngsubtype) AND e.typcategory = 'D')
      THEN format('(CASE WHEN %1$s ~* ''now|today|tomorrow|yesterday'' '
        'THEN %1$s || '' (relative to which day?)'' '
        'WHEN %1$s ~ ''(^|[^0-9:.+/-])[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]'' '
        'THEN %1$s || '' (is the day or the month first?)'' ELSE %1$s END)', v.raw)
      ELSE v.raw END) n(raw)
    CROSS JOIN LATERAL reeve.import_base(a.atttypid, a.atttypmod) m
    -- A cast to a length truncates silently; without it the table itself refuses the value.
    CROSS JOIN LATERAL (SELECT m.base, CASE WHEN m.base IN ('varchar'::regtype, 'bpchar'::regtype,
        'bit'::regtype, 'varbit'::regtype, 'varchar[]'::regtype, 'bpchar[]'::regtype,
        'bit[]'::regtype, 'varbit[]'::regtype) THEN format_type(m.base, -1)
      ELSE format_type(a.atttypid, a.atttypmod) END) d(base, type)
    CROSS JOIN LATERAL (SELECT
      CASE WHEN c.value ? 'up' AND NOT c.value ? 'ref'
          THEN reeve.import_value(c.value ->> 'up', v.raw)
        -- Blanks beyond the length are cut, as the table would: a row is compared with the rest.
        WHEN m.base = 'varchar'::regtype AND m.base_modifier >= 0
          THEN format('CASE WHEN octet_length(%1$s) > %2$s '
            'THEN left(%1$s, %2$s) || ltrim(substr(%1$s, %2$s + 1)) ELSE %1$s END::%3$s', n.raw,
            m.base_modifier - 4, d.type)
        ELSE format('%s::%s', n.raw, d.type) END) x(given)
    CROSS JOIN LATERAL (SELECT CASE
      WHEN t.oid IN ('json'::regtype, 'jsonb'::regtype) THEN 'json'
      WHEN t.typcategory = 'A' THEN 'array'
      ELSE 'text' END) f(form)
    ORDER BY c.place;
END
$$;

COMMENT ON FUNCTION reeve.import_columns(jsonb) IS
  'Columns of a mapping in the order of staging, with the kinds of value that each takes, the '
  'texts that stand for NULL, the value over the staged row s (and, in a child, the parent''s '
  'row p), the type as which it is compared, the value that its row of another table is looked up '
  'by, and whether the value itself is stored, by no more than a cast; others: names by which '
  'older records have the field; initial_sql: the value without its default, where that differs at '
  'each call. type is NULL where the table has no such column, source where it takes the rest, '
  'split, nulls, find_sql and replacement (of U+0000) where the mapping names none. NULL: source, '
  'type, split, nulls, find_sql, replacement, initial_sql.';
