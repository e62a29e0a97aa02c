-- What editors do with posts that are there, and keys by which every POST can be tried again.

-- A key stands for the item that its request has made or changed. It is written in the same transaction, so that it is
-- there if and only if that has happened.
create table idempotency_keys (
  "user" integer not null references users on delete cascade,
  key text not null,
  request text not null,
  made integer,
  made_on timestamptz not null default now(),
  primary key ("user", key)
);
create index on idempotency_keys (made_on);

-- The id of what a request of this key has made; null when there was none.
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

-- Takes a key for a request, unless the request has none. Gives what an earlier request of the key has made: that one
-- may be under way, so this waits for it.
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

create function settle_key(user_id integer, given_key text, made_id integer) returns void language sql as $$
  update idempotency_keys set made = made_id where "user" = user_id and key = given_key;
$$;

drop function insert_post(integer, text, integer, integer, text, text, boolean);

-- Inserts a post and reads it, so that one statement does both or neither. Without an author it is the creator's first
-- collaborator, made when there is none.
create function insert_post(
  user_id integer, given_key text, given_request text,
  blog_id integer, post_type text, creator_id integer, author_id integer, post_content text, post_meta text,
  publish boolean
) returns setof post_rows language plpgsql as $$
declare
  post_author integer := coalesce(author_id, (select min(id) from collaborators where "user" = creator_id));
  post_id integer := claim_key(user_id, given_key, given_request);
begin
  if post_id is null then
    if post_author is null then
      insert into collaborators ("user", source)
      select creator_id, id from sources where name = 'internal' and type = 'internal'
      -- Made elsewhere in the meantime: waits for that one and takes it.
      on conflict ("user", source) do update set source = excluded.source
      returning id into post_author;
    end if;
    insert into posts (blog, type, creator, author, content, meta, published_on)
    values (blog_id, post_type, creator_id, post_author, post_content, post_meta, case when publish then now() end)
    returning id into post_id;
    perform settle_key(user_id, given_key, post_id);
  end if;
  return query select * from post_rows where post_rows.id = post_id;
end $$;

-- The functions below lock the blog before the post, in the order in which inserting does, so that no two of them wait
-- for each other.

-- Changes a post and reads it. Absent values stay. Nothing happens when the post is no longer in the state that the
-- caller has seen, or no longer has the change number that the caller insists on: then somebody else was faster.
create function change_post(
  user_id integer, given_key text, given_request text,
  blog_id integer, post_id integer, version integer, seen_published boolean, seen_deleted boolean,
  new_content text, new_meta text, to_publish boolean, to_delete boolean
) returns setof post_rows language plpgsql as $$
begin
  if claim_key(user_id, given_key, given_request) is not null then
    return query select * from post_rows where post_rows.id = post_id;
    return;
  end if;
  perform from blogs where id = blog_id for no key update;
  update posts set
    content = coalesce(new_content, content),
    meta = coalesce(new_meta, meta),
    updated_on = case when coalesce(new_content, new_meta) is null then updated_on else now() end,
    published_on = case to_publish when true then now() when false then null else published_on end,
    deleted_on = case to_delete when true then now() when false then null else deleted_on end
  where id = post_id and blog = blog_id and (version is null or c_id = version)
    and (published_on is not null) = seen_published and (deleted_on is not null) = seen_deleted;
  if found then
    perform settle_key(user_id, given_key, post_id);
    return query select * from post_rows where post_rows.id = post_id;
  else
    delete from idempotency_keys where "user" = user_id and key = given_key;
  end if;
end $$;

-- The number between two others that has the fewest digits and lies nearest to the middle.
create function number_between(lower numeric, upper numeric) returns numeric language plpgsql immutable as $$
declare
  middle numeric := (lower + upper) * 0.5;
  digits integer := 0;
  place numeric := round(middle, 0);
begin
  while place <= lower or place >= upper loop
    digits := digits + 1;
    place := round(middle, digits);
  end loop;
  return place;
end $$;

-- Moves a post right above or right below another one of its blog, and reads it. Deleted posts keep their places, so
-- the new place lies between neighbours whether they are shown or not.
create function move_post(
  blog_id integer, post_id integer, version integer, reference_id integer, above boolean
) returns setof post_rows language plpgsql as $$
declare
  reference numeric;
  neighbour numeric;
begin
  perform from blogs where id = blog_id for no key update;
  select "order" into reference from posts where id = reference_id and blog = blog_id and deleted_on is null;
  if above then
    select min("order") into neighbour from posts where blog = blog_id and id <> post_id and "order" > reference;
  else
    select max("order") into neighbour from posts where blog = blog_id and id <> post_id and "order" < reference;
  end if;
  update posts set "order" = case
    when neighbour is not null then number_between(least(reference, neighbour), greatest(reference, neighbour))
    when above then floor(reference) + 1
    else ceil(reference) - 1
  end
  where id = post_id and blog = blog_id and (version is null or c_id = version)
    and deleted_on is null and reference is not null;
  if found then
    return query select * from post_rows where post_rows.id = post_id;
  end if;
end $$;
