# Varnish 7 in front of the nginx of the containers, as a second cache. The rules for any other cache are the same.
# TLS ends before Varnish, in a proxy that sets X-Forwarded-Proto.
# `PURGE` with the header Surrogate-Key makes it forget what depends on these tags (CACHE_TAGS=Surrogate-Key; xkey is
# part of Debian's varnish-modules and of the image).
vcl 4.1;
import xkey;

backend desk {
  .host = "127.0.0.1";
  .port = "8080";
}

# This machine, with the proxy with TLS.
acl local {
  "127.0.0.1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # Through the proxy with TLS, all readers come from the same address.
    if (client.ip !~ local || req.http.X-Forwarded-Proto) {
      return (synth(403));
    }
    return (synth(200, "Forgotten: " + xkey.purge(req.http.Surrogate-Key)));
  }
  # Varnish has added the address of the proxy behind that of the client, and nginx takes the last one.
  if (client.ip ~ local && req.http.X-Forwarded-Proto) {
    set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ", *[^,]*$", "");
  }
  # Without nginx, the service would believe it, and Varnish would keep links to a stranger's host for all readers.
  unset req.http.X-Forwarded-Host;
  # Varnish itself caches no request with Authorization or Cookie headers. Cookies of others, such as those that count
  # readers, are not for Desk.
  if (req.http.Cookie !~ "desk_session=") {
    unset req.http.Cookie;
  }
  # Streams are handed through.
  if (req.http.Accept ~ "text/event-stream" ||
      req.url ~ "(?i)[?&]((stream|blogVersion)(=|&|$)|accept=[^&]*event-stream)") {
    return (pipe);
  }
  # A token, an escaped parameter name that could be one, or another method in disguise.
  if (req.url ~ "(?i)[?&](authorization=|[^=&]*%)" || req.http.X-HTTP-Method-Override) {
    return (pass);
  }
}

sub vcl_backend_response {
  set beresp.http.xkey = beresp.http.Surrogate-Key;
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
}
