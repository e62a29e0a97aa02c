-- What has changed, told to every process at once by NOTIFY, and kept for a while for those who did not hear it.

-- A tag is a blog, `blog:7`, or else a table; a transaction notes each once.
create table changes (
  transaction xid8 default pg_current_xact_id(),
  tag text,
  primary key (transaction, tag)
);

-- Told in the writer's transaction, so it is heard if and only if that commits.
create function note_change() returns trigger language plpgsql as $$
declare
  tag text := tg_table_name;
begin
  if tg_table_name = 'blogs' and tg_level = 'ROW' then
    tag := 'blog:' || coalesce(new.id, old.id);
  end if;
  insert into changes (tag) values (tag) on conflict do nothing;
  perform pg_notify('desk_changes', pg_current_xact_id() || ' ' || tag);
  return null;
end $$;

-- Every table that documents are made of: sessions and failed logins are none. A statement that touches no row changes
-- nothing, so rows tell; but a table that is emptied at once has none to tell it.
do $$
declare
  name text;
begin
  for name in
    select table_name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and table_name not in ('posts', 'changes', 'migrations', 'sessions', 'login_failures')
  loop
    execute format('create trigger note_change after insert or update or delete on %I for each row execute function note_change()', name);
    execute format('create trigger note_emptying after truncate on %I for each statement execute function note_change()', name);
  end loop;
end $$;

-- Every change of a blog's posts changes the blog's own row (004) and is told there. A post without a blog changes none.
create trigger note_change after insert or update on posts
for each row when (new.blog is null) execute function note_change();
create trigger note_removal after delete on posts
for each row when (old.blog is null) execute function note_change();
create trigger note_emptying after truncate on posts
for each statement execute function note_change();
