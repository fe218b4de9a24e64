CREATE OR REPLACE FUNCTION reeve.catalog_leaves(app text, collection text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(string_agg(format(CASE WHEN n.amount = 1 THEN n.one ELSE n.many END, n.amount),
    ', ' ORDER BY n.place), '')
  FROM reeve.collection c
  CROSS JOIN LATERAL (VALUES
    (1, '%s row stays restricted by actions in force',
      '%s rows stay restricted by actions in force',
      (SELECT count(*) FROM reeve.subject s
        WHERE s.collection_id = c.collection_id AND s.hidden_until > statement_timestamp())),
    (2, '%s case stays open, unseen in `queue`', '%s cases stay open, unseen in `queue`',
      (SELECT count(*) FROM reeve.case k
        WHERE k.collection_id = c.collection_id AND k.closed_at IS NULL))
  ) n(place, one, many, amount)
  WHERE c.app = catalog_leaves.app AND c.name = catalog_leaves.collection AND n.amount > 0
$$;

COMMENT ON FUNCTION reeve.catalog_leaves(text, text) IS
  'What stands about the rows of a collection, and would stand when the catalog no longer has it; '
  'empty if nothing does.';
