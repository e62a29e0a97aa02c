-- Limits of API tokens. Those of the command line have none.

alter table sessions
  -- What the token may do; null for sessions and for tokens that may do what their users may.
  add allows text check (allows in ('read', 'draft', 'publish')),
  -- The one blog that the token is for; null if it is for all.
  add blog integer references blogs on delete cascade;
create index on sessions (blog) where blog is not null;
