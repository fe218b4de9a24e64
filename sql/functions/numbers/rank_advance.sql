CREATE OR REPLACE FUNCTION reeve.rank_advance(max int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  r reeve.rank_rule;
  batch record;
  changed jsonb;
BEGIN
  SELECT k.* INTO r FROM reeve.rank_rule k
  -- Exponents stay within what a double holds.
  WHERE k.is_live AND (k.built_at IS NULL
    OR extract(epoch FROM clock_timestamp() - k.landmark) > 300 * extract(epoch FROM k.half_life))
  ORDER BY k.rank_id LIMIT 1;
  IF FOUND THEN
    RETURN greatest(1, reeve.rank_build(r.rank_id));
  END IF;
  SELECT * INTO batch FROM reeve.change_read('rank', rank_advance.max);
  FOR r IN SELECT k.* FROM reeve.rank_rule k WHERE k.is_live ORDER BY k.rank_id LOOP
    changed := batch.keys -> (-r.rank_id)::text;
    IF changed @> '[null]' THEN
      PERFORM reeve.rank_build(r.rank_id);
    ELSIF changed IS NOT NULL THEN
      PERFORM reeve.rank_apply(r, ARRAY(SELECT jsonb_array_elements_text(changed)));
    END IF;
  END LOOP;
  RETURN batch.changes;
END
$$;

COMMENT ON FUNCTION reeve.rank_advance(int) IS
  'Builds one rank that is new, or applies at most max changes of finished transactions to the '
  'ranks; 0 = all is done that can be. The caller has locked the reader "rank".';
