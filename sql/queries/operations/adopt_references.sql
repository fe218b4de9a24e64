-- The foreign keys of the tables $1 (OIDs): columns here and there, pairwise in the constraint's
-- order. Those that lead out of them, as to a table of logins, also lead to the table of $1 that
-- has one row for each row there, as profiles do.
SELECT k.conrelid::bigint AS relation, t.relation::bigint AS target,
  t.relation::regclass::text AS target_sql,
  ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY c(attnum, place)
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.attnum
    ORDER BY c.place) AS columns,
  ARRAY(SELECT a.attname::text FROM unnest(t.numbers) WITH ORDINALITY c(attnum, place)
    JOIN pg_attribute a ON a.attrelid = t.relation AND a.attnum = c.attnum
    ORDER BY c.place) AS target_columns
FROM pg_constraint k
CROSS JOIN LATERAL (
  SELECT k.confrelid, k.confkey, FALSE
  UNION ALL (
    SELECT p.conrelid, p.conkey, TRUE
    FROM pg_constraint p
    JOIN pg_class o ON o.oid = p.conrelid
    JOIN pg_index i ON i.indrelid = p.conrelid AND i.indisprimary
      AND i.indnkeyatts = cardinality(p.conkey) AND p.conkey <@ i.indkey::int2[]
    WHERE p.contype = 'f' AND p.confrelid = k.confrelid AND p.confkey = k.confkey
      AND p.conrelid = ANY ($1::bigint[]::oid[]) AND k.confrelid <> ALL ($1::bigint[]::oid[])
    -- Of several, the one that is more of a person.
    ORDER BY o.relname ~* '(profile|user|account|member|person|people)' DESC, o.relnatts DESC, o.oid
    LIMIT 1)
  ) t(relation, numbers, is_beside)
WHERE k.contype = 'f' AND k.conparentid = 0 AND k.conrelid = ANY ($1::bigint[]::oid[])
  AND NOT (t.is_beside AND t.relation = k.conrelid)
ORDER BY k.conrelid, k.conkey, k.oid, t.is_beside DESC
