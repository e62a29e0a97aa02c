-- Forgets old keys at a cost that does not depend on how PostgreSQL plans it. The condition `in (select … limit …)` could
-- run its query once for each key: a connection that planned it while the table was empty took half a second for each
-- write once there were 2,000 keys, and then refused all that came its way.
create or replace function claim_key(user_id integer, given_key text, given_request text) returns integer
language plpgsql as $$
begin
  if given_key is null then
    return null;
  end if;
  delete from idempotency_keys where ctid = any (array(
    select ctid from idempotency_keys
    where made_on <= now() - interval '24 hours' limit 100 for update skip locked
  ));
  insert into idempotency_keys ("user", key, request) values (user_id, given_key, given_request)
  on conflict ("user", key) do update set request = excluded.request, made = null, made_on = now()
  where idempotency_keys.made_on <= now() - interval '24 hours';
  if found then
    return null;
  end if;
  return made_by_key(user_id, given_key, given_request);
end $$;
