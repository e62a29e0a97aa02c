-- What editors do with blogs: opening them, changing them, and inviting colleagues.

alter table blogs add column version integer not null default 1;

-- The version of what editors change in a blog; its posts have numbers of their own.
create function number_blog_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create trigger number_blog_change
before update of type, language, creator, title, description, output_link, embed_config, live_on, closed_on on blogs
for each row when (
  (old.type, old.language, old.creator, old.title, old.description, old.output_link, old.embed_config,
    old.live_on, old.closed_on)
  is distinct from
  (new.type, new.language, new.creator, new.title, new.description, new.output_link, new.embed_config,
    new.live_on, new.closed_on)
) execute function number_blog_change();

-- Makes a blog, unless an earlier request of the key has made it.
create function insert_blog(
  user_id integer, given_key text, given_request text,
  type_id integer, language_id integer, creator_id integer, blog_title text, blog_description text,
  blog_output_link text, blog_embed_config text
) returns setof blogs language plpgsql as $$
declare
  blog_id integer := claim_key(user_id, given_key, given_request);
begin
  if blog_id is null then
    insert into blogs (type, language, creator, title, description, output_link, embed_config)
    values (
      coalesce(type_id, (select min(id) from blog_types)), language_id, creator_id, blog_title,
      coalesce(blog_description, ''), nullif(blog_output_link, ''), nullif(blog_embed_config, '')
    )
    returning id into blog_id;
    perform settle_key(user_id, given_key, blog_id);
  end if;
  return query select * from blogs where id = blog_id;
end $$;
