CREATE OR REPLACE FUNCTION randevoo.branch_open(
  owner bigint, head bigint, name text, city text, district text, latitude double precision,
  longitude double precision, time_zone text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  branch bigint;
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.store_owned(head, owner);
  PERFORM randevoo.store_require(branch_open.name, branch_open.city, branch_open.district,
      branch_open.latitude, branch_open.longitude),
    randevoo.zone_require(branch_open.time_zone);
  INSERT INTO randevoo.stores
    (owner_id, head_id, name, kind, about, city, district, latitude, longitude, time_zone,
     slot_duration, capacity, booking_range_days, answer_deadline, is_invitation_only, created_at,
     updated_at)
  SELECT s.owner_id, s.id, branch_open.name, s.kind, s.about, branch_open.city,
    branch_open.district, branch_open.latitude, branch_open.longitude, branch_open.time_zone,
    s.slot_duration, s.capacity, s.booking_range_days, s.answer_deadline, s.is_invitation_only, at,
    at
  FROM randevoo.stores s WHERE s.id = head
  RETURNING id INTO branch;
  UPDATE randevoo.store_hours h SET opens_at = o.opens_at, closes_at = o.closes_at
  FROM randevoo.store_hours o
  WHERE h.store_id = branch AND o.store_id = head AND o.weekday = h.weekday;
  INSERT INTO randevoo.store_policies (store_id, title, body)
  SELECT branch, p.title, p.body FROM randevoo.store_policies p WHERE p.store_id = head;
  RETURN branch;
END
$body$;

COMMENT ON FUNCTION randevoo.branch_open IS
'Opens a branch of a store, and returns it: a store of its own, which begins with the kind, about,
hours, settings and terms of its head and changes them like any store. name and city: 1 to 200
characters; district: up to 200, or NULL; latitude and longitude: degrees, or both NULL; time_zone:
one of time_zones. RN001: no such owner or head; RN003: the head is another''s; RN012 also if the
head is a branch.';

GRANT EXECUTE ON FUNCTION randevoo.branch_open TO randevoo_app;
