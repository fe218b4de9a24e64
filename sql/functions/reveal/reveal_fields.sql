CREATE OR REPLACE FUNCTION reeve.reveal_fields(ticket bigint)
RETURNS TABLE(field text, value text, type text, binding text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  r reeve.reveal := reeve.reveal_take(ticket, 'fields');
BEGIN
  RETURN QUERY
    SELECT h.field, h.value, h.type, b.binding
    FROM reeve.app_show(r.collection_id, r.key, r.fields) h
    LEFT JOIN reeve.cipher_bindings(reeve.collection_get(r.collection_id), ARRAY[r.key]) b
      ON b.field = h.field
    WHERE h.field = ANY (r.fields)
    ORDER BY array_position(r.fields, h.field);
END
$$;

COMMENT ON FUNCTION reeve.reveal_fields(bigint) IS
  'The personal fields that a ticket is for; no row if the subject is gone. binding: what an '
  'encrypted text is bound to. RV002. NULL: value, binding.';

GRANT EXECUTE ON FUNCTION reeve.reveal_fields(bigint) TO reeve_viewer;
