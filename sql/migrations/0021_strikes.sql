-- The rows of a statement have the name that schema reeve keeps for them.

CREATE OR REPLACE FUNCTION reeve.strike_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.strike_add(array_agg(a.action_id)) FROM reeve_written a
  WHERE a.policy IS NOT NULL AND a.key IS NOT NULL AND a.reverses IS NULL
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;

DROP TRIGGER action_strike ON reeve.action;

CREATE TRIGGER action_strike AFTER INSERT ON reeve.action
REFERENCING NEW TABLE AS reeve_written FOR EACH STATEMENT EXECUTE FUNCTION reeve.strike_change();
