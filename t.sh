cd /tmp/w3; rm -rf /tmp/d5; (DATA_DIR=/tmp/d5 PORT=3105 ADMIN_PASSWORD=secret LOG_LEVEL=error npx tsx server.ts > /tmp/s5.log 2>&1 &) ; for i in $(seq 60); do grep -q "Desk serves\|did not" /tmp/s5.log && break; sleep 0.5; done; cat /tmp/s5.log
B=http://127.0.0.1:3105/resources
p() { echo; echo "--- $*"; rm -f /tmp/o; curl -s -D /tmp/h -o /tmp/o -w '%{http_code} %{content_type}\n' "$@"; grep -i '^link' /tmp/h; head -c 900 /tmp/o; }
p $B/Desk/Blog/1/Post/Published?limit=2 -H 'X-Filter: Id, CId, AuthorName, Author.Source.Name, Author.Source.Id,Creator.*, Type, AuthorPerson.EMail'
p "$B/Desk/Blog/1/Post/Published.json?limit=2&x-filter=Id,CId,Author.Source.*,Creator.FullName,Type,PostVerification.Status.Key,DeletedOn,AuthorImage&thumbSize=medium"
p "$B/Desk/Blog?X-Filter=*" 
p "$B/Desk/Blog/1?X-Filter=EmbedConfig,Language.Code,Creator.Name&X-Format-DateTime=yyyy-MM-ddTHH:mm:ss'Z'" -H 'accept: application/json'
p "$B/Desk/Blog/1?X-Filter=Nope.x"
p "$B/Desk/Blog/1?X-Format-Values=typed&X-TimeZone=Mars/Base" 
p "$B/Desk/Blog/1.json?X-Format-Values=typed" 
p "$B/Desk/Blog/1/Post/Published?order.until=54&limit=3&detailed=false"
p "$B/Desk/Blog/1/PostType/wrapup/Post/Published"
p "$B/Desk/Blog/1/PostType/wrapup/User/2/Post?asc=createdOn"
p "$B/Desk/Blog/1/Post?search=ferry&asc=nope,id"
p "$B/Desk/Blog/1/Post?search=ferry&asc=id&createdOn.since=2026-11-15+07:00:00"
p "$B/Desk/Blog/1/Post?cId.since=50"
p "$B/HR/User?all.ilike=%25a%25&X-Filter=Name,EMail&limit=2&offset=2"
p "$B/Desk/Blog?limit=1&params=show"
pkill -f "tsx server.ts"
