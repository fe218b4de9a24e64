CREATE OR REPLACE FUNCTION reeve.action_terms(
  verb text, app_name text, args jsonb, at timestamptz,
  OUT until timestamptz, OUT policy text, OUT grace interval, OUT reason text, OUT problem text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  span interval;
BEGIN
  reason := nullif(btrim(args ->> 'why'), '');
  SELECT p.name, p.grace INTO policy, grace
  FROM reeve.policy p
  WHERE p.app = app_name AND p.name = args ->> 'policy' AND p.is_live;
  IF policy IS NULL THEN
    problem := CASE WHEN args ->> 'policy' IS NULL THEN 'name the clause that was broken: --policy'
      ELSE format('there is no policy %s', args ->> 'policy') END || format(' (one of: %s)', (
        SELECT string_agg(p.name, ', ' ORDER BY p.name) FROM reeve.policy p
        WHERE p.app = app_name AND p.is_live));
    RETURN;
  END IF;
  IF char_length(reason) > 2000 THEN
    problem := 'the reason is longer than 2000 characters';
    RETURN;
  END IF;
  IF args ->> 'for' IS NOT NULL THEN
    IF coalesce((args ->> 'forever')::boolean, FALSE) THEN
      problem := 'say --for or --forever, not both';
      RETURN;
    END IF;
    BEGIN
      span := (args ->> 'for')::interval;
    EXCEPTION WHEN data_exception THEN
      span := NULL;
    END;
    IF span IS NULL OR span <= interval '0' OR span > interval '10 years' THEN
      problem := format(
        '%s is no duration between a second and 10 years (try 7d, 12h, 2w)', args ->> 'for');
      RETURN;
    END IF;
    until := at + span;
  ELSIF coalesce((args ->> 'forever')::boolean, FALSE) OR verb <> 'ban' THEN
    until := 'infinity';
  ELSE
    problem := 'say for how long: --for 7d, or --forever';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.action_terms(text, text, jsonb, timestamptz) IS
  'Reads policy, for, forever and why from the arguments of an acting verb; problem says what is '
  'wrong with them in the admin''s words, or is NULL.';
