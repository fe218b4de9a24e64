CREATE OR REPLACE FUNCTION buckit.heal_told() RETURNS SETOF text LANGUAGE sql STABLE
AS $body$
  SELECT format('accounts that the sign-in provider had disabled and nobody has banned: %s; list '
    'them by `disabled`', count(*))
  FROM buckit.view_disabled() HAVING count(*) > 0
  UNION ALL
  SELECT format('activities without a date that can be read: %s', count(*))
  FROM buckit.activities a WHERE a.is_legacy AND a.happens_at IS NULL HAVING count(*) > 0
$body$;

COMMENT ON FUNCTION buckit.heal_told() IS
'Part of heal: how many accounts are to be banned, and how many activities have no date.';
