CREATE OR REPLACE FUNCTION randevoo.heal_objects() RETURNS SETOF text LANGUAGE sql STABLE
AS $body$
  WITH named AS MATERIALIZED (
    SELECT randevoo.photo_object(a.url) AS path, a.named_by FROM (
      SELECT f.url, 'product ' || f.product_id FROM randevoo.product_photos f
      UNION ALL SELECT u.photo_url, 'user ' || u.id FROM randevoo.users u
      UNION ALL SELECT m.body, 'message ' || m.id FROM randevoo.messages m
      WHERE m.is_legacy AND m.body LIKE 'https://%') a(url, named_by)
  ), object AS MATERIALIZED (
    -- Which photos an encrypted text names, nobody can tell.
    SELECT o.path, o.size_bytes, o.path LIKE 'message_images/%' AND EXISTS (
      SELECT FROM randevoo.messages m WHERE m.is_legacy AND m.body ~ '^enc[01][.]') AS is_sealed
    FROM randevoo.legacy_objects o
    WHERE o.path NOT IN (SELECT n.path FROM named n WHERE n.path IS NOT NULL)
  )
  SELECT format('objects of the bucket that nothing here names: %s of %s bytes, such as %s',
    count(*), sum(o.size_bytes), min(o.path))
  FROM object o WHERE NOT o.is_sealed HAVING count(*) > 0
  UNION ALL
  SELECT format('objects of the bucket that only encrypted messages can name: %s', count(*))
  FROM object o WHERE o.is_sealed HAVING count(*) > 0
  UNION ALL
  SELECT format('addresses of objects that the bucket does not have: %s, such as that of %s',
    count(*), min(n.named_by))
  FROM named n
  WHERE n.path IS NOT NULL AND EXISTS (SELECT FROM randevoo.legacy_objects)
    AND NOT EXISTS (SELECT FROM randevoo.legacy_objects o WHERE o.path = n.path)
  HAVING count(*) > 0
$body$;

COMMENT ON FUNCTION randevoo.heal_objects() IS
'Part of heal: which objects of the bucket nothing here names, and the other way round, once its
listing was imported.';
