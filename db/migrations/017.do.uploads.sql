-- Files that users bring in.

-- One row: what the names of this newsroom's files begin with, so that no other newsroom that keeps its files in the
-- same folder or bucket takes them for its own and sweeps them.
create table installation (
  id integer primary key default 1 check (id = 1),
  file_tag text not null default substr(md5(gen_random_uuid()::text), 1, 8)
);
insert into installation default values;

create index on meta_data (content);

-- Stores what is known of a file that is in place already, unless an earlier request of the key has stored one.
-- Details are the columns of the table of its kind.
create function insert_meta_data(
  user_id integer, given_key text, given_request text,
  creator_id integer, file_name text, kind text, bytes integer, file_content text, file_thumbnail text, details jsonb
) returns setof meta_data language plpgsql as $$
declare
  data_id integer := claim_key(user_id, given_key, given_request);
begin
  if data_id is null then
    insert into meta_data (name, type, size_in_bytes, content, thumbnail, creator)
    values (file_name, kind, bytes, file_content, file_thumbnail, creator_id)
    returning id into data_id;
    -- A newsroom without English has a file without a text.
    insert into meta_infos (meta_data, language) select data_id, id from languages where code = 'en';
    details := details || jsonb_build_object('id', data_id);
    case kind
      when 'image' then insert into image_data select * from jsonb_populate_record(null::image_data, details);
      when 'audio' then insert into audio_data select * from jsonb_populate_record(null::audio_data, details);
      when 'video' then insert into video_data select * from jsonb_populate_record(null::video_data, details);
    end case;
    perform settle_key(user_id, given_key, data_id);
  end if;
  return query select * from meta_data where id = data_id;
end $$;
