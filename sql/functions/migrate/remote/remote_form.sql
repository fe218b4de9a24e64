CREATE OR REPLACE FUNCTION reeve.remote_form(mapping jsonb, facts jsonb)
RETURNS TABLE(place int, name text, type text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT f.place::int, f.value ->> 'name', CASE
    -- Nothing that is said there becomes a part of a statement here.
    WHEN y.oid IS NOT NULL AND (o.oid IS NULL OR o.typcategory = 'S' OR y.oid = o.base
        OR EXISTS (
          SELECT FROM pg_cast t
          WHERE t.castsource = y.oid AND t.casttarget = o.base AND t.castcontext <> 'e'))
      THEN format_type(y.oid, (f.value ->> 'modifier')::int)
    WHEN o.oid IS NOT NULL THEN format('%s.%I', o.typnamespace::regnamespace, o.typname)
    ELSE 'text' END
  FROM (SELECT reeve.migrate_table(mapping, 'source')) s(source)
  CROSS JOIN LATERAL jsonb_array_elements(facts -> 'columns') WITH ORDINALITY f(value, place)
  LEFT JOIN pg_type y ON (f.value ->> 'is_common')::boolean
    AND y.oid = to_regtype(f.value ->> 'base') AND y.typnamespace = 'pg_catalog'::regnamespace
  LEFT JOIN LATERAL (
    SELECT t.*, coalesce(nullif(t.typbasetype, 0), t.oid) AS base
    FROM reeve.migrate_columns(mapping, s.source, NULL) b
    JOIN reeve.migrate_attributes(mapping, 'source', s.source) a ON a.name = b.name
    JOIN pg_type t ON t.oid = a.type_id
    WHERE b.is_back AND b.is_plain AND b.origin = f.value ->> 'name' LIMIT 1) o ON TRUE
$$;

COMMENT ON FUNCTION reeve.remote_form(jsonb, jsonb) IS
  'Columns of a target in another database, in order, each with a type of this one that holds its '
  'values: the same, if the column it comes from takes it, else that of this column; or text.';
