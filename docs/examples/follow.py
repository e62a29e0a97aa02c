"""Follows the published posts of a blog. Usage: python3 follow.py [address of the list] [number of polls]"""
import json, sys, time, urllib.request

LIST = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:3000/resources/Desk/Blog/1/Post/Published"
polls = int(sys.argv[2]) if len(sys.argv) > 2 else -1
HEADERS = {
    "Accept": "application/json", "X-Filter": "Id, CId, IsPublished, DeletedOn, Content", "X-Format-Values": "typed"
}
since = 0
while polls != 0:
    polls -= 1
    page = {"total": 0, "lastCId": since, "PostList": []}
    try:
        request = urllib.request.Request(f"{LIST}?cId.since={since}", headers=HEADERS)
        with urllib.request.urlopen(request, timeout=10) as response:
            page = json.load(response)
    except Exception as error:  # No answer, half of one, or that of something else: try again.
        if getattr(error, "code", None) == 410:  # The database was restored from a backup: start again.
            page["lastCId"] = 0
    for post in sorted(page["PostList"], key=lambda post: post["CId"]):
        shown = post["IsPublished"] and "DeletedOn" not in post
        print(f"show {post['Id']}: {post['Content']}" if shown else f"drop {post['Id']}", flush=True)
    since = page["lastCId"]
    if page["total"] <= len(page["PostList"]):
        time.sleep(1)
