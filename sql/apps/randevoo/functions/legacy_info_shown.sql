CREATE OR REPLACE FUNCTION randevoo.legacy_info_shown(business text)
RETURNS SETOF randevoo.legacy_infos LANGUAGE sql STABLE AS $body$
  SELECT i.* FROM randevoo.legacy_infos i WHERE i.business = legacy_info_shown.business
  ORDER BY i.is_current DESC, i.legacy_id COLLATE "C" LIMIT 1
$body$;

COMMENT ON FUNCTION randevoo.legacy_info_shown(text) IS
'The document that the former app showed of a business, of several the current one.';
