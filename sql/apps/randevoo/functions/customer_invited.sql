CREATE OR REPLACE FUNCTION randevoo.customer_invited(customer bigint, store bigint)
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT NOT s.is_invitation_only OR EXISTS (SELECT FROM randevoo.store_invitations i
    WHERE i.store_id IN (s.id, s.head_id) AND i.customer_id = customer_invited.customer)
  FROM randevoo.stores s WHERE s.id = customer_invited.store
$body$;

COMMENT ON FUNCTION randevoo.customer_invited(bigint, bigint) IS
'Whether a store takes this customer: it takes everybody, or it, or its head, has invited the number
that they have verified. NULL without such a store.';

GRANT EXECUTE ON FUNCTION randevoo.customer_invited(bigint, bigint) TO randevoo_app;
