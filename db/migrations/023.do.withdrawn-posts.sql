-- Members find the posts that were withdrawn from readers.

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
