# Varnish 7 in front of the nginx of the containers, as a second cache. The rules for any other cache are the same.
# TLS ends before Varnish, in a proxy that sets X-Forwarded-Proto.
vcl 4.1;

backend desk {
  .host = "127.0.0.1";
  .port = "8080";
}

sub vcl_recv {
  # Streams are handed through. Varnish itself caches no request with Authorization or Cookie headers.
  if (req.http.Accept ~ "text/event-stream" || req.url ~ "(?i)[?&]stream(=|&|$)") {
    return (pipe);
  }
  # A token, an escaped parameter name that could be one, or another method in disguise.
  if (req.url ~ "(?i)[?&](authorization=|[^=&]*%)" || req.http.X-HTTP-Method-Override) {
    return (pass);
  }
}
