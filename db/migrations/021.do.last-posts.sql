-- When the latest published post of each blog was published. Every read of a blog asks for it, so triggers keep it.

alter table blogs add last_post_on timestamptz;

create function last_post_of(blog_id integer) returns timestamptz language sql stable as $$
  select max(published_on) from posts where blog = blog_id and deleted_on is null
$$;

update blogs set last_post_on = last_post_of(id);

create or replace function count_post_change() returns trigger language plpgsql as $$
declare
  was_published boolean := old.deleted_on is null and old.published_on is not null;
  published boolean := new.deleted_on is null and new.published_on is not null;
begin
  update blogs set
    published_c_id = greatest(published_c_id, new.published_c_id),
    post_count = post_count + (new.deleted_on is null)::integer - (old.deleted_on is null)::integer,
    published_count = published_count + published::integer - was_published::integer,
    updated_on = case when new.published_c_id = new.c_id then greatest(updated_on, new.updated_on) else updated_on end,
    last_post_on = case
      when was_published and old.published_on = last_post_on
        and (not published or new.published_on < old.published_on) then last_post_of(id)
      when published then greatest(last_post_on, new.published_on)
      else last_post_on
    end
  where id = new.blog;
  return null;
end $$;

create or replace function count_new_posts() returns trigger language plpgsql as $$
begin
  update blogs set
    published_c_id = greatest(blogs.published_c_id, counted.published_c_id),
    post_count = post_count + counted.listed,
    published_count = published_count + counted.published,
    updated_on = greatest(blogs.updated_on, counted.updated_on),
    last_post_on = greatest(blogs.last_post_on, counted.last_post_on)
  from (
    select blog, max(published_c_id) as published_c_id, count(*) filter (where deleted_on is null) as listed,
      count(*) filter (where deleted_on is null and published_on is not null) as published,
      max(updated_on) filter (where published_on is not null and deleted_on is null) as updated_on,
      max(published_on) filter (where deleted_on is null) as last_post_on
    from inserted group by blog
  ) as counted
  where blogs.id = counted.blog;
  return null;
end $$;

create or replace function count_no_posts() returns trigger language plpgsql as $$
begin
  update blogs set post_count = 0, published_count = 0, last_post_on = null where post_count > 0;
  return null;
end $$;

-- Counts every blog's posts: after posts were brought in with triggers switched off.
create or replace procedure count_posts() language sql as $$
  update blogs set
    last_c_id = greatest(blogs.last_c_id, counted.last_c_id),
    published_c_id = greatest(blogs.published_c_id, counted.published_c_id),
    last_order = greatest(blogs.last_order, counted.last_order),
    post_count = counted.post_count,
    published_count = counted.published_count,
    last_post_on = counted.last_post_on
  from (
    select blogs.id, coalesce(max(c_id), 0) as last_c_id, coalesce(max(posts.published_c_id), 0) as published_c_id,
      coalesce(max("order"), 0) as last_order, count(posts.id) filter (where posts.deleted_on is null) as post_count,
      count(posts.id) filter (where posts.deleted_on is null and published_on is not null) as published_count,
      max(published_on) filter (where posts.deleted_on is null) as last_post_on
    from blogs left join posts on posts.blog = blogs.id group by blogs.id
  ) as counted
  where counted.id = blogs.id;
$$;
