-- Whatever a server of the app passes, it gets rows or a code of the app's page: each call of the
-- walk, with one argument after the other replaced by bad values.
\set hostile TRUE
\ir walk_test.sql
