CREATE OR REPLACE FUNCTION reeve.notice_slots_make(cap_id int, collection_id int, key text)
RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '100ms'
AS $$
BEGIN
  IF (SELECT count(s.slot) >= p.most FROM reeve.notice_cap p LEFT JOIN reeve.notice_slot s
      ON s.cap_id = p.cap_id AND s.collection_id = notice_slots_make.collection_id
        AND s.key = notice_slots_make.key
    WHERE p.cap_id = notice_slots_make.cap_id GROUP BY p.most)
  THEN
    RETURN TRUE;
  END IF;
  INSERT INTO reeve.notice_slot(cap_id, collection_id, key, slot, free_at)
  SELECT p.cap_id, notice_slots_make.collection_id, notice_slots_make.key, n, '-infinity'
  FROM reeve.notice_cap p CROSS JOIN LATERAL generate_series(1, p.most) n
  WHERE p.cap_id = notice_slots_make.cap_id
  ON CONFLICT ON CONSTRAINT notice_slot_pkey DO NOTHING;
  RETURN TRUE;
EXCEPTION WHEN lock_not_available THEN
  RETURN FALSE;
END
$$;

COMMENT ON FUNCTION reeve.notice_slots_make(int, int, text) IS
  'Makes the slots of a cap for a person, unless they are there; false if another transaction is '
  'making them.';
