-- Comments of readers, which become drafts.

-- Comments that arrived lately: to count those of a client and of a blog, and to recognise repeated requests. Those
-- with a key are kept for 24 hours, the others for one.
create table received_comments (
  client text not null,
  blog integer not null references blogs on delete cascade,
  key text,
  request text not null,
  received_on timestamptz not null default now(),
  unique (client, key)
);
create index on received_comments (client, received_on);
create index on received_comments (blog, received_on);
create index on received_comments (received_on);

-- Returns the author of all comments, and inserts it if there is none: a user whom nobody can log in as.
create function comment_author() returns collaborators language plpgsql as $$
declare
  author collaborators;
begin
  select collaborators.* into author
  from collaborators
  join users on users.id = collaborators."user" and users.type = 'commentator' and not users.active
  join persons on persons.id = users.id and persons.full_name = 'commentator'
  join sources on sources.id = collaborators.source and sources.type = 'comment' and sources.name = 'embed'
  order by collaborators.id limit 1;
  if author.id is null then
    insert into persons (last_name) values ('commentator') returning id into author."user";
    -- The account is inactive, its name is unknown, and no password has this hash.
    insert into users (id, name, type, active, password_hash)
    values (author."user", 'commentator-' || gen_random_uuid(), 'commentator', false, '!');
    insert into sources (name, type, is_modifiable) values ('embed', 'comment', true)
    on conflict (name, type, uri) do update set name = excluded.name
    returning id into author.source;
    insert into collaborators ("user", source) values (author."user", author.source) returning * into author;
  end if;
  return author;
end $$;

-- Stores a comment as a draft, unless an earlier request of the key has done so. A client may send 5 comments a minute
-- and 30 an hour; a blog accepts 600 an hour. `wait` is the number of seconds after which the client may try again; 0
-- if no limit was reached. A closed blog accepts none.
create function insert_comment(
  given_client text, given_key text, given_request text,
  blog_id integer, user_name text, source_name text, post_content text,
  out wait integer, out is_closed boolean
) language plpgsql as $$
declare
  known text;
  author collaborators;
begin
  wait := 0;
  is_closed := false;
  -- One comment at a time: each counts those before it, and only the first inserts the author.
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

  author := comment_author();
  insert into posts (blog, creator, author, content, commentator, comment_source)
  values (blog_id, author."user", author.id, post_content, user_name, source_name);
  insert into received_comments (client, blog, key, request) values (given_client, blog_id, given_key, given_request);
end $$;
