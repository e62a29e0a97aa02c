/** Files of deploy/: proxies recognise by their addresses the requests that they must treat differently. */
import { readFile } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'
import t from 'tap'
import { root } from '../../support/root.ts'

/** Returns the first group of a pattern in a file of deploy/, as a regular expression. */
const expressionIn = async (path: string, pattern: RegExp) => {
  const [, expression = 'nothing'] = pattern.exec(await readFile(`${root}/deploy/${path}`, 'utf8')) ?? []
  return new RegExp(expression, 'i')
}

t.test('nginx takes large files at each address of an upload', async (t) => {
  const upload = await expressionIn('nginx/default.conf.template', /location ~ (\S+Upload\S+) \{/)
  const address = '/HR/User/1/MetaData/Upload'
  for (const end of ['', '/', '.json']) {
    t.match(`/resources${address}${end}`, upload)
    t.match(`/resources/my${address}${end}`, upload, 'as programs of the original ask')
  }
  for (const page of ['profile', '12/settings']) t.match(`/desk/${page}/picture`, upload)
  t.notMatch('/resources/HR/User/1/MetaData', upload)
})

t.test('proxies recognise each parameter that can ask for a stream', async (t) => {
  const ofNginx = await expressionIn('nginx/default.conf.template', /"~\*(\S+)" stream;/)
  const ofVarnish = await expressionIn('proxies/varnish.vcl', /req\.url ~ "\(\?i\)(\S+)"\) \{\n +return \(pipe\)/)
  const byNames = ['stream', 'stream=true', 'cId.since=1&stream', 'blogVersion=0', 'cId.since=1&blogVersion=3']
  for (const query of [...byNames, 'Accept=text/event-stream', 'cId.since=1&accept=text%2Fevent-stream']) {
    t.match(query, ofNginx)
    t.match(`/resources/Desk/Blog/1/Post/Published?${query}`, ofVarnish)
  }
  for (const query of ['cId.since=1&streams=1', 'Accept=text/xml']) t.notMatch(query, ofNginx)
  t.notMatch('/resources/Desk/Blog/1/Post/Published?cId.since=1', ofVarnish)
})

t.test('nginx lets go of a replica that is silent: another one is asked, and streams end', async (t) => {
  const template = await readFile(`${root}/deploy/nginx/default.conf.template`, 'utf8')
  const secondsIn = (pattern: RegExp) => Number(pattern.exec(template)?.[1])
  const limit = secondsIn(/proxy_next_upstream_timeout (\d+)s;/)
  t.ok(secondsIn(/^ {2}proxy_read_timeout (\d+)s;/m) < limit)
  t.equal(template.split('proxy_read_timeout').length - 1, 3, 'only uploads and streams have another limit')
  const ofStream = secondsIn(/location @stream [^]*?proxy_read_timeout (\d+)s;/)
  t.ok(ofStream < limit)
  t.ok(ofStream > 15, 'heartbeats come in time')
})

t.test('nginx sends and keeps no empty host, which checks without a Host header have', async (t) => {
  const template = await readFile(`${root}/deploy/nginx/default.conf.template`, 'utf8')
  const raw = template.split('\n').filter((line) => line.includes('$http_host'))
  t.same(raw, ['map $http_host $asked_host { default $http_host; "" $server_addr:$server_port; }'])
})

t.test('nginx counts the connections of an IPv6 network of 64 bits together', async (t) => {
  const template = await readFile(`${root}/deploy/nginx/default.conf.template`, 'utf8')
  const [, source = 'nothing'] = /"~\(\?s\)(\S+)" \$network;/.exec(template) ?? []
  const networkOf = (address: string) => {
    const bytes = Buffer.from(ipaddr.parse(address).toByteArray()).toString('latin1')
    return new RegExp(source, 's').exec(bytes)?.groups?.network
  }
  t.ok(networkOf('2001:db8::1'))
  t.equal(networkOf('2001:db8::1'), networkOf('2001:db8::a:0:0:3'))
  t.not(networkOf('2001:db8::1'), networkOf('2001:db8:0:1::1'))
  t.equal(networkOf('2001:a0a::1'), networkOf('2001:a0a::2'), 'a byte may be a line feed')
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1']) t.equal(networkOf(address), undefined, address)
})

t.test('a cache of nginx that is full costs an entry, not an answer', async (t) => {
  t.notMatch(await readFile(`${root}/deploy/nginx/default.conf.template`, 'utf8'), 'use_temp_path=off')
})

t.test('nginx keeps styles and scripts, for the pages that it shows while the service is away', async (t) => {
  const template = await readFile(`${root}/deploy/nginx/default.conf.template`, 'utf8')
  t.match(template, 'location /pages/ {\n    proxy_cache answers;\n')
})

t.test('nginx keeps nothing of a file on its disk for a reader who does not take it', async (t) => {
  const template = await readFile(`${root}/deploy/nginx/default.conf.template`, 'utf8')
  t.match(template, 'location /content/files/ {\n    proxy_max_temp_file_size 0;\n')
})

t.test('readers keep a service that only has no database: nothing ends or hides it for that', async (t) => {
  for (const path of ['Dockerfile', 'docker-compose.yml', 'deploy/proxies/haproxy.cfg']) {
    const lines = (await readFile(`${root}/${path}`, 'utf8')).split('\n').filter((line) => !/^ *#/.test(line))
    t.notMatch(lines.join('\n'), '/health/ready', path)
  }
})

t.test('Apache has a thread for each stream, and passes on no address or host that a client claims', async (t) => {
  const conf = await readFile(`${root}/deploy/proxies/apache.conf`, 'utf8')
  const numberOf = (directive: string) => Number(new RegExp(`^${directive} (\\d+)$`, 'm').exec(conf)?.[1])
  const processes = numberOf('MaxRequestWorkers') / numberOf('ThreadsPerChild')
  t.ok(processes * 2 <= numberOf('ServerLimit'), 'the old processes of a reload count too')
  for (const line of ['unset X-Forwarded-For', 'unset X-Forwarded-Host', 'set X-Forwarded-Proto https']) {
    t.match(conf, `  RequestHeader ${line}\n`)
  }
})

t.test('alerts fire although a series is missing: of a service that is gone, and of a first error', async (t) => {
  const alerts = await readFile(`${root}/deploy/alerts.yml`, 'utf8')
  t.match(alerts, 'expr: up{job="desk"} == 0 or absent(up{job="desk"})')
  t.match(alerts, /alert: DeskFails\n[^-]+ unless \S+ offset 5m\n/)
})
