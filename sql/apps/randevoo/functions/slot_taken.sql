CREATE OR REPLACE FUNCTION randevoo.slot_taken(
  store bigint, slot_start timestamptz, slot_end timestamptz) RETURNS bigint
LANGUAGE sql STABLE AS $body$
  SELECT count(*) FROM randevoo.reservations r
  WHERE randevoo.at_require(slot_taken.slot_start, 'slot_start')
    AND randevoo.at_require(slot_taken.slot_end, 'slot_end')
    AND r.store_id = slot_taken.store AND r.state IN ('pending', 'approved')
    AND r.slot_start > slot_taken.slot_start - interval '12 hours'
    AND r.slot_start < slot_taken.slot_end AND r.slot_end > slot_taken.slot_start
$body$;

COMMENT ON FUNCTION randevoo.slot_taken(bigint, timestamptz, timestamptz) IS
'How many pending or approved reservations overlap this time at the store. None lasts over 12 hours
(constraint), which bounds the index range.';

GRANT EXECUTE ON FUNCTION randevoo.slot_taken(bigint, timestamptz, timestamptz) TO randevoo_app;
