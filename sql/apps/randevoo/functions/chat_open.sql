CREATE OR REPLACE FUNCTION randevoo.chat_open(customer bigint, store bigint, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  chat bigint;
BEGIN
  PERFORM randevoo.user_admit(customer, at);
  IF EXISTS (SELECT FROM randevoo.stores s WHERE s.id = store AND s.owner_id = customer) THEN
    RAISE EXCEPTION 'store % is the customer''s own', store USING ERRCODE = 'RN003';
  END IF;
  IF NOT EXISTS (SELECT FROM randevoo.store_listing(at) l WHERE l.id = store) THEN
    RAISE EXCEPTION 'store % is not on offer now', store USING ERRCODE = 'RN009';
  END IF;
  INSERT INTO randevoo.groups (customer_id, store_id, created_at) VALUES (customer, store, at)
  ON CONFLICT (customer_id, store_id) DO NOTHING RETURNING id INTO chat;
  IF chat IS NULL THEN
    SELECT g.id INTO chat FROM randevoo.groups g
    WHERE g.customer_id = customer AND g.store_id = store;
  END IF;
  RETURN chat;
END
$body$;

COMMENT ON FUNCTION randevoo.chat_open IS
'Returns the one chat of a customer with a store, made now if they have none: calling it again gives
the same. RN001: no such customer; RN003: their own store; RN009: no such store, or it is hidden, or
its owner blocked.';

GRANT EXECUTE ON FUNCTION randevoo.chat_open TO randevoo_app;
