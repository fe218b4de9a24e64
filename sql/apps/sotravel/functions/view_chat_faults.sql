CREATE OR REPLACE FUNCTION sotravel.view_chat_faults()
RETURNS TABLE(subject text, legacy_id text, fault text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT 'chat:' || f.chat, f.legacy_id::text, f.fault FROM sotravel.chat_faults() f
$body$;

COMMENT ON FUNCTION sotravel.view_chat_faults IS
'For the back office: imported chats that do not end as they said.';
