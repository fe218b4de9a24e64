CREATE OR REPLACE FUNCTION randevoo.legacy_category(name text) RETURNS text
LANGUAGE sql STABLE AS $body$
  SELECT coalesce(
    (SELECT min(l.legacy_id COLLATE "C") FROM randevoo.legacy_subcategories l
      WHERE l.name = legacy_category.name),
    CASE WHEN legacy_category.name <> 'other'
      THEN left(md5('subcategories/' || legacy_category.name), 20) END)
$body$;

COMMENT ON FUNCTION randevoo.legacy_category(text) IS
'The id of what the former app files products under by its name; NULL for other, which stands for
none.';
