CREATE OR REPLACE FUNCTION buckit.sign_in(
  who bigint, provider text, device_kind text, device text, address inet, country text,
  at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  -- A clock that is ahead; least() would take a NULL for none.
  seen timestamptz := CASE WHEN at IS NOT NULL THEN least(at, clock_timestamp()) END;
  -- An IPv4 address in the form of IPv6 is the same address.
  host inet := regexp_replace(host(address), '^::ffff:(?=[0-9.]+$)', '');
BEGIN
  PERFORM buckit.user_admit(who, FALSE, seen);
  PERFORM buckit.argument_require('provider', provider IN ('email', 'google', 'facebook'),
      'email, google or facebook'),
    buckit.argument_require('device_kind',
      device_kind IN ('phone', 'tablet', 'computer', 'other'),
      'phone, tablet, computer or other'),
    buckit.argument_require('country', country IS NULL OR country ~ '^[A-Z]{2}$',
      'two capital letters, or NULL');
  INSERT INTO buckit.sign_ins (user_id, at, provider, device_kind, country, device, address)
  VALUES (who, seen, sign_in.provider, sign_in.device_kind, sign_in.country,
    buckit.sign_in_digest(nullif(sign_in.device, '')),
    buckit.sign_in_digest(host(network(set_masklen(host, CASE family(host) WHEN 6 THEN 64
      ELSE 32 END)))));
  DELETE FROM buckit.sign_ins s WHERE s.id IN (
    SELECT o.id FROM buckit.sign_ins o WHERE o.user_id = who
    ORDER BY o.at DESC, o.id DESC OFFSET 50);
  UPDATE buckit.users u SET signed_in_at = seen
  WHERE u.id = who AND (u.signed_in_at >= seen) IS NOT TRUE;
END
$body$;

COMMENT ON FUNCTION buckit.sign_in IS
'Notes that somebody signed in. provider: email, google or facebook. device_kind: phone, tablet,
computer or other. device: the id of the installation, address: that of the phone; country: two
capital letters (ISO 3166), as the server looked the address up; each of these three may be NULL.
Address and id are kept as keyed digests alone, by which the back office finds other accounts of the
same person. The last 50 are kept, for 90 days; a time to come counts as now. Each call notes
another one. BK001, BK002.';

GRANT EXECUTE ON FUNCTION buckit.sign_in TO buckit_app;
