-- A new password ends the sessions of its user; closing or opening an account ends the API tokens, too. The statement
-- of a function also sees the session of a login for which the statement that fires the trigger had to wait.
create function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where "user" = new.id and (expires_on is not null or new.active <> old.active);
  return null;
end $$;
create trigger end_sessions after update on users
for each row when (new.password_hash <> old.password_hash or new.active <> old.active)
execute function end_sessions();
