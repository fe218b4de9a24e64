CREATE OR REPLACE FUNCTION randevoo.heal_policies() RETURNS SETOF text
LANGUAGE plpgsql AS $body$
DECLARE
  next record;
BEGIN
  FOR next IN
    SELECT l.legacy_id, s.id AS store_id, l.policy, k.taken #>> '{}' AS taken, p.body
    FROM randevoo.stores s
      JOIN randevoo.users u ON u.id = s.owner_id AND NOT u.is_erased
      CROSS JOIN LATERAL randevoo.legacy_info_shown(s.legacy_id) l
      LEFT JOIN randevoo.legacy_taken k ON k.kind = 'policy' AND k.legacy_id = l.legacy_id
      LEFT JOIN randevoo.store_policies p ON p.store_id = s.id AND p.title = 'Policy'
    WHERE l.policy <> coalesce(k.taken #>> '{}', '')
    ORDER BY s.id
  LOOP
    IF coalesce(next.body, '') <> coalesce(next.taken, '') THEN
      RETURN NEXT format('store %s keeps its policy, which was written here', next.store_id);
      CONTINUE;
    ELSIF next.policy = '' THEN
      DELETE FROM randevoo.store_policies p
      WHERE p.store_id = next.store_id AND p.title = 'Policy';
    ELSE
      INSERT INTO randevoo.store_policies (store_id, title, body)
      VALUES (next.store_id, 'Policy', next.policy)
      ON CONFLICT (store_id, title) DO UPDATE SET body = excluded.body;
    END IF;
    PERFORM randevoo.legacy_take('policy', next.legacy_id, next.store_id, to_jsonb(next.policy));
  END LOOP;
END
$body$;

COMMENT ON FUNCTION randevoo.heal_policies() IS
'Part of heal: a business had one text of policies, which becomes the store''s policy called Policy.
What was written here since stays.';
