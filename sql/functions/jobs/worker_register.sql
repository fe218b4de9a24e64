CREATE OR REPLACE FUNCTION reeve.worker_register(
  queue text, host text, pid int, version text, kinds text[] DEFAULT NULL)
RETURNS TABLE(worker_id int, nonce uuid, queue_id int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  known int := (SELECT q.queue_id FROM reeve.queue q WHERE q.name = worker_register.queue);
BEGIN
  PERFORM reeve.client_require(version);
  IF known IS NULL THEN
    RAISE EXCEPTION 'no queue %', coalesce(quote_literal(queue), 'NULL') USING ERRCODE = 'RV001';
  END IF;
  RETURN QUERY
    INSERT INTO reeve.worker AS w(queue_id, host, pid, version, role_name, kinds)
    VALUES (known, left(worker_register.host, 255), worker_register.pid,
      left(worker_register.version, 63), session_user, worker_register.kinds)
    RETURNING w.worker_id, w.nonce, w.queue_id;
END
$$;

COMMENT ON FUNCTION reeve.worker_register(text, text, int, text, text[]) IS
  'Enters a worker process that knows jobs of these kinds (NULL: it does not say); its id and '
  'nonce are what it claims and beats with. RV007 for one older than the schema serves.';

GRANT EXECUTE ON FUNCTION reeve.worker_register(text, text, int, text, text[]) TO reeve_worker;
