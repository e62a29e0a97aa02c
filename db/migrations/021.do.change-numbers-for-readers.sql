-- Work on a draft is no change for readers, even if the post was published once.

-- The number of the last change of a post that readers could see; null if it was never published. Triggers are off:
-- until now, every change of a post that was ever published counted.
alter table posts add column published_c_id integer;
alter table posts disable trigger user;
update posts set published_c_id = c_id where was_published;
alter table posts enable trigger user;
alter table posts drop column was_published;
alter table posts add column was_published boolean not null generated always as (published_c_id is not null) stored;
create index on posts (blog, published_c_id) where was_published;
create index on posts (blog, (least(deleted_on, withdrawn_on)))
where was_published and (deleted_on is not null or published_on is null);

-- The posts that are or were published, with the change numbers that readers see.
create view reader_posts as
select id, blog, type, creator, author, content, meta, created_on, published_on, updated_on, deleted_on, is_published,
  is_modified, published_c_id as c_id, "order"
from posts
where was_published;

create or replace view post_rows as
select posts.id, posts.is_modified, posts.is_published, posts.c_id, posts."order",
  coalesce(posts.commentator || ' commentator', collaborator_rows.name, users.name) as author_name,
  posts.content, posts.meta, posts.created_on, posts.published_on, posts.deleted_on, posts.author,
  case when posts.author is null then posts.creator else collaborator_rows."user" end as author_person,
  posts.blog, posts.creator, posts.type, posts.updated_on, meta_data.thumbnail as author_image,
  null::integer as post_verification, posts.comment_source, posts.published_c_id
from posts
join users on users.id = posts.creator
left join collaborator_rows on collaborator_rows.id = posts.author
left join person_icons
  on person_icons.person = case when posts.author is null then posts.creator else collaborator_rows."user" end
left join meta_data on meta_data.id = person_icons.meta_data;

-- A row that is refused after this trigger (on conflict do nothing) must not be counted, so it only gives the numbers
-- and the position. A number that no post got is harmless: readers compare numbers and never count them.
create or replace function number_post_change() returns trigger language plpgsql as $$
declare
  to_top boolean := tg_op = 'INSERT';
  stays_draft boolean := coalesce(old.published_on, old.deleted_on, new.published_on, new.deleted_on) is null;
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
  update blogs set
    last_c_id = last_c_id + 1,
    last_order = case when to_top then floor(last_order) + 1 else greatest(last_order, new."order") end
  where id = new.blog
  returning last_c_id, last_order into new.c_id, top;
  new.published_c_id := case
    when new.published_on is null and old.published_c_id is null then null
    when stays_draft then old.published_c_id
    else new.c_id
  end;
  if to_top then
    new."order" := top;
  end if;
  return new;
end $$;

-- Runs for rows that are really there, under the lock that number_post_change took.
create or replace function count_post_change() returns trigger language plpgsql as $$
declare
  listed integer := (new.deleted_on is null)::integer;
  published integer := (new.deleted_on is null and new.published_on is not null)::integer;
begin
  if tg_op = 'UPDATE' then
    listed := listed - (old.deleted_on is null)::integer;
    published := published - (old.deleted_on is null and old.published_on is not null)::integer;
  end if;
  update blogs set
    published_c_id = greatest(published_c_id, new.published_c_id),
    post_count = post_count + listed,
    published_count = published_count + published,
    updated_on = case when new.published_c_id = new.c_id then greatest(updated_on, new.updated_on) else updated_on end
  where id = new.blog;
  return null;
end $$;

-- Counts every blog's posts: after posts were brought in with triggers switched off.
create or replace procedure count_posts() language sql as $$
  update blogs set
    last_c_id = greatest(blogs.last_c_id, counted.last_c_id),
    published_c_id = greatest(blogs.published_c_id, counted.published_c_id),
    last_order = greatest(blogs.last_order, counted.last_order),
    post_count = counted.post_count,
    published_count = counted.published_count
  from (
    select blogs.id, coalesce(max(c_id), 0) as last_c_id, coalesce(max(posts.published_c_id), 0) as published_c_id,
      coalesce(max("order"), 0) as last_order, count(posts.id) filter (where posts.deleted_on is null) as post_count,
      count(posts.id) filter (where posts.deleted_on is null and published_on is not null) as published_count
    from blogs left join posts on posts.blog = blogs.id group by blogs.id
  ) as counted
  where counted.id = blogs.id;
$$;
