-- Posts that were copied from other services: by following a blog, or by an import.

insert into source_types (key) values ('import');

alter table posts
  -- The identity of the post in every blog that has a copy of it. So blogs that follow each other recognise their own
  -- posts.
  add uuid uuid not null default gen_random_uuid(),
  -- The name of the author, as the source of a copy gives it.
  add byline text check (length(byline) between 1 and 255);
create unique index on posts (blog, uuid);

-- The last known state of a copied post at its source. The source and its own id of the post identify the copy.
create table copied_posts (
  post integer primary key references posts,
  blog integer not null references blogs,
  source integer not null references sources,
  foreign_id text not null check (length(foreign_id) between 1 and 500),
  -- The position of the post at its source: higher ones stand above.
  position numeric,
  -- The state at the source: whether the post is published, withdrawn, deleted, pinned or a key point. A state that was
  -- changed here stays until the source changes its own.
  state jsonb not null default '{}',
  -- The hash of type, content and meta data when they were copied. If it no longer fits, somebody here has corrected
  -- the post.
  hash text not null,
  -- Hashes of the versions of the post that imports have read, the oldest first. The next import skips these versions.
  -- Sources such as WXR have a post and its corrections in one file.
  seen jsonb not null default '[]',
  unique (blog, source, foreign_id)
);
create index on copied_posts (blog, source, position);

-- Pictures of copied posts that are in the archive. A post that is corrected at its source shows them again, without
-- fetching them.
create table copied_pictures (
  source integer not null references sources on delete cascade,
  -- SHA-256 of the address at the source. Addresses can be long.
  address text not null,
  meta_data integer not null references meta_data on delete cascade,
  primary key (source, address)
);
create index on copied_pictures (meta_data);

-- The hash of the parts of a post that people correct.
create function copy_hash(type text, content text, meta text) returns text language sql immutable parallel safe
return md5(jsonb_build_array(type, content, meta)::text);

create or replace view post_rows as
select posts.id, posts.is_modified, posts.is_published, posts.c_id, posts."order",
  coalesce(posts.commentator || ' commentator', posts.byline, collaborator_rows.name, users.name) as author_name,
  posts.content, posts.meta, posts.created_on, posts.published_on, posts.deleted_on, posts.author,
  case when posts.author is null then posts.creator else collaborator_rows."user" end as author_person,
  posts.blog, posts.creator, posts.type, posts.updated_on, meta_data.thumbnail as author_image,
  null::integer as post_verification, posts.comment_source, posts.published_c_id,
  posts.submitted_on, posts.publish_on, posts.pinned_on, posts.is_key_point, posts.return_note, posts.uuid
from posts
join users on users.id = posts.creator
left join collaborator_rows on collaborator_rows.id = posts.author
left join person_icons
  on person_icons.person = case when posts.author is null then posts.creator else collaborator_rows."user" end
left join meta_data on meta_data.id = person_icons.meta_data;

-- As before, but a post that is inserted with a position keeps it. One that is inserted with a number keeps both: an
-- import takes the numbers of many posts at once, under the lock of the blog.
create or replace function number_post_change() returns trigger language plpgsql as $$
declare
  to_top boolean := tg_op = 'INSERT' and new."order" is null;
  stays_draft boolean := coalesce(old.published_on, old.deleted_on, new.published_on, new.deleted_on) is null;
  top numeric;
begin
  if tg_op = 'UPDATE' then
    if new.blog is distinct from old.blog then
      raise exception 'a post cannot move to another blog'
        using errcode = 'check_violation', constraint = 'posts_blog_fixed';
    end if;
    to_top := new.published_on is not null and old.published_on is null;
  end if;
  if new.blog is null or (tg_op = 'INSERT' and new.c_id is not null) then
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

-- As before, but all posts of a statement that inserts posts are counted at once: an import inserts hundreds.
drop trigger count_post_change on posts;
create trigger count_post_change after update on posts
for each row when (new.blog is not null) execute function count_post_change();

create function count_new_posts() returns trigger language plpgsql as $$
begin
  update blogs set
    published_c_id = greatest(blogs.published_c_id, counted.published_c_id),
    post_count = post_count + counted.listed,
    published_count = published_count + counted.published,
    updated_on = greatest(blogs.updated_on, counted.updated_on)
  from (
    select blog, max(published_c_id) as published_c_id, count(*) filter (where deleted_on is null) as listed,
      count(*) filter (where deleted_on is null and published_on is not null) as published,
      max(updated_on) filter (where published_on is not null and deleted_on is null) as updated_on
    from inserted group by blog
  ) as counted
  where blogs.id = counted.blog;
  return null;
end $$;
create trigger count_new_posts after insert on posts referencing new table as inserted
for each statement execute function count_new_posts();
