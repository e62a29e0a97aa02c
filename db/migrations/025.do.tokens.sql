-- Limits of API tokens. Those of the command line have none.

alter table sessions
  -- The most that the token allows; null for sessions, and for tokens that allow whatever their users may do.
  add allows text check (allows in ('read', 'draft', 'publish')),
  -- The one blog that the token is for; null if it is for all.
  add blog integer references blogs on delete cascade;
create index on sessions (blog) where blog is not null;
