-- Equal values may differ: 1.0 and 1.00, 0 and -0, one day and 24 hours, or texts that a collation
-- takes for one. And the types of some columns, such as json, have no operator to compare them.
CREATE OR REPLACE FUNCTION reeve.change_differs(columns text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- The operator of this function would come out of a dump as another one, between columns.
  SELECT format('pg_catalog.record_image_ne(ROW(%s), ROW(%s))',
    string_agg(format('OLD."%s"', c.quoted), ', ' ORDER BY c.place),
    string_agg(format('NEW."%s"', c.quoted), ', ' ORDER BY c.place))
  FROM (
    -- PL/pgSQL reserves words that %I leaves as they are, such as by.
    SELECT replace(n.name, '"', '""'), n.place
    FROM unnest(columns) WITH ORDINALITY n(name, place)) c(quoted, place)
$$;

COMMENT ON FUNCTION reeve.change_differs(text[]) IS
  'Condition of a change trigger that an update has stored another value in one of the columns, '
  'also one that equals the value before.';
