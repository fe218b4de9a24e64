CREATE OR REPLACE FUNCTION reeve.cron_find(app text, wanted text) RETURNS reeve.cron
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  found_ones reeve.cron[] := ARRAY(
    SELECT c FROM reeve.cron c
    WHERE wanted IN (c.name, c.app || '/' || c.name) AND c.app = coalesce(cron_find.app, c.app)
    ORDER BY c.app);
BEGIN
  IF cardinality(found_ones) = 1 THEN
    RETURN found_ones[1];
  END IF;
  PERFORM reeve.member_require('viewer');
  RAISE EXCEPTION USING ERRCODE = CASE cardinality(found_ones) WHEN 0 THEN 'RV004' ELSE 'RV001' END,
    MESSAGE = CASE cardinality(found_ones)
      WHEN 0 THEN format('there is no schedule %s', wanted)
      ELSE format('more than one schedule is called %s', wanted) END,
    HINT = CASE cardinality(found_ones) WHEN 0 THEN '`cron` lists them.'
      ELSE (SELECT 'One of: ' || string_agg(f.app || '/' || f.name, ', ')
        FROM unnest(found_ones) f) END;
END
$$;

COMMENT ON FUNCTION reeve.cron_find(text, text) IS
  'The schedule with a name, or app/name, in an app (NULL: in any). RV004 if there is none, '
  'RV001 if there are several.';
