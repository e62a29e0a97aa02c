-- PostgreSQL takes the words of a post for cheap to find, and looked for them in all posts of a blog, where the index
-- leads to the few that have them. They take half a millisecond a kibibyte.
alter function words_in(text) cost 20000;
