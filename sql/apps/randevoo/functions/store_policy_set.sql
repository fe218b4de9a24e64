CREATE OR REPLACE FUNCTION randevoo.store_policy_set(
  owner bigint, store bigint, title text, body text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.store_owned(store, owner);
  PERFORM randevoo.text_require(store_policy_set.title, 'title', 1, 200),
    randevoo.text_require(coalesce(store_policy_set.body, ''), 'body', 0, 10000);
  IF body IS NULL THEN
    DELETE FROM randevoo.store_policies p
    WHERE p.store_id = store AND p.title = store_policy_set.title;
    RETURN;
  END IF;
  INSERT INTO randevoo.store_policies (store_id, title, body)
  VALUES (store, store_policy_set.title, store_policy_set.body)
  ON CONFLICT ON CONSTRAINT store_policies_title_key DO UPDATE SET body = excluded.body;
END
$body$;

COMMENT ON FUNCTION randevoo.store_policy_set IS
'One of a store''s own terms, by its title of 1 to 200 characters: its text, up to 10000, in place
of what was there; NULL takes it away, and changes nothing if there is none.';

GRANT EXECUTE ON FUNCTION randevoo.store_policy_set TO randevoo_app;
