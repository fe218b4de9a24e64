-- Everything that a session keeps; no search_path reaches it. PL/pgSQL is loaded first, as it
-- has settings of its own.
DO 'BEGIN END';
SELECT pg_catalog.concat_ws(' ', 'setting', s.name, s.setting) FROM pg_catalog.pg_settings s
ORDER BY s.name COLLATE pg_catalog."C";
-- PostgreSQL keeps the name of a custom setting that was rolled back, without a value.
SELECT pg_catalog.concat_ws(' ', 'placeholder', n, nullif(
  pg_catalog.current_setting(pg_catalog.concat(n), true), ''))
FROM pg_catalog.unnest(ARRAY['evil.left', 'reeve.actor']) n;
SELECT pg_catalog.concat_ws(' ', 'user', current_user, session_user);
SELECT pg_catalog.concat_ws(' ', 'cursor', c.name, c.statement) FROM pg_catalog.pg_cursors c
WHERE c.is_holdable;
SELECT pg_catalog.concat_ws(' ', 'prepared', p.name, p.statement)
FROM pg_catalog.pg_prepared_statements p;
SELECT pg_catalog.concat_ws(' ', 'listens', l) FROM pg_catalog.pg_listening_channels() l;
SELECT pg_catalog.concat_ws(' ', 'lock', l.locktype, l.classid, l.objid, l.mode)
FROM pg_catalog.pg_locks l
WHERE l.pid OPERATOR(pg_catalog.=) pg_catalog.pg_backend_pid()
  AND l.locktype OPERATOR(pg_catalog.=) 'advisory';
SELECT pg_catalog.concat_ws(' ', 'temporary', c.relname) FROM pg_catalog.pg_class c
WHERE c.relnamespace OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema();
SELECT pg_catalog.concat_ws(' ', 'temporary', p.proname) FROM pg_catalog.pg_proc p
WHERE p.pronamespace OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema();
