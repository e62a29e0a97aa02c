-- When a blog is planned to go live.

alter table blogs add starts_on timestamptz;
-- The blogs that readers may know of before they go live, and those that are over.
create index on blogs (starts_on, id) where starts_on is not null and live_on is null;
create index on blogs (closed_on desc, id desc) where closed_on is not null and live_on is not null;

drop trigger number_blog_change on blogs;
create trigger number_blog_change
before update of type, language, creator, title, description, output_link, embed_config, live_on, closed_on, deleted_on,
  starts_on
on blogs for each row when (
  (old.type, old.language, old.creator, old.title, old.description, old.output_link, old.embed_config,
    old.live_on, old.closed_on, old.deleted_on, old.starts_on)
  is distinct from
  (new.type, new.language, new.creator, new.title, new.description, new.output_link, new.embed_config,
    new.live_on, new.closed_on, new.deleted_on, new.starts_on)
) execute function number_blog_change();

drop function insert_blog;
-- Creates a blog, unless an earlier request had the key.
create function insert_blog(
  user_id integer, given_key text, given_request text,
  type_id integer, language_id integer, creator_id integer, blog_title text, blog_description text,
  blog_output_link text, blog_embed_config text, blog_starts_on timestamptz
) returns setof blogs language plpgsql as $$
declare
  blog_id integer := claim_key(user_id, given_key, given_request);
begin
  if blog_id is null then
    insert into blogs (type, language, creator, title, description, output_link, embed_config, starts_on)
    values (
      coalesce(type_id, (select min(id) from blog_types)), language_id, creator_id, blog_title,
      coalesce(blog_description, ''), nullif(blog_output_link, ''), nullif(blog_embed_config, ''), blog_starts_on
    )
    returning id into blog_id;
    perform settle_key(user_id, given_key, blog_id);
  end if;
  return query select * from blogs where id = blog_id;
end $$;
