-- Returns whether a scheduled draft of an open blog is due. The change feed asks with each poll, and must not wait:
-- while somebody holds a lock of all posts, none can be published anyway.
create function is_draft_due() returns boolean language plpgsql stable set lock_timeout = '20ms' as $$
begin
  return exists (
    select from posts join blogs on blogs.id = posts.blog where publish_on <= now() and closed_on is null
  );
exception when lock_not_available then
  return false;
end $$;
