-- Why attacks must not run in this database: what is so, what to do, and whether it may be over in
-- a moment; one row each, the first reason first; no row where they may. Reads only. $1 text: the
-- name that was said.
SELECT r.problem, r.remedy, r.place = 4
FROM (
  SELECT 1, format('this is the database %s, not %s', current_database(), $1::text),
    'Connect to the copy, and say its name again after --attack.'
  WHERE current_database() <> $1
  UNION ALL
  SELECT 2, format('%s is a standby, in which nothing can be tried', current_database()),
    'Make a copy on a server that accepts writes.'
  WHERE pg_is_in_recovery()
  UNION ALL
  SELECT 3, format('workers serve %s: it is no copy', current_database()),
    'Make a copy (CREATE DATABASE … TEMPLATE …, or restore a dump), or declare this one a copy: '
    '`reeve restored --as copy`.'
  FROM reeve.home h CROSS JOIN pg_control_system() c
  WHERE NOT h.is_copy AND h.system_id = c.system_identifier
    AND h.database_id = reeve.home_database()
  UNION ALL
  SELECT 4, format('others are connected to %s: %s', current_database(), string_agg(
    format('process %s of %s', s.pid, coalesce(s.usename, 'nobody')), ', ' ORDER BY s.pid)),
    'Run it in a copy that nobody uses, when they have left.'
  FROM pg_stat_activity s
  WHERE s.datname = current_database() AND s.pid <> pg_backend_pid()
    AND coalesce(s.backend_type, 'client backend') IN ('client backend', 'walsender')
  HAVING count(*) > 0
  UNION ALL
  SELECT 5, format('the prepared transaction %s has locks in %s', min(x.gid), current_database()),
    'COMMIT PREPARED or ROLLBACK PREPARED it, or make another copy.'
  FROM pg_prepared_xacts x WHERE x.database = current_database()
  HAVING count(*) > 0
  UNION ALL
  SELECT 6, format('%s is no superuser, and only one can act in the name of others', session_user),
    'Attacks act as owners, members and logins. Run them as a superuser of a server of your own, '
    'in a database restored there from a dump.'
  WHERE NOT (SELECT u.rolsuper FROM pg_roles u WHERE u.rolname = session_user)
  UNION ALL
  SELECT 7, 'track_counts is off, so that nobody can tell what was written',
    'ALTER SYSTEM SET track_counts = on, then SELECT pg_reload_conf().'
  WHERE current_setting('track_counts') <> 'on'
  UNION ALL
  SELECT 8, 'there is a schema doctor_attack, which attacks create for their own code',
    'Look at what is in it, and drop or rename it.'
  WHERE to_regnamespace('doctor_attack') IS NOT NULL
) r(place, problem, remedy)
ORDER BY r.place
