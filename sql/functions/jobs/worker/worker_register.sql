CREATE OR REPLACE FUNCTION reeve.worker_register(
  queue text, host text, pid int, version text, kinds text[] DEFAULT NULL,
  host_id uuid DEFAULT NULL, epochs uuid[] DEFAULT NULL)
RETURNS TABLE(worker_id int, nonce uuid, queue_id int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  fault text := reeve.host_fault(host_id, epochs);
  known int := (SELECT q.queue_id FROM reeve.queue q WHERE q.name = worker_register.queue);
BEGIN
  PERFORM reeve.client_require(version);
  IF known IS NULL THEN
    RAISE EXCEPTION 'no queue %', coalesce(quote_literal(queue), 'NULL') USING ERRCODE = 'RV001';
  END IF;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'RV010',
      HINT = 'Workers are stopped until `reeve restored --as live|copy` declares it.';
  END IF;
  PERFORM reeve.host_settle(host_id, epochs, host);
  RETURN QUERY
    INSERT INTO reeve.worker AS w(queue_id, host, pid, version, role_name, kinds,
      host_id)
    VALUES (known, left(worker_register.host, 255), worker_register.pid,
      left(worker_register.version, 63), session_user, worker_register.kinds,
      worker_register.host_id)
    RETURNING w.worker_id, w.nonce, w.queue_id;
END
$$;

COMMENT ON FUNCTION reeve.worker_register(text, text, int, text, text[], uuid, uuid[]) IS
  'Registers a worker process that has handlers for these kinds (NULL: not known); it claims and '
  'beats with the id and nonce returned. host_id, epochs: of its host identity file, the newest '
  'first. RV007 for a program older than the schema serves; RV010 if this may be a copy of the '
  'database that its workers ran in.';

GRANT EXECUTE ON FUNCTION reeve.worker_register(text, text, int, text, text[], uuid,
  uuid[]) TO reeve_worker;
