-- Statements that look at 200 rows of each of the tables $1 (OIDs), for reeve.role_tries: a list of
-- column, values, those that are written as only secrets are, those that look random, those that
-- name a secret inside, the values where they are few, how many differ, how many words there are,
-- how many of them are stop words of each language, and up to 60 different values, by which
-- personal data are told. Few values are those of columns that tell where a row is or that name a
-- setting. In tables $2, which imports
-- brought records to, ids of Firestore's documents and of Firebase's accounts, push ids and paths
-- do not look random.
SELECT c.oid::bigint AS relation, format($f$
  SELECT jsonb_agg(jsonb_build_array(s.name, s.total, s.strong, s.random, s.named, s.few, s.many,
    (SELECT count(*) FROM unnest(s.words) w, unnest(w.positions)),
    (SELECT jsonb_object_agg(o.language, o.words) FROM (
      SELECT left(d.dictname, -5) AS language, count(*) AS words
      FROM unnest(s.words) w
      CROSS JOIN unnest(w.positions)
      JOIN pg_ts_dict d ON d.dictnamespace = 'pg_catalog'::regnamespace AND d.dictname ~ '_stem$'
      WHERE ts_lexize(d.oid, w.lexeme) = '{}' GROUP BY d.dictname) o), s.seen))
  FROM (
    SELECT v.name, count(*) AS total,
      count(*) FILTER (WHERE v.value ~ %L OR v.value ~ %L) AS strong,
      count(*) FILTER (WHERE length(v.value) BETWEEN 20 AND 1000 AND v.value !~ '\s'
        AND v.value !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        AND v.value !~ '^(https?|ftp|s3|mailto|/|\./)' AND v.value ~ '[0-9]'
        AND v.value !~ %L
        AND (v.value ~* '^[0-9a-f]{32,}$'
          OR v.value ~ '^[A-Za-z0-9_+/=.:$-]+$' AND v.value ~ '[A-Z]' AND v.value ~ '[a-z]')
        AND (SELECT count(DISTINCT l) FROM regexp_split_to_table(v.value, '') l) >= 10)
        AS random,
      count(*) FILTER (WHERE v.value ~* %L) AS named,
      CASE WHEN bool_or(v.is_open) AND count(DISTINCT v.value) <= 40
        THEN array_agg(DISTINCT left(v.value, 60)) END AS few,
      count(DISTINCT v.value) AS many,
      (array_agg(DISTINCT left(v.value, 2000)))[1:60] AS seen,
      to_tsvector('simple', string_agg(left(v.value, 500), ' ')) AS words
    FROM (SELECT * FROM %s LIMIT 200) t
    CROSS JOIN LATERAL (VALUES %s) v(name, value, is_open)
    WHERE v.value IS NOT NULL GROUP BY v.name) s
  $f$,
  -- Digests of passwords, tokens with a mark of their own, keys, addresses with a password in them.
  '^(\$(2[abxy]?|argon2|[156y]|scrypt|pbkdf2|apr1|P|H|S|bcrypt)[$i]'
    '|\{(SSHA|SHA|CRYPT|BCRYPT|MD5|PB)'
    '|(pbkdf2|argon2|bcrypt|scrypt|sha1|sha256|md5)[_:$][^ ]*[$:]|eyJ[A-Za-z0-9_-]{8,}\.|otpauth:)',
  '(PRIVATE KEY|^(sk|pk|rk)_(live|test)_|^(gh[pousr]_|glpat-|xox[abposr]-|AKIA|ya29\.|SG\.|npm_|'
    'hf_|sq0|shp(at|ss)_|dop_v1_|AIza)|^[a-z0-9+]+://[^/:@ ]+:[^/@ ]+@)',
  CASE WHEN c.oid = ANY ($2::bigint[]::oid[])
    THEN '^(-[A-Za-z0-9_-]{19}|[A-Za-z0-9]{20}|[A-Za-z0-9]{28}'
      '|([a-z][A-Za-z_-]*/[A-Za-z0-9_-]+/?)+)$'
    ELSE '^$' END,
  '["'']?(pass(word|wd|phrase|code)?|secret|[a-z_]*token|api_?key|private_?key|credentials?|otp)'
    '(_[a-z]+)?["'']?\s*(:|=>|=)',
  format('%I.%I', n.nspname, c.relname),
  string_agg(format('(%L, left(t.%I::text, 4000), %s)', a.attname, a.attname,
    CASE WHEN a.attname ~* ('(stat(us|e|o)|estado|etat|zustand|role|kind|type'
        '|lang(uage)?|locale|lingua|sprache|idioma|langue|taal)$')
      OR a.attname ~* '^(k|key|name|var|variable|setting|option|param(eter)?|code)$'
        AND c.relname ~* '(setting|config|preference|option|env|variable|param|secret|propert)'
      THEN 'TRUE' ELSE 'FALSE' END), ', ' ORDER BY a.attnum)) AS statement
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type y ON y.oid = a.atttypid
LEFT JOIN pg_type b ON b.oid = y.typbasetype
WHERE c.oid = ANY ($1::bigint[]::oid[])
  AND (coalesce(nullif(y.typbasetype, 0), y.oid) IN ('json'::regtype, 'jsonb'::regtype,
      'xml'::regtype)
    OR coalesce(b.typcategory, y.typcategory) IN ('S', 'E', 'N', 'C', 'A', 'G')
    OR coalesce(b.typname, y.typname) = 'date'
    OR y.typname IN ('hstore', 'citext'))
GROUP BY c.oid, c.relname, n.nspname
ORDER BY c.oid
