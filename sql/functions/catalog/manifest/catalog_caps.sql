CREATE OR REPLACE FUNCTION reeve.catalog_caps(manifest jsonb)
RETURNS TABLE(
  place bigint, channel text, template text, is_per_recipient boolean, most int, within interval)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.place - 1, c.body ->> 'channel', c.body ->> 'template', c.body ? 'per',
    (c.body ->> 'most')::int, (c.body ->> 'within')::interval
  FROM jsonb_array_elements(coalesce(manifest #> '{notices,caps}', '[]'))
    WITH ORDINALITY c(body, place)
$$;

COMMENT ON FUNCTION reeve.catalog_caps(jsonb) IS
  'The caps of a manifest''s notices, by their place in it, from 0. NULL: channel, template.';
