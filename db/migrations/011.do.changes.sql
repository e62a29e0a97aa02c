-- Changes of data that documents show. Processes that cache documents read them, and NOTIFY wakes these processes.

-- A tag is a blog, such as `blog:7`, or `posts` (without a blog), `sessions` (that end) or `everything`. A transaction
-- notes each tag once.
create table changes (
  transaction xid8 default pg_current_xact_id(),
  tag text,
  primary key (transaction, tag)
);

-- Runs in the transaction of the change, so a change is noted if and only if it is committed.
create function note_change() returns trigger language plpgsql as $$
declare
  noted text := 'everything';
begin
  if tg_level = 'ROW' and tg_table_name = 'blogs' then
    noted := 'blog:' || coalesce(new.id, old.id);
  elsif tg_level = 'ROW' and tg_table_name in ('posts', 'sessions') then
    noted := tg_table_name;
  end if;
  insert into changes (tag) values (noted) on conflict do nothing;
  notify desk_changes;
  return null;
end $$;

-- All tables whose data documents show. The triggers are for rows, because a statement that changes no row is no
-- change. Truncating a table has no rows.
do $$
declare
  name text;
begin
  for name in
    select table_name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not in (
      'posts', 'sessions', 'changes', 'idempotency_keys', 'installation', 'login_failures', 'migrations',
      'received_comments'
    )
  loop
    execute format(
      'create trigger note_change after insert or update or delete on %I for each row execute function note_change()',
      name
    );
    execute format(
      'create trigger note_emptying after truncate on %I for each statement execute function note_change()', name
    );
  end loop;
end $$;

-- A change of a blog's post changes the row of the blog, which notes it.
create trigger note_change after insert or update on posts
for each row when (new.blog is null) execute function note_change();
create trigger note_removal after delete on posts
for each row when (old.blog is null) execute function note_change();
create trigger note_emptying after truncate on posts
for each statement execute function note_change();

create trigger note_change after delete on sessions for each row execute function note_change();
