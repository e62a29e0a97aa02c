-- Columns and indexes that filters, orders and X-Filter need.

alter table blogs add column is_open boolean generated always as (closed_on is null) stored;
create index on blogs (title text_pattern_ops, id);
create index on blogs (created_on, id);
create index on blogs (live_on, id);

create or replace view user_rows as
select users.id, users.active, persons.e_mail, persons.first_name, persons.full_name, persons.last_name,
  users.name, users.created_on, users.type, persons.address, persons.phone_number
from users
join persons on persons.id = users.id;

create or replace view post_rows as
select posts.id, posts.is_modified, posts.is_published, posts.c_id, posts."order",
  coalesce(collaborator_rows.name, users.name) as author_name,
  posts.content, posts.meta, posts.created_on, posts.published_on, posts.deleted_on, posts.author,
  case when posts.author is null then posts.creator else collaborator_rows."user" end as author_person,
  posts.blog, posts.creator, posts.type, posts.updated_on, meta_data.thumbnail as author_image, null::integer as post_verification
from posts
join users on users.id = posts.creator
left join collaborator_rows on collaborator_rows.id = posts.author
left join person_icons on person_icons.person = case when posts.author is null then posts.creator else collaborator_rows."user" end
left join meta_data on meta_data.id = person_icons.meta_data;

-- A blog's posts by time, for the time criteria of its lists.
create index on posts (blog, created_on);
create index on posts (blog, published_on);
create index on posts (blog, updated_on) where updated_on is not null;
create index on posts (blog, creator, "order" desc);
create index on posts (blog, author, "order" desc);
create index on posts (blog, type, "order" desc);
