CREATE OR REPLACE FUNCTION randevoo.legacy_period_shown(business text)
RETURNS SETOF randevoo.legacy_periods LANGUAGE sql STABLE AS $body$
  SELECT l.* FROM randevoo.legacy_periods l WHERE l.business = legacy_period_shown.business
  ORDER BY l.legacy_id COLLATE "C" LIMIT 1
$body$;

COMMENT ON FUNCTION randevoo.legacy_period_shown(text) IS
'The period that the former app kept to for a business: the first of several, by their ids.';
