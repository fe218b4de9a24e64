CREATE OR REPLACE FUNCTION reeve.app_code_alarms(routine oid) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH routine AS (
    SELECT p.*, l.lanname, l.lanpltrusted, s.body,
      -- Comments may be between two words, and what looks like one may be in a string.
      regexp_replace(s.body, E'--[^\\n]*|/\\*.*?\\*/', ' ', 'g') AS bare
    FROM pg_proc p
    JOIN pg_language l ON l.oid = p.prolang
    CROSS JOIN LATERAL (
      SELECT CASE WHEN l.lanname IN ('internal', 'c') THEN ''
        ELSE left(coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), 1000000) END) s(body)
    WHERE p.oid = app_code_alarms.routine
  )
  SELECT ARRAY(
    SELECT v.alarm
    FROM routine r
    CROSS JOIN LATERAL (
      VALUES
        (1, r.prosecdef, 'SECURITY DEFINER'),
        (2, r.proconfig IS NOT NULL, 'has a SET clause'),
        (4, NOT r.lanpltrusted AND r.lanname <> 'internal',
          format('is written in %s, which is not trusted', r.lanname)),
        (5, length(r.body) = 1000000, 'is too long to be read whole')) v(place, is_so, alarm)
    WHERE v.is_so
    UNION ALL
    SELECT v.alarm
    FROM routine r
    CROSS JOIN (
      VALUES
        (3, 'sets settings', E'\\m(set_config|pg_settings)\\M'
          '|(^|;|\\m(begin|then|else|loop)\\M|[''"$])\\s*(re)?set\\s'
          '|\\m(re)?set\\s+(session|local|role|constraints|time)\\M'),
        (6, 'connects elsewhere', E'\\mdblink'),
        (7, 'writes large objects', E'\\mlo_[a-z]|\\mlo(read|write)\\M'),
        (8, 'notifies or listens', E'\\mpg_notify\\M|\\m(notify|listen)\\s'),
        (9, 'takes advisory locks', E'\\mpg_(try_)?advisory_'),
        (10, 'alters roles, the database or the server',
          E'\\m(alter|create|drop)\\s+(role|user|group|database|system)\\M'),
        (11, 'reads or runs files',
          E'\\mpg_(read|ls|stat)_[a-z_]*(file|dir)|\\mfrom\\s+program\\M|\\mto\\s+program\\M'),
        (12, 'waits or ends processes', E'\\mpg_(sleep|cancel_backend|terminate_backend)'))
      v(place, alarm, pattern)
    WHERE r.body ~* v.pattern OR r.bare ~* v.pattern)
$$;

COMMENT ON FUNCTION reeve.app_code_alarms(oid) IS
  'Returns the reasons why a function deserves a second look, in words; empty for a harmless one. '
  'Reads its source, so it misses statements that the function builds from pieces.';
