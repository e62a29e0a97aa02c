-- Readers search the published posts of all blogs by their words, and blogs by those of their titles.

-- Returns the words of a text. Case, accents and punctuation don't count; the vowel signs of Indian scripts do. The
-- locale of the database may know ASCII only, so a collation of ICU tells letters from other characters, if the server
-- has ICU.
do $migration$
declare
  collation_name text := (
    select quote_ident(collname) from pg_collation
    where collname = 'und-x-icu' and collnamespace = 'pg_catalog'::regnamespace
  );
begin
  execute format($function$
    create function words_in(text text) returns text[] language sql immutable parallel safe
    return (
      select array(
        select left(word, 60)
        from unnest(string_to_array(
          trim(regexp_replace(plain collate %1$s, U&'[^[:alnum:]\0900-\0963\0966-\109f]+', ' ', 'g')), ' '
        )) as word
      )
      from lower(text collate %1$s) as folded, lateral (
        select case when octet_length(folded) = length(folded) then folded else regexp_replace(
          normalize(folded, NFKD), U&'[\0300-\036f\0591-\05c7\0610-\061a\064b-\065f\0670]+', '', 'g'
        ) end as plain
      ) as decomposed
    )
  $function$, coalesce(collation_name, '"default"'));
end $migration$;

-- Returns the words of markup. Tags in a line do not part words. The words of a text that is longer than any post are
-- left out, because PostgreSQL limits what one row may have.
create function markup_words(markup text) returns tsvector language sql immutable parallel safe
return array_to_tsvector(words_in(regexp_replace(
  regexp_replace(
    left(markup, 100000),
    '</?(?:a|abbr|b|cite|code|del|em|i|ins|q|s|small|span|strong|sub|sup|u)(?:\s[^>]*)?>', '', 'gi'
  ),
  '<[^>]*>|&#?\w{1,31};', ' ', 'g'
)));

-- Returns the query for the posts that have all words of a text, or longer words that begin with one of at least three
-- letters.
create function search_query(text text) returns tsquery language sql immutable parallel safe
return (
  select string_agg(quote_literal(word) || case when length(word) >= 3 then ':*' else '' end, ' & ')::tsquery
  from unnest(words_in(text)) as word
);

create index on posts using gin (markup_words(content))
where blog is not null and published_on is not null and deleted_on is null;

-- The newest posts of all blogs.
create index on posts (published_on desc, id desc)
where blog is not null and published_on is not null and deleted_on is null;
