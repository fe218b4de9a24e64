CREATE OR REPLACE FUNCTION reeve.actor_text(actor text, principal text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT actor || CASE WHEN principal <> actor THEN ' for ' || principal ELSE '' END
$$;

COMMENT ON FUNCTION reeve.actor_text(text, text) IS
  'The actor of a command as all lists show it, with the principal, such as bob for anna if bob '
  'approved anna''s proposal.';
