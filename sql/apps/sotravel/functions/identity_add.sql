CREATE OR REPLACE FUNCTION sotravel.identity_add(
  who bigint, provider text, provider_id text, verified_email text, handle text, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM sotravel.user_admit(who, at);
  IF EXISTS (SELECT FROM sotravel.identities i
    WHERE i.provider = identity_add.provider AND i.provider_id = identity_add.provider_id
      AND i.user_id <> who)
  THEN
    RAISE EXCEPTION 'that account is somebody else''s' USING ERRCODE = 'ST003';
  END IF;
  INSERT INTO sotravel.identities (provider, provider_id, user_id, verified_email, handle,
    created_at)
  VALUES (identity_add.provider, identity_add.provider_id, who, identity_add.verified_email,
    identity_add.handle, at)
  ON CONFLICT (provider, provider_id) DO NOTHING;
END
$body$;

COMMENT ON FUNCTION sotravel.identity_add IS
'A second way to sign in: a person by email adds Telegram, or the other way round. ST003 if the
account is another person''s.';

GRANT EXECUTE ON FUNCTION sotravel.identity_add TO sotravel_app;
