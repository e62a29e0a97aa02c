-- The words of markup as before, in time that grows with its length. A "<" without an end made PostgreSQL look for one
-- in the whole rest of the text, so a text of 65,535 of them took nine seconds.

-- Returns markup whose tags and references are spaces. Behind its last ">", there are no tags. As a query, because
-- PostgreSQL would put an expression, and with it the argument, into the place of each call.
create function without_tags(markup text) returns text language sql immutable parallel safe
return (
  select regexp_replace(left(markup, tagged), '<[^>]*>|&#?\w{1,31};', ' ', 'g') ||
    regexp_replace(substr(markup, tagged + 1), '&#?\w{1,31};', ' ', 'g')
  from (values (length(markup) + 1 - strpos(reverse(markup) || '>', '>'))) as ends (tagged)
);

create or replace function markup_words(markup text) returns tsvector language sql immutable parallel safe
return array_to_tsvector(words_in(without_tags(regexp_replace(
  left(markup, 100000),
  '</?(?:a|abbr|b|cite|code|del|em|i|ins|q|s|small|span|strong|sub|sup|u)(?:\s[^>]*)?>', '', 'gi'
))));
