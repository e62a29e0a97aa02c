-- The user who last corrected a post, so that a colleague whose correction comes too late learns whom to ask. Null if
-- nobody has corrected it here: its texts are those of its creator, or of its source. And members find the posts that
-- were withdrawn from readers.

alter table posts add editor integer references users;

create or replace view post_rows as
select posts.id, posts.is_modified, posts.is_published, posts.c_id, posts."order",
  coalesce(posts.commentator || ' commentator', posts.byline, collaborator_rows.name, users.name) as author_name,
  posts.content, posts.meta, posts.created_on, posts.published_on, posts.deleted_on, posts.author,
  case when posts.author is null then posts.creator else collaborator_rows."user" end as author_person,
  posts.blog, posts.creator, posts.type, posts.updated_on, meta_data.thumbnail as author_image,
  null::integer as post_verification, posts.comment_source, posts.published_c_id,
  posts.submitted_on, posts.publish_on, posts.pinned_on, posts.is_key_point, posts.return_note, posts.uuid,
  posts.editor, posts.withdrawn_on
from posts
join users on users.id = posts.creator
left join collaborator_rows on collaborator_rows.id = posts.author
left join person_icons
  on person_icons.person = case when posts.author is null then posts.creator else collaborator_rows."user" end
left join meta_data on meta_data.id = person_icons.meta_data;

create or replace view reader_posts as
select id, blog, type, creator, author, content, meta, created_on, published_on, updated_on, deleted_on, is_published,
  is_modified, published_c_id as c_id, "order", is_submitted, is_pinned, is_key_point, withdrawn_on
from posts
where was_published;

-- As before, but a correction names its user.
create or replace function change_post(
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
    editor = case when edit ?| array['content', 'meta'] then user_id else editor end,
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
