CREATE OR REPLACE FUNCTION reeve.actor_text(actor text, principal text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT actor || CASE WHEN principal <> actor THEN ' for ' || principal ELSE '' END
$$;

COMMENT ON FUNCTION reeve.actor_text(text, text) IS
  'Who did something as everything that is listed writes it: the actor, and for whom, such as '
  'bob for anna where bob approved what anna proposed.';
