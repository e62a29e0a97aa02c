-- Everybody reads these addresses, so they hold no user name and no password.
update sources set uri = regexp_replace(uri, '^(https?://)[^/?#]*@', '\1', 'i') where uri like '%@%';
update sources set origin_uri = regexp_replace(origin_uri, '^(https?://)[^/?#]*@', '\1', 'i') where origin_uri like '%@%';
update blog_themes set url = regexp_replace(url, '^(https?://)[^/?#]*@', '\1', 'i') where url like '%@%';
