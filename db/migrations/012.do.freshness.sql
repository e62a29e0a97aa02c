-- Counters live on the blog's row alone, and a bell without content says that something has changed.

drop trigger count_post_change on posts;
drop function count_post_change();
drop procedure count_posts();
drop table post_change_blocks, post_order_blocks, post_counts;

create index on posts (blog, c_id);

-- A row that is refused after this trigger (on conflict do nothing) must not be counted, so it only gives the number
-- and the place. A number that no post got is harmless: readers compare numbers and never count them.
create or replace function number_post_change() returns trigger language plpgsql as $$
declare
  to_top boolean := tg_op = 'INSERT';
  top numeric;
begin
  if tg_op = 'UPDATE' then
    if new.blog is distinct from old.blog then
      raise exception 'a post cannot move to another blog' using errcode = 'check_violation', constraint = 'posts_blog_fixed';
    end if;
    to_top := new.published_on is not null and old.published_on is null;
  end if;
  if new.blog is null then
    return new;
  end if;
  new.was_published := new.published_on is not null or (tg_op = 'UPDATE' and old.was_published);
  update blogs set
    last_c_id = last_c_id + 1,
    last_order = case when to_top then floor(last_order) + 1 else greatest(last_order, new."order") end
  where id = new.blog
  returning last_c_id, last_order into new.c_id, top;
  if to_top then
    new."order" := top;
  end if;
  return new;
end $$;

-- Runs for rows that are really there, under the lock that number_post_change took.
create function count_post_change() returns trigger language plpgsql as $$
declare
  listed integer := (new.deleted_on is null)::integer;
  published integer := (new.deleted_on is null and new.published_on is not null)::integer;
begin
  if tg_op = 'UPDATE' then
    listed := listed - (old.deleted_on is null)::integer;
    published := published - (old.deleted_on is null and old.published_on is not null)::integer;
  end if;
  update blogs set
    published_c_id = case when new.was_published then greatest(published_c_id, new.c_id) else published_c_id end,
    post_count = post_count + listed,
    published_count = published_count + published,
    updated_on = greatest(updated_on, new.updated_on)
  where id = new.blog;
  return null;
end $$;

create trigger count_post_change after insert or update on posts
for each row when (new.blog is not null) execute function count_post_change();

create function count_no_posts() returns trigger language plpgsql as $$
begin
  update blogs set post_count = 0, published_count = 0 where post_count > 0;
  return null;
end $$;

create trigger count_no_posts after truncate on posts for each statement execute function count_no_posts();

-- Counts every blog's posts: after posts were brought in with triggers switched off.
create procedure count_posts() language sql as $$
  update blogs set
    last_c_id = greatest(blogs.last_c_id, counted.last_c_id),
    published_c_id = greatest(blogs.published_c_id, counted.published_c_id),
    last_order = greatest(blogs.last_order, counted.last_order),
    post_count = counted.post_count,
    published_count = counted.published_count
  from (
    select blogs.id, coalesce(max(c_id), 0) as last_c_id, coalesce(max(c_id) filter (where was_published), 0) as published_c_id,
      coalesce(max("order"), 0) as last_order, count(posts.id) filter (where deleted_on is null) as post_count,
      count(posts.id) filter (where deleted_on is null and published_on is not null) as published_count
    from blogs left join posts on posts.blog = blogs.id group by blogs.id
  ) as counted
  where counted.id = blogs.id;
$$;

-- Inserts a post and reads it, so that one statement does both or neither. Without an author it is the creator's first
-- collaborator, made when there is none.
create function insert_post(
  blog_id integer, post_type text, creator_id integer, author_id integer, post_content text, post_meta text, publish boolean
) returns setof post_rows language plpgsql as $$
declare
  post_author integer := coalesce(author_id, (select min(id) from collaborators where "user" = creator_id));
  post_id integer;
begin
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
  return query select * from post_rows where post_rows.id = post_id;
end $$;

-- A tag is a blog, `blog:7`, the posts of no blog, `posts`, the end of a session, `sessions`, or else `everything`.
create or replace function note_change() returns trigger language plpgsql as $$
declare
  noted text := 'everything';
begin
  if tg_level = 'ROW' and tg_table_name = 'blogs' then
    noted := 'blog:' || coalesce(new.id, old.id);
  elsif tg_level = 'ROW' and tg_table_name in ('posts', 'sessions') then
    noted := tg_table_name;
  end if;
  insert into changes (tag) values (noted) on conflict do nothing;
  notify desk_changes;
  return null;
end $$;

create trigger note_change after delete on sessions for each row execute function note_change();
