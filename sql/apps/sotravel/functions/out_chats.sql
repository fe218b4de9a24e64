CREATE OR REPLACE FUNCTION sotravel.out_chats() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT ARRAY['chats', e.path[1]], jsonb_strip_nulls(jsonb_build_object(
    'lastMessage', coalesce(m.ids[1], ''), 'secondLastMessage', m.ids[2],
    'thirdLastMessage', m.ids[3]))
  FROM sotravel.out_events() e LEFT JOIN (
    SELECT o.path[2] AS number, array_agg(o.path[3] ORDER BY
      (o.document ->> 'timestamp')::numeric DESC, o.path[3] COLLATE "C" DESC) AS ids
    FROM sotravel.out_messages() o GROUP BY o.path[2]) m ON m.number = e.path[1]
$body$;

COMMENT ON FUNCTION sotravel.out_chats() IS
'For reeve move --out: the basic information of the chats of events: their last three messages.';
