-- Readers' comments, which become drafts.

-- What came in lately: to count how many a client and a blog send, and to do a request that is tried again only once.
create table received_comments (
  client text not null,
  blog integer not null references blogs on delete cascade,
  key text,
  request text not null,
  received_on timestamptz not null default now(),
  unique (client, key)
);
-- A client may send 5 comments a minute and 30 an hour, and a blog gets 600 an hour at most.
create index on received_comments (client, received_on);
create index on received_comments (blog, received_on);
create index on received_comments (received_on);

create index on persons (first_name) where last_name = 'commentator';

-- Stores a comment as a draft, unless an earlier request of the key has done so, in the name of a commentator and of a
-- source, which are made when there are none. `wait` is the number of seconds after which the client may try again;
-- 0 when no limit was reached.
create function insert_comment(
  given_client text, given_key text, given_request text,
  blog_id integer, user_name text, source_name text, post_content text,
  out wait integer, out is_closed boolean
) language plpgsql as $$
declare
  known text;
  source_id integer;
  user_id integer;
  author_id integer;
begin
  wait := 0;
  is_closed := false;
  -- One comment at a time: each counts those before it, and none makes a commentator twice.
  perform pg_advisory_xact_lock(hashtext('insert_comment'));
  delete from received_comments where ctid in (
    select ctid from received_comments
    where received_on <= now() - interval '24 hours' or (key is null and received_on <= now() - interval '1 hour')
    limit 1000
  );

  select request into known from received_comments where client = given_client and key = given_key;
  if known <> given_request then
    raise exception 'the key belongs to another request'
      using errcode = 'check_violation', constraint = 'idempotency_keys_request';
  elsif known is not null then
    return;
  end if;

  select greatest(ceil(extract(epoch from max(free_on) - now())), 0) into wait from (
    (select received_on + interval '1 minute' from received_comments
      where client = given_client order by received_on desc offset 4 limit 1)
    union all
    (select received_on + interval '1 hour' from received_comments
      where client = given_client order by received_on desc offset 29 limit 1)
    union all
    (select received_on + interval '1 hour' from received_comments
      where blog = blog_id order by received_on desc offset 599 limit 1)
  ) as bound (free_on);
  if wait > 0 then
    return;
  end if;

  select closed_on is not null into is_closed from blogs where id = blog_id for no key update;
  if is_closed then
    return;
  end if;

  select id into source_id from sources where name = source_name and type = 'comment' order by id limit 1;
  if source_id is null then
    insert into sources (name, type, is_modifiable) values (source_name, 'comment', true) returning id into source_id;
  end if;
  select users.id into user_id from users join persons on persons.id = users.id
  where users.type = 'commentator' and persons.first_name = user_name and persons.last_name = 'commentator'
  order by users.id limit 1;
  if user_id is null then
    insert into persons (first_name, last_name) values (user_name, 'commentator') returning id into user_id;
    -- Nobody can log in: the account is inactive, its name is unknown, and no password has this hash.
    insert into users (id, name, type, active, password_hash)
    values (user_id, 'commentator-' || gen_random_uuid(), 'commentator', false, '!');
  end if;
  insert into collaborators ("user", source) values (user_id, source_id)
  on conflict ("user", source) do update set source = excluded.source
  returning id into author_id;

  insert into posts (blog, creator, author, content) values (blog_id, user_id, author_id, post_content);
  insert into received_comments (client, blog, key, request) values (given_client, blog_id, given_key, given_request);
end $$;
