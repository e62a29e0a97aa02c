-- Functions that insert, change and move posts. They lock the blog before the post, as the triggers of an insert do,
-- so that no two of them wait for each other.

-- Refuses to change the posts of a closed blog. Callers hold the lock of the blog, so it cannot close meanwhile.
create function refuse_closed_blog(blog_id integer) returns void language plpgsql as $$
begin
  if exists (select from blogs where id = blog_id and closed_on is not null) then
    raise exception 'the blog is closed' using errcode = 'check_violation', constraint = 'blogs_open';
  end if;
end $$;

-- Inserts a post and returns it, unless an earlier request had the key. Without an author, the author is the first
-- collaborator of the creator, who gets one if necessary.
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
    perform refuse_closed_blog(blog_id);
    perform settle_key(user_id, given_key, post_id);
  end if;
  return query select * from post_rows where post_rows.id = post_id;
end $$;

-- Changes a post and returns it. Absent values stay. Does nothing if the post is no longer in the state that the caller
-- has seen, or no longer has the change number that the caller requires: then somebody else was faster.
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
  perform refuse_closed_blog(blog_id);
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

-- Moves a post directly above or below another one of its blog, and returns it. Deleted posts keep their positions, so
-- the new position lies between neighbours whether they are shown or not.
create function move_post(
  blog_id integer, post_id integer, version integer, reference_id integer, above boolean
) returns setof post_rows language plpgsql as $$
declare
  reference numeric;
  neighbour numeric;
begin
  perform from blogs where id = blog_id for no key update;
  perform refuse_closed_blog(blog_id);
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
