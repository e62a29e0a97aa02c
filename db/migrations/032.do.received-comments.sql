-- Forgets old comments at a cost that does not depend on how PostgreSQL plans it, as 030 forgets old keys. A connection
-- that planned the old condition while the table was empty read the whole table once for each comment in it, and held
-- up all other comments meanwhile.

-- Stores a comment as a draft, unless an earlier request of the key has done so. A client may send 5 comments a minute
-- and 30 an hour; a blog accepts 600 an hour. `wait` is the number of seconds after which the client may try again; 0
-- if no limit was reached. A closed blog accepts none, and no blog those of a client that it has blocked.
create or replace function insert_comment(
  given_client text, given_key text, given_request text,
  blog_id integer, user_name text, source_name text, post_content text,
  out wait integer, out is_closed boolean, out is_blocked boolean
) language plpgsql as $$
declare
  known text;
  author collaborators;
  post_id integer;
begin
  wait := 0;
  is_closed := false;
  is_blocked := false;
  -- One comment at a time: each counts those before it, and only the first inserts the author.
  perform pg_advisory_xact_lock(hashtext('insert_comment'));
  delete from received_comments where ctid = any (array(
    select ctid from received_comments where received_on <= now() - interval '24 hours' limit 1000
  ));
  delete from blocked_commentators where ends_on <= now();

  select request into known from received_comments where client = given_client and key = given_key;
  if known <> given_request then
    raise exception 'the key belongs to another request'
      using errcode = 'check_violation', constraint = 'idempotency_keys_request';
  elsif known is not null then
    return;
  end if;

  is_blocked := exists (select from blocked_commentators where blog = blog_id and client = given_client);
  if is_blocked then
    return;
  end if;

  select greatest(ceil(extract(epoch from max(free_on) - now())), 0) into wait from (
    (select received_on + interval '1 minute' from received_comments
      where client = given_client order by received_on desc offset 4 limit 1)
    union all
    (select received_on + interval '1 hour' from received_comments
      where client = given_client order by received_on desc offset 29 limit 1)
    union all
    (select received_on + interval '1 hour' from received_comments
      where blog = blog_id order by received_on desc offset 599 limit 1)
  ) as bound (free_on);
  if wait > 0 then
    return;
  end if;

  select closed_on is not null into is_closed from blogs where id = blog_id for no key update;
  if is_closed then
    return;
  end if;

  author := comment_author();
  insert into posts (blog, creator, author, content, commentator, comment_source)
  values (blog_id, author."user", author.id, post_content, user_name, source_name)
  returning id into post_id;
  insert into received_comments (client, blog, key, request, post)
  values (given_client, blog_id, given_key, given_request, post_id);
end $$;
