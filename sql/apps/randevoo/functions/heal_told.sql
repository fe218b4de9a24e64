CREATE OR REPLACE FUNCTION randevoo.heal_told() RETURNS SETOF text LANGUAGE sql STABLE
AS $body$
  SELECT format('users whom the former app had banned, or whose accounts were disabled, and nobody '
    'has banned: %s; list them by `disabled`', count(*))
  FROM randevoo.view_disabled() HAVING count(*) > 0
  UNION ALL
  SELECT format('stores that the former app had banned and nobody has banned: %s; list them by '
    '`disabled-stores`', count(*))
  FROM randevoo.view_disabled_stores() HAVING count(*) > 0
  UNION ALL
  SELECT format('products that the former app had banned and nobody has banned: %s; list them by '
    '`disabled-products`', count(*))
  FROM randevoo.view_disabled_products() HAVING count(*) > 0
  UNION ALL
  SELECT format('users who cannot sign in, because no document names an account of theirs: %s, '
    'such as user %s', count(*), min(u.id))
  FROM randevoo.users u
  WHERE u.legacy_id IS NOT NULL AND NOT u.is_erased
    AND NOT EXISTS (SELECT FROM randevoo.identities i WHERE i.user_id = u.id)
  HAVING count(*) > 0
  UNION ALL
  SELECT format('sign-ins of users who are not there: %s, such as uid %s', count(*), min(l.uid))
  FROM randevoo.legacy_sign_ins l
  WHERE NOT EXISTS (SELECT FROM randevoo.users u WHERE u.legacy_id = l.account)
  HAVING count(*) > 0
  UNION ALL
  SELECT format('sign-ins by %s, which this app does not offer: %s', l.provider, count(*))
  FROM randevoo.legacy_sign_ins l WHERE l.provider NOT IN ('google', 'facebook')
  GROUP BY l.provider
  UNION ALL
  SELECT format('documents of businesses that are not there: %s, such as %s', count(*), min(l.id))
  FROM (SELECT 'bizInfos/' || i.legacy_id, i.business FROM randevoo.legacy_infos i
    UNION ALL SELECT 'bizPeriods/' || p.legacy_id, p.business FROM randevoo.legacy_periods p)
    l(id, business)
  WHERE NOT EXISTS (SELECT FROM randevoo.stores s WHERE s.legacy_id = l.business)
  HAVING count(*) > 0
  UNION ALL
  SELECT format('stores with several documents of a kind, of which one counts: %s, such as store '
    '%s', count(*), min(s.id))
  FROM (SELECT i.business FROM randevoo.legacy_infos i GROUP BY i.business HAVING count(*) > 1
    UNION SELECT p.business FROM randevoo.legacy_periods p
    GROUP BY p.business HAVING count(*) > 1) l JOIN randevoo.stores s ON s.legacy_id = l.business
  HAVING count(*) > 0
  UNION ALL
  SELECT format('stores without a place on the earth: %s, such as store %s', count(*),
    min(s.id))
  FROM randevoo.stores s WHERE s.legacy_id IS NOT NULL AND s.latitude IS NULL HAVING count(*) > 0
  UNION ALL
  SELECT format('days on which stores are closed now, because hours are absent or end before they '
    'begin: %s, such as of store %s', count(*), min(s.id))
  FROM randevoo.stores s CROSS JOIN LATERAL randevoo.legacy_period_shown(s.legacy_id) l
    CROSS JOIN LATERAL randevoo.legacy_hours(l.hours) h
  WHERE NOT h.is_read HAVING count(*) > 0
$body$;

COMMENT ON FUNCTION randevoo.heal_told() IS
'Part of heal: who and what is to be banned, and which sign-ins and documents of stores do not
fit.';
