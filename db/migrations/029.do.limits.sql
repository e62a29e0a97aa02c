-- Limits that simultaneous requests cannot pass: one inserts at a time, and counts those before it.

create function limit_syncs() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('limit_syncs'));
  if (select count(*) from syncs where blog = new.blog) >= 50 then
    raise exception 'there are fifty syncs' using errcode = 'check_violation', constraint = 'syncs_limit';
  end if;
  return new;
end $$;
create trigger limit_syncs before insert on syncs for each row execute function limit_syncs();

-- The tokens that a user makes. The operator may make more.
create function limit_tokens() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('limit_tokens'));
  if (select count(*) from sessions where "user" = new."user" and expires_on is null) >= 50 then
    raise exception 'there are fifty tokens' using errcode = 'check_violation', constraint = 'sessions_limit';
  end if;
  return new;
end $$;
create trigger limit_tokens before insert on sessions
for each row when (new.allows is not null) execute function limit_tokens();
