-- Keys by which a user repeats a request without repeating its effect. Comments of readers have theirs in 009.

-- A key identifies the item that its request created or changed. It is stored in the transaction of that request.
create table idempotency_keys (
  "user" integer not null references users on delete cascade,
  key text not null,
  request text not null,
  made integer,
  made_on timestamptz not null default now(),
  primary key ("user", key)
);
create index on idempotency_keys (made_on);

-- Returns the id of the item of a key; null if the user has not used the key in the last 24 hours. Raises an exception
-- if the key belongs to another request.
create function made_by_key(user_id integer, given_key text, given_request text) returns integer
language plpgsql as $$
declare
  known idempotency_keys;
begin
  select * into known from idempotency_keys
  where "user" = user_id and key = given_key and made_on > now() - interval '24 hours';
  if known.request <> given_request then
    raise exception 'the key belongs to another request'
      using errcode = 'check_violation', constraint = 'idempotency_keys_request';
  end if;
  return known.made;
end $$;

-- Reserves a key for a request. Returns null if the request has no key or is the first with its key, else the id of the
-- item of the first one. Waits for that one if it is still in progress. Also forgets some of the keys that are too old.
create function claim_key(user_id integer, given_key text, given_request text) returns integer
language plpgsql as $$
begin
  if given_key is null then
    return null;
  end if;
  delete from idempotency_keys where ("user", key) in (
    select "user", key from idempotency_keys
    where made_on <= now() - interval '24 hours' limit 100 for update skip locked
  );
  insert into idempotency_keys ("user", key, request) values (user_id, given_key, given_request)
  on conflict ("user", key) do update set request = excluded.request, made = null, made_on = now()
  where idempotency_keys.made_on <= now() - interval '24 hours';
  if found then
    return null;
  end if;
  return made_by_key(user_id, given_key, given_request);
end $$;

-- Stores the id of the item that the request of a key has created or changed.
create function settle_key(user_id integer, given_key text, made_id integer) returns void language sql as $$
  update idempotency_keys set made = made_id where "user" = user_id and key = given_key;
$$;
