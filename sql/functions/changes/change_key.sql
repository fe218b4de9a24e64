CREATE OR REPLACE FUNCTION reeve.change_key(key_sql text, op text DEFAULT 'TG_OP') RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('CASE WHEN octet_length(%1$s) > 1024 THEN reeve.change_long(%2$s, '
    'TG_TABLE_SCHEMA, TG_TABLE_NAME, octet_length(%1$s)) ELSE %1$s END', key_sql, op)
$$;

COMMENT ON FUNCTION reeve.change_key(text, text) IS
  'Expression giving, in a change trigger, the text to log for a key, which is an expression too; '
  'op: whether it is that of a row being inserted (INSERT) or deleted (DELETE).';
