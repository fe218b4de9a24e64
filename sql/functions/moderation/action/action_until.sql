CREATE OR REPLACE FUNCTION reeve.action_until(at timestamptz, span text, OUT until timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  until := at + span::interval;
  -- No ten years are longer, so that an action can be repeated from any day.
  IF until < at + interval '1 second' OR until > at + interval '3653 days' THEN
    until := NULL;
  END IF;
EXCEPTION WHEN data_exception THEN
  until := NULL;
END
$$;

COMMENT ON FUNCTION reeve.action_until(timestamptz, text) IS
  'When something ends that begins at a moment and takes so long. NULL if that is no duration '
  'between a second and 10 years.';
