CREATE OR REPLACE FUNCTION randevoo.legacy_pairs()
RETURNS TABLE(legacy_id text, created_at timestamptz, customer_id bigint, store_id bigint)
LANGUAGE sql STABLE AS $body$
  SELECT l.legacy_id, l.created_at, u.id, s.id
  FROM randevoo.legacy_messengers l
    CROSS JOIN LATERAL (VALUES (l.members ->> 0, l.members ->> 1),
      (l.members ->> 1, l.members ->> 0)) m(person, business)
    JOIN randevoo.users u ON u.legacy_id = m.person AND NOT u.is_erased
    JOIN randevoo.stores s ON s.legacy_id = m.business
  WHERE jsonb_array_length(l.members) = 2
    AND NOT EXISTS (SELECT FROM randevoo.legacy_taken k
      WHERE k.kind = 'messenger' AND k.legacy_id = l.legacy_id)
$body$;

COMMENT ON FUNCTION randevoo.legacy_pairs() IS
'Messengers that are no chat yet, of those between a customer and a business.';
