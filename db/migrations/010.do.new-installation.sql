-- What every new installation starts with.

insert into languages (code) values ('en'), ('de'), ('fr');
insert into post_types (key) values ('normal'), ('wrapup'), ('link'), ('image'), ('quote'), ('advertisement');
insert into user_types (key) values ('standard'), ('commentator');
insert into source_types (key) values
  ('internal'), ('blog provider'), ('chained blog'), ('comment'), ('xml'), ('FrontlineSMS');
insert into blog_collaborator_types (name) values ('Collaborator'), ('Administrator');
insert into blog_types (name) values ('default');
insert into blog_themes (name) values ('default'), ('big-screen'), ('compact'), ('night');
insert into blog_media_types (key) values ('top_banner');
insert into meta_types (type) values ('image'), ('audio'), ('video'), ('other');
insert into installation default values;

insert into sources (name, type, uri) values
  ('internal', 'internal', null),
  ('advertisement', 'internal', null),
  ('sms', 'internal', null),
  ('comments', 'internal', null),
  ('google', 'xml', 'https://www.google.com'),
  ('facebook', 'xml', 'https://www.facebook.com'),
  ('twitter', 'xml', 'https://www.twitter.com'),
  ('flickr', 'xml', 'https://www.flickr.com'),
  ('youtube', 'xml', 'https://www.youtube.com'),
  ('instagram', 'xml', 'https://www.instagram.com'),
  ('soundcloud', 'xml', 'https://www.soundcloud.com');
insert into collaborators (source) select id from sources order by id;

insert into right_types (name, description) values
  ('GUI based access control layer', 'Rights that open parts of the user interface'),
  ('Access control layer', 'Rights that open parts of the service itself');
insert into rights (type, name, description)
select right_types.id, listed.name, listed.description
from (values
  (1, 'GUI based access control layer', 'Livedesk view', 'See blogs and their posts'),
  (2, 'GUI based access control layer', 'Manage own post', 'Write posts and change one’s own'),
  (3, 'GUI based access control layer', 'Livedesk edit', 'Change every blog and every post'),
  (4, 'GUI based access control layer', 'IAM view', 'See the media archive'),
  (5, 'GUI based access control layer', 'IAM upload', 'Add files to the media archive'),
  (6, 'GUI based access control layer', 'IAM Image view', 'See images of the media archive'),
  (7, 'GUI based access control layer', 'IAM Audio view', 'Hear recordings of the media archive'),
  (8, 'GUI based access control layer', 'IAM Video view', 'See videos of the media archive'),
  (9, 'GUI based access control layer', 'Users view', 'See user accounts'),
  (10, 'GUI based access control layer', 'Users update', 'Change user accounts'),
  (11, 'GUI based access control layer', 'Requests inspection', 'Inspect the requests the service answers'),
  (12, 'Access control layer', 'Translation access', 'Read translations'),
  (13, 'Access control layer', 'Translation manage', 'Add and remove translations'),
  (14, 'Access control layer', 'Translation modify', 'Change translations')
) as listed (position, type, name, description)
join right_types on right_types.name = listed.type
order by listed.position;

insert into roles (name, description) values ('Administrator', 'Runs the newsroom’s service');
insert into roles (name, description, parent)
select listed.name, listed.description, roles.id
from (values
  (1, 'Collaborator', 'Writes posts'),
  (2, 'Editor', 'Edits every blog')
) as listed (position, name, description)
join roles on roles.name = 'Administrator'
order by listed.position;

insert into role_rights (role, "right")
select roles.id, rights.id
from roles
join rights on case roles.name
  when 'Administrator' then rights.name <> 'Requests inspection'
  when 'Editor' then rights.name in (
    'Livedesk view', 'Manage own post', 'IAM view', 'IAM upload', 'Livedesk edit', 'Users view'
  )
  else rights.name in ('Livedesk view', 'Manage own post', 'IAM view', 'IAM upload')
end;

-- The picture of everyone without one. The file is part of the service.
insert into meta_data (name, type, size_in_bytes, content, thumbnail)
values ('person.svg', 'image', 258, 'content/person.svg', 'content/person.svg');
insert into image_data (id, width, height) select id, 64, 64 from meta_data where content = 'content/person.svg';

insert into template_posts (blog_type, name, content, "order")
select blog_types.id, template.name, template.content, template.place
from blog_types,
  (values
    (1, 'Hello', '<p>Welcome. We report here as it happens, and the newest post is always on top.</p>'),
    (2, 'Conclusion', '<p>That was our live report. Thank you for reading along, and good night.</p>')
  ) as template (place, name, content)
where blog_types.name = 'default'
order by template.place;
