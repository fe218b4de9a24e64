CREATE OR REPLACE FUNCTION findspot.sign_in(
  who bigint, provider text, device_kind text, device text, address inet, country text,
  at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
DECLARE
  -- A clock that is ahead; least() would take a NULL for none.
  seen timestamptz := CASE WHEN at IS NOT NULL THEN least(at, clock_timestamp()) END;
  -- An IPv4 address in the form of IPv6 is the same address.
  host inet := regexp_replace(host(address), '^::ffff:(?=[0-9.]+$)', '');
BEGIN
  PERFORM findspot.user_admit(who, seen);
  PERFORM findspot.argument_require('provider', provider ~ '^[a-z0-9.-]{1,40}$',
      'the name of a provider, 1 to 40 small letters, digits, points or hyphens'),
    findspot.argument_require('device_kind',
      device_kind IN ('phone', 'tablet', 'computer', 'other'),
      'phone, tablet, computer or other'),
    findspot.argument_require('country', country IS NULL OR country ~ '^[A-Z]{2}$',
      'two capital letters, or NULL');
  INSERT INTO findspot.sign_ins (user_id, at, provider, device_kind, country, device, address)
  VALUES (who, seen, sign_in.provider, sign_in.device_kind, sign_in.country,
    findspot.sign_in_digest(nullif(sign_in.device, '')),
    findspot.sign_in_digest(host(network(set_masklen(host, CASE family(host) WHEN 6 THEN 64
      ELSE 32 END)))));
  DELETE FROM findspot.sign_ins s WHERE s.id IN (
    SELECT o.id FROM findspot.sign_ins o WHERE o.user_id = who
    ORDER BY o.at DESC, o.id DESC OFFSET 50);
  UPDATE findspot.users u SET signed_in_at = seen
  WHERE u.id = who AND (u.signed_in_at >= seen) IS NOT TRUE;
END
$body$;

COMMENT ON FUNCTION findspot.sign_in IS
'Notes that somebody signed in. provider: the sign-in provider''s name, 1 to 40 small letters,
digits, points or hyphens, such as google. device_kind: phone, tablet, computer or other. device:
the id of the installation, address: that of the phone; country: two capital letters (ISO 3166), as
the server looked the address up; each of these three may be NULL. Address and id are kept as keyed
digests alone, by which the back office finds other accounts of the same person. The last 50 are
kept, for 90 days; a time to come counts as now. Each call notes another one.';

GRANT EXECUTE ON FUNCTION findspot.sign_in TO findspot_app;
