CREATE OR REPLACE FUNCTION randevoo.legacy_state(status text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  SELECT k.state
  FROM (VALUES ('pending', 'pending'), ('approved', 'approved'), ('completed', 'completed'),
    ('succeed', 'completed'), ('failed', 'failed'), ('canceled', 'cancelled'),
    ('cancelled', 'cancelled'), ('declined', 'disapproved')) k(status, state)
  WHERE k.status = lower(btrim(legacy_state.status))
$body$;

COMMENT ON FUNCTION randevoo.legacy_state(text) IS
'The state of a reservation by its status in the former app; NULL for an unknown one.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_state(text) TO reeve_access;
