CREATE OR REPLACE FUNCTION randevoo.legacy_kind(content text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  SELECT 'reservation_' || CASE
    -- Asked for or granted, the reservation was over.
    WHEN content ~* 'cancel' THEN 'cancelled'
    WHEN content ~* 'has requested a reservation' THEN 'requested'
    WHEN content ~* 'has approved' THEN 'approved'
    WHEN content ~* 'declined' THEN 'disapproved'
    WHEN content ~* 'failed' THEN 'failed'
    WHEN content ~* 'completed' THEN 'completed' END
$body$;

COMMENT ON FUNCTION randevoo.legacy_kind(text) IS
'The kind of a notice of the former app, by its English sentence; NULL for any other.';

GRANT EXECUTE ON FUNCTION randevoo.legacy_kind(text) TO reeve_access;
