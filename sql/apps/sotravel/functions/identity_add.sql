CREATE OR REPLACE FUNCTION sotravel.identity_add(
  who bigint, provider text, provider_id text, verified_email text, handle text, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  theirs bigint;
BEGIN
  PERFORM sotravel.user_admit(who, at);
  PERFORM sotravel.person_require(provider, provider_id, verified_email, handle);
  INSERT INTO sotravel.identities (provider, provider_id, user_id, verified_email, handle,
    created_at)
  VALUES (identity_add.provider, identity_add.provider_id, who, identity_add.verified_email,
    identity_add.handle, at)
  ON CONFLICT DO NOTHING;
  IF FOUND THEN
    UPDATE sotravel.users u SET email = identity_add.verified_email
    WHERE u.id = who AND u.email IS NULL AND identity_add.verified_email IS NOT NULL;
    RETURN;
  END IF;
  SELECT i.user_id INTO theirs FROM sotravel.identities i
  WHERE i.provider = identity_add.provider AND i.provider_id = identity_add.provider_id;
  IF theirs <> who THEN
    RAISE EXCEPTION 'that account is somebody else''s' USING ERRCODE = 'ST003';
  END IF;
  PERFORM sotravel.argument_require('provider', theirs IS NOT NULL,
    'one by which the person does not sign in yet');
END
$body$;

COMMENT ON FUNCTION sotravel.identity_add IS
'A second way to sign in: a person by email adds Telegram, or the other way round. provider: email
or telegram, the one that they do not have yet (ST007); provider_id: the account''s id there, 1 to
255 characters; verified_email: an address, which is the person''s from then on if they had none, or
NULL; handle: the name on Telegram, or NULL. Nothing happens if the account is theirs already. ST003
if it is another person''s.';

GRANT EXECUTE ON FUNCTION sotravel.identity_add TO sotravel_app;
