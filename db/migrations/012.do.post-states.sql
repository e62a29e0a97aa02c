-- States of posts: drafts that were handed in, returned with a note or scheduled, pinned posts, and key points.

alter table posts
  -- When the draft was handed in. Until then, it belongs to its author alone.
  add submitted_on timestamptz,
  -- When the service will publish the draft.
  add publish_on timestamptz,
  -- When the post was pinned above all others.
  add pinned_on timestamptz,
  add is_key_point boolean not null default false,
  -- Why an editor returned the draft.
  add return_note text check (length(return_note) <= 2000),
  add is_submitted boolean not null generated always as (submitted_on is not null) stored,
  add is_pinned boolean not null generated always as (pinned_on is not null) stored;

create index on posts (blog, "order" desc) where submitted_on is not null;
create index on posts (publish_on) where publish_on is not null;
create index on posts (blog) where pinned_on is not null;
create index on posts (blog, "order" desc)
where deleted_on is null and published_on is not null and (is_key_point or type = 'wrapup');

-- Holds for every change of a post: only a draft is handed in, scheduled or returned, and only a published post is
-- pinned. A draft that was hidden must not be published when it is shown again, because its time has passed.
create function clear_post_states() returns trigger language plpgsql as $$
begin
  if new.published_on is not null then
    new.submitted_on := null;
    new.return_note := null;
  end if;
  if coalesce(new.published_on, new.deleted_on) is not null then
    new.publish_on := null;
  end if;
  if new.published_on is null or new.deleted_on is not null then
    new.pinned_on := null;
  end if;
  return new;
end $$;
create trigger clear_post_states before insert or update on posts
for each row when (num_nonnulls(new.submitted_on, new.publish_on, new.pinned_on, new.return_note) > 0)
execute function clear_post_states();

create or replace view post_rows as
select posts.id, posts.is_modified, posts.is_published, posts.c_id, posts."order",
  coalesce(posts.commentator || ' commentator', collaborator_rows.name, users.name) as author_name,
  posts.content, posts.meta, posts.created_on, posts.published_on, posts.deleted_on, posts.author,
  case when posts.author is null then posts.creator else collaborator_rows."user" end as author_person,
  posts.blog, posts.creator, posts.type, posts.updated_on, meta_data.thumbnail as author_image,
  null::integer as post_verification, posts.comment_source, posts.published_c_id,
  posts.submitted_on, posts.publish_on, posts.pinned_on, posts.is_key_point, posts.return_note
from posts
join users on users.id = posts.creator
left join collaborator_rows on collaborator_rows.id = posts.author
left join person_icons
  on person_icons.person = case when posts.author is null then posts.creator else collaborator_rows."user" end
left join meta_data on meta_data.id = person_icons.meta_data;

create or replace view reader_posts as
select id, blog, type, creator, author, content, meta, created_on, published_on, updated_on, deleted_on, is_published,
  is_modified, published_c_id as c_id, "order", is_submitted, is_pinned, is_key_point
from posts
where was_published;

drop function insert_post;
-- Inserts a post and returns it, unless an earlier request had the key. Without an author, the author is the first
-- collaborator of the creator, who gets one if necessary.
create function insert_post(
  user_id integer, given_key text, given_request text,
  blog_id integer, post_type text, creator_id integer, author_id integer, post_content text, post_meta text,
  publish boolean, submit boolean
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
    insert into posts (blog, type, creator, author, content, meta, published_on, submitted_on)
    values (
      blog_id, post_type, creator_id, post_author, post_content, post_meta,
      case when publish then now() end, case when submit then now() end
    )
    returning id into post_id;
    perform refuse_closed_blog(blog_id);
    perform settle_key(user_id, given_key, post_id);
  end if;
  return query select * from post_rows where post_rows.id = post_id;
end $$;

-- Returns the moment of a state that `flag` switches on or off. It stays the same if `flag` is absent.
create function switched(flag jsonb, earlier timestamptz) returns timestamptz language sql stable as $$
  select case flag when 'true' then now() when 'false' then null else earlier end
$$;

-- Refuses a moment of publication that is not in the year to come, and a fourth pinned post. Callers hold the lock of
-- the blog, so no other post is pinned meanwhile.
create function refuse_post_state(blog_id integer, post_id integer, edit jsonb) returns void language plpgsql as $$
begin
  if (edit ->> 'publish_on')::timestamptz not between now() and now() + interval '1 year' then
    raise exception 'the time to publish is not in the year to come'
      using errcode = 'check_violation', constraint = 'posts_publish_on';
  end if;
  if edit -> 'is_pinned' = 'true' and (
    select count(*) from posts where blog = blog_id and pinned_on is not null and id <> post_id
  ) >= 3 then
    raise exception 'three posts are pinned' using errcode = 'check_violation', constraint = 'posts_pinned';
  end if;
end $$;

drop function change_post;
-- Changes a post and returns it. `edit` has the new values; absent ones stay. Does nothing if the post is no longer in
-- the state that the caller has seen, or no longer has the change number that the caller requires: then somebody else
-- was faster.
create function change_post(
  user_id integer, given_key text, given_request text,
  blog_id integer, post_id integer, version integer, seen jsonb, edit jsonb
) returns setof post_rows language plpgsql as $$
begin
  if claim_key(user_id, given_key, given_request) is not null then
    return query select * from post_rows where post_rows.id = post_id;
    return;
  end if;
  perform from blogs where id = blog_id for no key update;
  perform refuse_closed_blog(blog_id);
  perform refuse_post_state(blog_id, post_id, edit);
  update posts set
    content = coalesce(edit ->> 'content', content),
    meta = coalesce(edit ->> 'meta', meta),
    updated_on = case when edit ?| array['content', 'meta'] then now() else updated_on end,
    published_on = switched(edit -> 'is_published', published_on),
    deleted_on = switched(edit -> 'is_deleted', deleted_on),
    submitted_on = switched(edit -> 'is_submitted', submitted_on),
    -- Each time that a draft is handed in or returned, the earlier note has served its purpose.
    return_note = case when edit ? 'is_submitted' then edit ->> 'note' else return_note end,
    publish_on = case when edit ? 'publish_on' then (edit ->> 'publish_on')::timestamptz else publish_on end,
    pinned_on = switched(edit -> 'is_pinned', pinned_on),
    is_key_point = coalesce((edit ->> 'is_key_point')::boolean, is_key_point)
  where id = post_id and blog = blog_id and (version is null or c_id = version) and seen = jsonb_build_object(
    'is_published', published_on is not null,
    'is_deleted', deleted_on is not null,
    'is_submitted', submitted_on is not null,
    'is_scheduled', publish_on is not null
  );
  if found then
    perform settle_key(user_id, given_key, post_id);
    return query select * from post_rows where post_rows.id = post_id;
  else
    delete from idempotency_keys where "user" = user_id and key = given_key;
  end if;
end $$;
