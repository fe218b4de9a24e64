CREATE OR REPLACE FUNCTION reeve.catalog_hidden(app text, collections text[] DEFAULT NULL)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT min(s.message)
  FROM reeve.app a
  CROSS JOIN LATERAL (
    SELECT a.manifest - '{actions,stale}'::text[] || jsonb_build_object('collections',
      jsonb_object_agg(e.key, e.value))
    FROM jsonb_each(a.manifest -> 'collections') e
    WHERE collections IS NULL OR e.key = ANY (collections)) m(manifest)
  CROSS JOIN LATERAL reeve.catalog_check_seen(m.manifest) s
  -- Once, and first: the rest takes longer.
  WHERE a.app = catalog_hidden.app AND EXISTS (SELECT FROM pg_class k WHERE k.relrowsecurity)
$$;

COMMENT ON FUNCTION reeve.catalog_hidden(text, text[]) IS
  'Why row security may hide rows of these collections (NULL: of all) from Reeve as the tables '
  'are now, whatever catalog apply found: reeve.catalog_check_seen. NULL: result, where it hides '
  'none.';
