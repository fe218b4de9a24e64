CREATE OR REPLACE FUNCTION randevoo.sign_in(
  who bigint, provider text, device_kind text, device text, address inet, country text,
  at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  -- A clock that is ahead; least() would take a NULL for none.
  seen timestamptz := CASE WHEN at IS NOT NULL THEN least(at, clock_timestamp()) END;
  -- An IPv4 address in the form of IPv6 is the same address.
  host inet := regexp_replace(host(address), '^::ffff:(?=[0-9.]+$)', '');
BEGIN
  PERFORM randevoo.user_admit(who, seen),
    randevoo.account_require(sign_in.provider, sign_in.country),
    randevoo.require(sign_in.device_kind IN ('phone', 'tablet', 'computer', 'other'),
      'device_kind is phone, tablet, computer or other'),
    randevoo.text_require(coalesce(sign_in.device, ''), 'device', 0, 500);
  INSERT INTO randevoo.sign_ins (user_id, at, provider, device_kind, country, device, address)
  VALUES (who, seen, sign_in.provider, sign_in.device_kind, sign_in.country,
    randevoo.sign_in_digest(nullif(sign_in.device, '')),
    randevoo.sign_in_digest(host(network(set_masklen(host, CASE family(host) WHEN 6 THEN 64
      ELSE 32 END)))));
  DELETE FROM randevoo.sign_ins s WHERE s.id IN (
    SELECT o.id FROM randevoo.sign_ins o WHERE o.user_id = who
    ORDER BY o.at DESC, o.id DESC OFFSET 50);
  UPDATE randevoo.users u SET signed_in_at = seen
  WHERE u.id = who AND (u.signed_in_at >= seen) IS NOT TRUE;
END
$body$;

COMMENT ON FUNCTION randevoo.sign_in IS
'Notes that somebody signed in. provider: google or facebook; device_kind: phone, tablet, computer
or other; device: the id of the installation, up to 500 characters, NULL or '''' if unknown;
address: NULL if unknown; country: of the address, two capital letters (ISO 3166), NULL if unknown.
Address and id are kept as keyed digests alone, by which the back office finds other accounts of the
same person. The last 50 are kept, for 90 days; a time to come counts as now.';

GRANT EXECUTE ON FUNCTION randevoo.sign_in TO randevoo_app;
