-- Whatever changes in a post is a change that readers are told of: numbers and marks cannot be set by hand.
drop trigger number_post_change on posts;
create trigger number_post_change before insert or update on posts
for each row execute function number_post_change();
