CREATE OR REPLACE FUNCTION sotravel.sign_in(
  who bigint, provider text, device_kind text, device text, address inet, country text,
  at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  -- A clock that is ahead; least() would take a NULL for none.
  seen timestamptz := CASE WHEN at IS NOT NULL THEN least(at, clock_timestamp()) END;
  -- An IPv4 address in the form of IPv6 is the same address.
  host inet := regexp_replace(host(address), '^::ffff:(?=[0-9.]+$)', '');
BEGIN
  PERFORM sotravel.user_admit(who, seen);
  PERFORM sotravel.argument_require('provider', provider IN ('email', 'telegram'),
      'email or telegram'),
    sotravel.argument_require('device_kind',
      device_kind IN ('phone', 'tablet', 'computer', 'other'),
      'phone, tablet, computer or other'),
    sotravel.argument_require('country', country IS NULL OR country ~ '^[A-Z]{2}$',
      'two capital letters, or NULL');
  INSERT INTO sotravel.sign_ins (user_id, at, provider, device_kind, country, device, address)
  VALUES (who, seen, sign_in.provider, sign_in.device_kind, sign_in.country,
    sotravel.sign_in_digest(nullif(sign_in.device, '')),
    sotravel.sign_in_digest(host(network(set_masklen(host, CASE family(host) WHEN 6 THEN 64
      ELSE 32 END)))));
  DELETE FROM sotravel.sign_ins s WHERE s.id IN (
    SELECT o.id FROM sotravel.sign_ins o WHERE o.user_id = who
    ORDER BY o.at DESC, o.id DESC OFFSET 50);
  UPDATE sotravel.users u SET signed_in_at = seen
  WHERE u.id = who AND (u.signed_in_at >= seen) IS NOT TRUE;
END
$body$;

COMMENT ON FUNCTION sotravel.sign_in IS
'Notes that somebody signed in. provider: email or telegram. device_kind: phone, tablet, computer or
other. device: the id of the installation, address: that of the phone; country: two capital letters
(ISO 3166), as the server looked the address up; each of these three may be NULL. Address and id are
kept as keyed digests alone, by which the back office finds other accounts of the same person. The
last 50 are kept, for 90 days; a time to come counts as now. Each call notes another one.';

GRANT EXECUTE ON FUNCTION sotravel.sign_in TO sotravel_app;
