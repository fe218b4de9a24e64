CREATE OR REPLACE FUNCTION randevoo.heal_chats() RETURNS SETOF text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  INSERT INTO randevoo.groups AS g (legacy_id, customer_id, store_id, created_at)
  SELECT DISTINCT ON (p.customer_id, p.store_id) p.legacy_id, p.customer_id, p.store_id,
    coalesce(p.created_at, now())
  FROM randevoo.legacy_pairs() p ORDER BY p.customer_id, p.store_id, p.created_at, p.legacy_id
  ON CONFLICT (customer_id, store_id) DO UPDATE SET legacy_id = excluded.legacy_id
    WHERE g.legacy_id IS NULL;
  INSERT INTO randevoo.legacy_taken (kind, legacy_id, row_id, taken)
  SELECT 'messenger', p.legacy_id, g.id, 'true'
  FROM randevoo.legacy_pairs() p
    JOIN randevoo.groups g ON g.customer_id = p.customer_id AND g.store_id = p.store_id
  ON CONFLICT (kind, legacy_id) DO NOTHING;
  UPDATE randevoo.groups g
  SET legacy_last_at = l.last_at, legacy_last_digest = l.last_digest
  FROM (SELECT DISTINCT ON (k.row_id) k.row_id, CASE WHEN NOT m.is_empty THEN m.last_at END,
      CASE WHEN NOT m.is_empty THEN m.last_digest END
    FROM randevoo.legacy_messengers m
      JOIN randevoo.legacy_taken k ON k.kind = 'messenger' AND k.legacy_id = m.legacy_id
    ORDER BY k.row_id, m.is_empty, m.last_at DESC NULLS LAST, m.legacy_id)
    l(group_id, last_at, last_digest)
  WHERE l.group_id = g.id AND (g.legacy_last_at, g.legacy_last_digest)
    IS DISTINCT FROM (l.last_at, l.last_digest);
  SELECT format('messengers that are not between a customer and a business: %s, such as %s',
    count(*), min(l.legacy_id))
  FROM randevoo.legacy_messengers l
  WHERE NOT EXISTS (SELECT FROM randevoo.legacy_taken k
    WHERE k.kind = 'messenger' AND k.legacy_id = l.legacy_id)
  HAVING count(*) > 0
  UNION ALL
  SELECT format('chats that were several messengers, and are one: %s, such as chat %s', count(*),
    min(m.row_id))
  FROM (SELECT k.row_id FROM randevoo.legacy_taken k WHERE k.kind = 'messenger'
    GROUP BY k.row_id HAVING count(*) > 1) m
  HAVING count(*) > 0
$body$;

COMMENT ON FUNCTION randevoo.heal_chats() IS
'After an import of messengers: makes chats of those between a customer and a business, one of
several; what it found is returned, a line each.';
