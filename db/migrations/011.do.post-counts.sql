-- Counts of posts by stretches of a blog and by what lists can be narrowed to, so that no total costs a scan of a blog.

-- Posts by the change number they have now, 2048 numbers a row, named after the first.
create table post_change_blocks (
  blog integer not null references blogs on delete cascade,
  c_id integer not null check (c_id % 2048 = 0),
  posts integer not null,
  -- Those that are published or were once.
  published integer not null,
  primary key (blog, c_id)
) with (fillfactor = 50);

-- Posts by their place, 1024 whole places a row, named after the first. last_c_id is no less than the newest change of
-- any post in the row, deleted ones included: rows that no followed change lies in are passed over.
create table post_order_blocks (
  blog integer not null references blogs on delete cascade,
  "order" numeric not null,
  listed integer not null,
  published integer not null,
  last_c_id integer not null,
  primary key (blog, "order")
) with (fillfactor = 50);

-- Posts by whom and of what they are.
create table post_counts (
  blog integer not null references blogs on delete cascade,
  creator integer not null,
  author integer,
  type text not null,
  listed integer not null,
  published integer not null,
  unique nulls not distinct (blog, creator, author, type)
) with (fillfactor = 50);
create index on post_counts (creator);
create index on post_counts (author);

-- Runs under the lock of the blog's row, which number_post_change has taken: writers of one blog never meet here.
create function count_post_change() returns trigger language plpgsql as $$
declare
  listed_before integer := 0;
  published_before integer := 0;
  listed_now integer := (new.deleted_on is null)::integer;
  published_now integer := (new.deleted_on is null and new.published_on is not null)::integer;
  place numeric := floor(new."order" / 1024) * 1024;
  place_before numeric;
  remaining integer;
begin
  insert into post_change_blocks as block (blog, c_id, posts, published)
  values (new.blog, new.c_id - new.c_id % 2048, 1, new.was_published::integer)
  on conflict (blog, c_id) do update set posts = block.posts + 1, published = block.published + excluded.published;

  if tg_op = 'UPDATE' then
    listed_before := (old.deleted_on is null)::integer;
    published_before := (old.deleted_on is null and old.published_on is not null)::integer;
    place_before := floor(old."order" / 1024) * 1024;
    update post_change_blocks set posts = posts - 1, published = published - old.was_published::integer
    where blog = old.blog and c_id = old.c_id - old.c_id % 2048
    returning posts into remaining;
    -- Else a short blog with many changes would be long here.
    if remaining = 0 then
      delete from post_change_blocks where blog = old.blog and c_id = old.c_id - old.c_id % 2048;
    end if;
    if place_before <> place and listed_before > 0 then
      update post_order_blocks set listed = listed - listed_before, published = published - published_before
      where blog = old.blog and "order" = place_before;
    end if;
    if (old.creator, old.type) <> (new.creator, new.type) or old.author is distinct from new.author then
      update post_counts set listed = listed - listed_before, published = published - published_before
      where blog = old.blog and creator = old.creator and author is not distinct from old.author and type = old.type;
    end if;
  end if;

  insert into post_order_blocks as block (blog, "order", listed, published, last_c_id)
  values (
    new.blog, place,
    listed_now - case when place_before = place then listed_before else 0 end,
    published_now - case when place_before = place then published_before else 0 end,
    new.c_id
  )
  on conflict (blog, "order") do update set
    listed = block.listed + excluded.listed, published = block.published + excluded.published, last_c_id = greatest(block.last_c_id, excluded.last_c_id);

  if tg_op = 'UPDATE' and (old.creator, old.type) = (new.creator, new.type) and old.author is not distinct from new.author then
    if (listed_now, published_now) <> (listed_before, published_before) then
      update post_counts set listed = listed + listed_now - listed_before, published = published + published_now - published_before
      where blog = new.blog and creator = new.creator and author is not distinct from new.author and type = new.type;
    end if;
  else
    insert into post_counts as counted (blog, creator, author, type, listed, published)
    values (new.blog, new.creator, new.author, new.type, listed_now, published_now)
    on conflict (blog, creator, author, type) do update set
      listed = counted.listed + excluded.listed, published = counted.published + excluded.published;
  end if;
  return null;
end $$;

create trigger count_post_change after insert or update on posts
for each row when (new.blog is not null) execute function count_post_change();

-- Counts everything anew: here, and after posts were brought in with triggers put aside.
create procedure count_posts() language sql as $$
  delete from post_change_blocks;
  insert into post_change_blocks (blog, c_id, posts, published)
  select blog, c_id - c_id % 2048, count(*), count(*) filter (where was_published)
  from posts where blog is not null group by 1, 2 order by 1, 2;

  delete from post_order_blocks;
  insert into post_order_blocks (blog, "order", listed, published, last_c_id)
  select blog, floor("order" / 1024) * 1024, count(*) filter (where deleted_on is null),
    count(*) filter (where deleted_on is null and published_on is not null), max(c_id)
  from posts where blog is not null group by 1, 2 order by 1, 2;

  delete from post_counts;
  insert into post_counts (blog, creator, author, type, listed, published)
  select blog, creator, author, type, count(*) filter (where deleted_on is null),
    count(*) filter (where deleted_on is null and published_on is not null)
  from posts where blog is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4;
$$;

call count_posts();

-- The few drafts among many posts, and the posts of no blog, which nothing above counts.
create index on posts (id) where deleted_on is null and published_on is null;
create index on posts (id) where blog is null;
