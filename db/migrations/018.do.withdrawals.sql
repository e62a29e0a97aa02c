-- When a published post was withdrawn, so that feeds can say so for a while.

alter table posts add withdrawn_on timestamptz;

create function note_withdrawal() returns trigger language plpgsql as $$
begin
  new.withdrawn_on := case
    when new.published_on is not null then null
    when old.published_on is not null then now()
    else old.withdrawn_on
  end;
  return new;
end $$;

create trigger note_withdrawal before update on posts
for each row execute function note_withdrawal();

create index on posts (blog, (least(deleted_on, withdrawn_on)))
where was_published and (deleted_on is not null or published_on is null);
