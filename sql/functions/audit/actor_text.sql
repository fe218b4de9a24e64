CREATE OR REPLACE FUNCTION reeve.actor_text(actor text, principal text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT actor || CASE WHEN principal <> actor THEN ' for ' || principal ELSE '' END
$$;

COMMENT ON FUNCTION reeve.actor_text(text, text) IS
  'Who did something, in the form that all lists use: the actor, and for whom, such as bob for '
  'anna if bob approved what anna proposed.';
