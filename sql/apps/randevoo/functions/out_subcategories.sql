CREATE OR REPLACE FUNCTION randevoo.out_subcategories() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['subcategories', c.key], jsonb_build_object('id', c.key, 'label', c.name,
    'name', c.name)
  FROM (
    SELECT l.legacy_id, l.name FROM randevoo.legacy_subcategories l
    UNION
    SELECT randevoo.legacy_category(p.category), p.category
    FROM (SELECT DISTINCT o.category FROM randevoo.products o
      JOIN randevoo.legacy_things() t ON t.id = o.id) p) c(key, name)
  WHERE c.key IS NOT NULL
$body$;

COMMENT ON FUNCTION randevoo.out_subcategories() IS
'For reeve move --out: what products are filed under, by documents of subcategories.';
