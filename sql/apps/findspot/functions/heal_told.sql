CREATE OR REPLACE FUNCTION findspot.heal_told() RETURNS SETOF text LANGUAGE sql STABLE
AS $body$
  SELECT format('key %s was shared by %s', p.legacy_key,
    string_agg(format('place %s at %s, %s%s', p.id, trim_scale(p.latitude),
      trim_scale(p.longitude), CASE p.state WHEN 'lost' THEN ' (lost)' ELSE '' END),
      '; ' ORDER BY p.id))
  FROM findspot.places p WHERE p.legacy_key IS NOT NULL
  GROUP BY p.legacy_key HAVING count(*) > 1
  UNION ALL
  SELECT format('key %s fits no place of now: copies are the only trace of place %s, %s of them',
    p.legacy_key, p.id, (SELECT count(*) FROM findspot.favourites f WHERE f.place_id = p.id))
  FROM findspot.places p
  WHERE p.state = 'lost' AND NOT EXISTS (
    SELECT FROM findspot.places o WHERE o.legacy_key = p.legacy_key AND o.id <> p.id)
  UNION ALL
  SELECT format('key %s does not fit place %s at latitude %s: its key would be %s', p.legacy_key,
    p.id, trim_scale(p.latitude), findspot.legacy_key(p.latitude))
  FROM findspot.places p
  WHERE NOT findspot.legacy_key_fits(p.legacy_key, p.latitude)
  UNION ALL
  SELECT format('accounts that the sign-in provider had disabled and nobody has banned: %s; list '
    'them by `disabled`', count(*))
  FROM findspot.view_disabled() HAVING count(*) > 0
  UNION ALL
  SELECT format('places without a photo: %s', count(*))
  FROM findspot.places p
  WHERE p.state <> 'lost' AND NOT EXISTS (
    SELECT FROM findspot.photos o WHERE o.place_id = p.id AND o.path IS NOT NULL)
  HAVING count(*) > 0
  ORDER BY 1
$body$;

COMMENT ON FUNCTION findspot.heal_told() IS
'Part of heal: old keys that several places shared, that fit no place or not the place that had
them, accounts to be banned, and how many places have no photo.';
