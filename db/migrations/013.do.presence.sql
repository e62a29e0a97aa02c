-- Leases of users who are on a blog now, with the post that they correct. They end unless they are renewed.

-- No document shows them, so no change of them is noted. They need not survive a crash.
create unlogged table presences (
  blog integer not null references blogs on delete cascade,
  "user" integer not null references users on delete cascade,
  post integer references posts on delete cascade,
  since timestamptz not null,
  ends_on timestamptz not null,
  primary key (blog, "user")
);
