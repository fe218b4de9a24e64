CREATE OR REPLACE FUNCTION reeve.remote_sequences(copy_id int) RETURNS text[]
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT ARRAY(
    SELECT format('SELECT setval(%1$L, CASE WHEN q.seqincrement > 0 '
        'THEN greatest(%2$s, t.last_value) ELSE least(%2$s, t.last_value) END) '
        'FROM %1$s t, pg_catalog.pg_sequence q WHERE q.seqrelid = %1$L::regclass', t.sequence,
      reeve.role_read(pg_get_userbyid(r.relowner),
        format('SELECT to_jsonb(last_value) FROM %s', q.name)))
    FROM reeve.live_copy c
    CROSS JOIN LATERAL jsonb_each(c.mapping -> 'columns') m
    CROSS JOIN LATERAL (SELECT c.statements #>> ARRAY['sequences', m.key]) t(sequence)
    JOIN reeve.migrate_attributes(c.mapping, 'source', c.source) a
      ON a.name = m.value ->> 'from' AND a.column_name IS NOT NULL
    JOIN pg_class r ON r.oid = a.relation
    CROSS JOIN LATERAL pg_get_serial_sequence(a.relation::text, a.column_name) q(name)
    WHERE c.copy_id = remote_sequences.copy_id AND NOT m.value ? 'up'
      AND t.sequence IS NOT NULL AND q.name IS NOT NULL)
$$;

COMMENT ON FUNCTION reeve.remote_sequences(int) IS
  'Statements for the other database that continue the sequences of the target after those of '
  'the source.';
