-- The readers' pages speak these, too, and people of the newsroom choose among the languages that are stored.
insert into languages (code) values ('es'), ('ar') on conflict do nothing;
