CREATE OR REPLACE FUNCTION sotravel.heal_erased() RETURNS void LANGUAGE sql AS $body$
  DELETE FROM sotravel.legacy_users l USING sotravel.users u
  WHERE u.id = l.user_id AND u.legacy_digest = 'erased';
  DELETE FROM sotravel.legacy_members l USING sotravel.users u
  WHERE u.id = l.user_id AND u.legacy_digest = 'erased';
  DELETE FROM sotravel.legacy_events l USING sotravel.events e
  WHERE e.legacy_id = l.id AND e.legacy_digest = 'erased';
$body$;

COMMENT ON FUNCTION sotravel.heal_erased() IS
'Part of heal: forgets what an export still had of people and events that are erased.';
