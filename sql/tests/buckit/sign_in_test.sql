-- Sign-ins are traced: when, by which provider, on what kind of device and in which country; kept
-- 90 days. A welcome notice follows a registration.
BEGIN;

\ir fixture.sql

\set provider google
\ir ../sign_in.sql

ROLLBACK;
