-- The copies of a post are found by their primary key. This index of 017 repeated it.
drop index copied_posts_post_idx;
