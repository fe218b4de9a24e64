CREATE OR REPLACE FUNCTION reeve.app_code_deferred(relations oid[]) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  reached oid[] := relations;
  frontier oid[] := relations;
  found text[];
BEGIN
  -- Tables that foreign keys lead on to, and partitions: by index, as pg_constraint has none on the
  -- table that is pointed to.
  LOOP
    frontier := ARRAY(
      SELECT t.tgconstrrelid
      FROM pg_trigger t
      WHERE t.tgrelid = ANY (frontier) AND t.tgconstrrelid <> ALL (reached)
        -- RI_FKey_cascade_del and _upd, setnull_del and _upd, setdefault_del and _upd.
        AND t.tgisinternal AND t.tgfoid IN (1646, 1647, 1650, 1651, 1652, 1653)
      UNION ALL
      SELECT h.inhrelid
      FROM pg_inherits h
      WHERE h.inhparent = ANY (frontier) AND h.inhrelid <> ALL (reached));
    EXIT WHEN frontier = '{}';
    reached := reached || frontier;
  END LOOP;
  -- Most tables have none, and the query below takes longer.
  IF NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = ANY (reached) AND t.tgdeferrable) THEN
    RETURN NULL;
  END IF;
  SELECT array_agg(DISTINCT i.identity ORDER BY i.identity) INTO found
  FROM pg_trigger t
  CROSS JOIN LATERAL (
    SELECT CASE WHEN t.tgisinternal THEN 'pg_constraint'::regclass ELSE 'pg_trigger'::regclass END,
      CASE WHEN t.tgisinternal THEN t.tgconstraint ELSE t.oid END) o(class_id, id)
  CROSS JOIN LATERAL pg_identify_object(o.class_id, o.id, 0) i
  WHERE t.tgrelid = ANY (reached) AND t.tgdeferrable AND t.tgenabled <> 'D'
    AND (NOT t.tgisinternal OR reeve.app_code_is_used(t.tgconstraint));
  RETURN found;
END
$$;

COMMENT ON FUNCTION reeve.app_code_deferred(oid[]) IS
  'Code of the app that would run at COMMIT after a write to these tables, their partitions or '
  'the tables that foreign keys carry the write on to, unless it is forced to run earlier: '
  'deferrable triggers, and deferrable constraints that compute something of the app''s. NULL if '
  'there is none; ordinary foreign keys do not count.';
