CREATE OR REPLACE FUNCTION reeve.chain_front() RETURNS xid8
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- By the index: dead heads lie before the last one.
AS $$
BEGIN
  RETURN coalesce((
    SELECT h.sealed_below
    FROM (SELECT o.* FROM reeve.chain_head o ORDER BY o.seq DESC LIMIT 1) h
    CROSS JOIN clock_timestamp() n(now)
    -- A clock that was set back would keep a time of the future for long.
    WHERE h.looked_at BETWEEN n.now - interval '1 minute' AND n.now
      -- In a database that was restored elsewhere, transactions begin anew.
      AND h.sealed_below <= pg_snapshot_xmax(pg_current_snapshot())), '0');
END
$$;

COMMENT ON FUNCTION reeve.chain_front() IS
  'Of transactions below this one no command waits to be sealed: so that nobody walks over those '
  'that were, which an old snapshot keeps. 0 once a minute.';
