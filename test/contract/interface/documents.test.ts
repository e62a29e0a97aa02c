/** The XML Schemas, the OpenAPI document and the generated Markdown are valid and describe all responses correctly. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import t from 'tap'
import { deskCommand } from '../../../commands/index.ts'
import { Config } from '../../../schemas/config.ts'
import { generated } from '../../../scripts/docs.ts'
import { ADMIN_PASSWORD, build, each } from '../../support/index.ts'
import { crawl, type Visit } from '../../support/crawl.ts'
import { root } from '../../support/root.ts'
import { golden } from '../../support/golden.ts'
import { legalValue, openApiOf, routesOf, validator } from '../../support/documents.ts'

const HOST = 'desk.example'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const

/** Returns the path of an address with `*` for each id: addresses with the same result are of one kind. */
const kindOf = (address: string) => new URL(address).pathname.replace(/\/\d+(?=\/|$)/g, '/*')

/** Returns the help of a command and of all below it, for a terminal of any width. */
const helpOf = (command: Command): string[] => [
  command.configureHelp({ helpWidth: 80 }).helpInformation(),
  ...command.commands.flatMap(helpOf)
]

const PROSE: ReadonlySet<string> = new Set(['description', 'summary'])

/** Returns the members of an object or a list on separate lines, indented. Short ones and texts take one line. */
const linesOf = (value: unknown, indent = ''): string[] =>
  Object.entries(Object(value)).flatMap(([name, member]) => {
    const [start, text] = [indent + (Array.isArray(value) ? '-' : `${name}:`), JSON.stringify(member)]
    return typeof member === 'string' || text.length < 110
      ? [`${start} ${text}\n`]
      : [`${start}\n`, ...linesOf(member, `${indent} `)]
  })

/** Returns the text of a request's example. */
const textOf = (type: string, example: string | Record<string, string>): string => {
  if (typeof example === 'string') return example
  return type.endsWith('json') ? JSON.stringify(example) : `${new URLSearchParams(example)}`
}

const { app, get, tokenOf } = await build(t)

t.test('the generated Markdown and the catalogues are up to date', async (t) => {
  for (const [path, text] of Object.entries(await generated(app.documents, root))) {
    t.ok(text === (await readFile(`${root}/${path}`, 'utf8')), `${path}; run "npm run docs" to write it`)
  }
})

t.test('the client package and the WordPress plugin have the version of the service', async (t) => {
  const plugin = 'clients/wordpress/desk-live-blog'
  const versionIn = async (path: string, pattern: RegExp) =>
    pattern.exec(await readFile(`${root}/${path}`, 'utf8'))?.[1]
  const version = await versionIn('package.json', /"version": "(.+)"/)
  t.match(version, /^\d+\.\d+\.\d+$/)
  t.equal(await versionIn('clients/js/package.json', /"version": "(.+)"/), version)
  t.equal(await versionIn(`${plugin}/readme.txt`, /^Stable tag: (.+)$/m), version)
  t.equal(await versionIn(`${plugin}/desk-live-blog.php`, /^ \* Version: (.+)$/m), version)
  t.equal(
    await versionIn(`${plugin}/desk-live-blog.php`, /\$version = '(.+)'/),
    version,
    'browsers load its files anew'
  )
})

t.test('containers get every setting but those that the image fixes', async (t) => {
  const compose = await readFile(`${root}/docker-compose.yml`, 'utf8')
  const [, service = ''] = /\n {2}desk:\n([^]*?)\n {2}nginx:\n/.exec(compose) ?? []
  const missing = Object.keys(Config.properties).filter((name) => !service.includes(`\n      ${name}:`))
  t.same(missing.sort(), ['DATA_DIR', 'HOST', 'PORT'])
})

t.test('the XML Schema, with each property and link of each document, changes only on purpose', async (t) =>
  golden(t, 'schema.xsd', (await get('/schema.xsd')).rawPayload)
)

t.test('the XML Schema describes all documents', async (t) => {
  const { get, post, tokenOf, sql } = await build(t)
  const [schema, problemSchema] = await Promise.all([get('/schema.xsd'), get('/problem.xsd')])
  t.equal(schema.headers['content-type'], 'application/xml; charset=utf-8')
  const reasonOf = validator(schema.body)
  const problemReasonOf = validator(problemSchema.body)
  const check = async (url: string) => {
    const answer = await get(url, { host: HOST })
    return answer.statusCode !== 200
      ? [`${url} ${answer.statusCode}`]
      : [reasonOf(answer.body)].flatMap((reason) => (reason === undefined ? [] : [`${url} ${reason}`]))
  }
  const checkAll = async (urls: readonly string[]) => {
    const wrong: string[] = []
    for (const url of urls) wrong.push(...(await check(url)))
    return wrong
  }
  await sql`update posts set deleted_on = now() where id = 1`

  const visits = (await crawl((path) => get(path, { host: HOST }), `http://${HOST}/resources`)).filter(({ address }) =>
    address.includes('/resources')
  )
  const first = new Map(visits.toReversed().map((visit) => [kindOf(visit.address), visit]))
  const last = new Map(visits.map((visit) => [kindOf(visit.address), visit]))
  const kinds = [...new Set([...first.values(), ...last.values()])]
  const pathsOf = (some: readonly Visit[]) => some.map(({ address }) => new URL(address).pathname)
  const paths = pathsOf(kinds)
  /** One of each kind, because a setting changes the values of all items of a kind in the same way. */
  const lastPaths = pathsOf([...last.values()])
  const lists = pathsOf([...last.values()].filter(({ answer }) => /^<\?.*\n<\w+List\b/.test(answer.body)))

  await t.test('the schema allows every document that links lead to', async (t) => {
    const wrong = visits
      .map(({ address, answer }) =>
        answer.statusCode === 200 ? [address, reasonOf(answer.body)] : [address, answer.statusCode]
      )
      .filter(([, reason]) => reason !== undefined)
    t.ok(visits.length > 200)
    t.same(wrong, [])
  })
  t.test('the schema allows lists without attributes', async (t) =>
    t.same(await checkAll(lists.map((path) => `${path}?detailed=false`)), [])
  )
  t.test('the schema allows params=show', async (t) =>
    t.same(await checkAll(lastPaths.map((path) => `${path}?params=show`)), [])
  )
  t.test('the schema allows typed values', async (t) =>
    t.same(await checkAll(lastPaths.map((path) => `${path}?X-Format-Values=typed&X-Filter=*`)), [])
  )
  t.test('the schema allows timestamps in other formats', async (t) => {
    const format = 'X-Format-DateTime=full&X-TimeZone=Asia/Kolkata&Accept-Language=ar'
    t.same(await checkAll(lastPaths.map((path) => `${path}?${format}`)), [])
  })
  t.test('the schema allows all properties', async (t) =>
    t.same(await checkAll(paths.map((path) => `${path}?X-Filter=*`)), [])
  )
  t.test('the schema allows properties of linked items', async (t) =>
    t.same(
      await checkAll([
        '/resources/Desk/Blog?X-Filter=Title,Creator.*,Language.Code,Type.Name,PostPublished',
        '/resources/Desk/Blog/1?X-Filter=OutputLink,ClosedOn,Creator.Name,Creator.Type.Key',
        '/resources/Desk/Blog/1/Post?cId.since=0' +
          '&X-Filter=DeletedOn,Author.Source.*,Author.User.FullName,Creator.*,Type',
        '/resources/Desk/Blog/1/Post?X-Filter=AuthorImage&thumbSize=small',
        '/resources/Data/Post?X-Filter=*,AuthorPerson.EMail,Creator.MetaDataIcon',
        '/resources/HR/User?X-Filter=Address,PhoneNumber,EMail,Role'
      ]),
      []
    )
  )

  t.test('the schema allows responses to inserts', async (t) => {
    const authorization = await tokenOf('admin')
    const created = await Promise.all([
      post('/resources/Desk/Blog/1/Post/Publish', { Content: 'x' }, { authorization, host: HOST }),
      post(
        '/resources/Desk/Blog/1/Post',
        { Content: 'x' },
        { authorization, host: HOST, 'X-Filter': 'Creator.*,UpdatedOn' }
      ),
      post('/resources/Security/Login', { UserName: 'admin', Password: ADMIN_PASSWORD }, { host: HOST })
    ])
    for (const { statusCode, body } of created) {
      t.equal(statusCode, 201)
      t.equal(reasonOf(body), undefined)
    }
  })

  t.test('the schema of problems allows error responses', async (t) => {
    const errors = await Promise.all([
      get('/resources/Desk/Blog/0'),
      get('/nowhere'),
      get('/resources/Desk/Blog?limit=x&y=1'),
      get('/resources', { accept: 'image/png' }),
      post('/resources/Desk/Blog/Live', {}),
      post('/resources/Security/Login', {}),
      post('/resources/Desk/Blog/1/Post', {}),
      get('/%')
    ])
    t.same(each(errors, 'statusCode'), [404, 404, 400, 406, 405, 400, 401, 400])
    for (const { body } of errors) {
      const problem = body.replace(/^\{.*/, '<problem/>')
      t.equal(problemReasonOf(problem), undefined)
      t.type(problemReasonOf(problem.replace('<title>', '<name/><title>')), 'string')
      t.type(problemReasonOf(problem.replace(/<type>[^<]*/, '<type>about:blank')), 'string')
      t.type(reasonOf(problem), 'string', 'the schema of other documents does not allow a problem')
    }
  })

  t.test('the schema refuses wrong documents', async (t) => {
    const documentAt = async (path: string) => (await get(`/resources/Desk/${path}`, { host: HOST })).body
    const refuses = async (
      path: string,
      wrong: Readonly<Record<string, readonly [from: string | RegExp, to: string]>>
    ) => {
      const document = await documentAt(path)
      for (const [mistake, [from, to]] of Object.entries(wrong)) {
        t.match(document, from, `${path} matches the pattern for ${mistake}`)
        t.type(reasonOf(document.replace(from, to)), 'string', `${path} with ${mistake}`)
      }
    }
    await refuses('Blog/1', {
      'an unknown element': ['</Blog>', '<Stranger/></Blog>'],
      'an unknown element in a link': [/(<Creator [^>]*>)/, '$1<Stranger/>'],
      'an unknown attribute': ['<Blog>', '<Blog stranger="1">'],
      'an unknown root': [/(<\/?)Blog>/g, '$1Blug>'],
      'a foreign namespace': ['<Blog>', '<Blog xmlns="urn:x">'],
      'a duplicate property': ['<Id>1</Id>', '<Id>1</Id><Id>1</Id>'],
      'text between its elements': ['<Blog>', '<Blog>text'],
      'an id with a leading zero': ['<Id>1</Id>', '<Id>01</Id>'],
      'an id that is not a number': ['<Id>1</Id>', '<Id>x</Id>'],
      'an id that is too large': ['<Id>1</Id>', '<Id>2147483648</Id>'],
      'a flag that is neither True nor False': [/<IsLive>\w+/, '<IsLive>yes'],
      'an empty timestamp': [/<CreatedOn>[^<]*/, '<CreatedOn>'],
      'a relative address': ['<Blog>', '<Blog href="/resources/Desk/Blog/1">'],
      'a sub-resource without an address': [/<PostPublished [^>]*>/, '<PostPublished/>'],
      'a sub-resource with a value': [/(<Post href="[^"]*")\/>/, '$1>1</Post>']
    })
    await refuses('Blog/1/Post/2', {
      'a decimal without a point': [/<Order>[^<]*/, '<Order>12'],
      'a decimal with a trailing zero': [/<Order>[^<]*/, '<Order>12.50'],
      'a negative change number': [/<CId>[^<]*/, '<CId>-1'],
      'markup in its content': [/<Content>[^<]*/, '<Content><b/>']
    })
    await refuses('Blog/1/Post', {
      'a total that is not a number': [' total="', ' total="x'],
      'an unknown attribute': [' total="', ' sum="1" total="'],
      'an item of another kind': [/<Post /, '<Blog/><Post '],
      'text between its items': [/<PostList ([^>]*)>/, '<PostList $1>text']
    })
    await refuses('Blog/1/Post?X-Filter=*', {
      'an unknown element in an item': ['<Content>', '<Stranger/><Content>'],
      'a flag in digits': [/<IsPublished>\w+/, '<IsPublished>1']
    })
  })

  t.test('params=show and OpenAPI list the same parameters, and the service accepts no others', async (t) => {
    const { paths: described, components } = openApiOf((await get('/openapi.json')).body)
    const wrong: unknown[] = []
    // A few reads have a rule.
    const headers = { authorization: await tokenOf('admin') }
    for (const [template, { get: operation }] of Object.entries(described)) {
      if (!template.startsWith('/resources') || operation === undefined) continue
      const parameters = operation.parameters.flatMap(
        ({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? ''] ?? []
      )
      const isText = (name: string) =>
        parameters.some(
          (parameter) => parameter.in === 'path' && parameter.name === name && parameter.schema.type === 'string'
        )
      const pattern = new RegExp(
        `^${template.replace(/\{(\w+)\}/g, (_all, name) => (isText(name) ? '[^/]+' : '\\d+'))}$`
      )
      const hasOwnTemplate = (path: string) => path !== template && path in described
      const reached = visits
        .map(({ address }) => new URL(address).pathname.replace(/(?<=.)\/$/, ''))
        .find((path) => pattern.test(path) && !hasOwnTemplate(path))
      const oneOf = (name: string) => {
        const [first] = parameters.find((parameter) => parameter.name === name)?.schema.enum ?? []
        return typeof first === 'string' ? first : undefined
      }
      const path =
        reached ?? template.replace(/\{(\w+)\}/g, (_all, name) => oneOf(name) ?? (isText(name) ? 'normal' : '1'))
      const query = parameters.filter((parameter) => parameter.in === 'query')
      const listed = await get(`${path}?params=show`, headers)
      const names = [...listed.body.matchAll(/<Name>([^<]*)/g)].map(([, name]) => name)
      if (names.join() !== query.map(({ name }) => name).join()) wrong.push([path, 'shows', listed.statusCode, names])
      // The service would fetch a page at `url`, and a stream does not end; other tests cover these parameters.
      const legal = new URLSearchParams(
        Object.fromEntries(
          query
            .filter(({ name }) => !['params', 'url', 'stream', 'blogVersion'].includes(name))
            .map((parameter) => [parameter.name, legalValue(parameter)] as const)
        )
      )
      const accepted = await get(`${path}?${legal}`, headers)
      if (accepted.statusCode !== (reached === undefined && accepted.statusCode === 404 ? 404 : 200)) {
        wrong.push([path, accepted.statusCode, accepted.body])
      }
      const unlisted = await get(`${path}?unlisted=1`, headers)
      if (unlisted.statusCode !== 400) wrong.push([path, 'accepts an unlisted parameter', unlisted.statusCode])
    }
    t.same(wrong, [])
  })
})

/** Removes the names of path parameters from a route, because the two descriptions may name them differently. */
const withoutNames = (route: string) => route.replace(/\{\w+\}(\|\{\w+\})*/g, '{}')

t.test('the OpenAPI document is valid and describes every route', async (t) => {
  const { body, headers } = await get('/openapi.json')
  const { paths } = openApiOf(body)
  t.equal(headers['content-type'], 'application/json; charset=utf-8')
  t.notMatch(body.replaceAll('https://live.example', ''), /https?:\/\//, 'it contains no host other than the example')

  const file = `${t.testdir({ 'openapi.json': body })}/openapi.json`
  const lint = await promisify(execFile)(
    process.execPath,
    [
      `${root}/node_modules/@redocly/cli/bin/cli.js`,
      'lint',
      '--config',
      `${root}/test/contract/redocly.yaml`,
      '--format',
      'json',
      file
    ],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } }
  ).catch((error: { stdout: string }) => error)
  t.match(JSON.parse(lint.stdout.slice(lint.stdout.indexOf('{'))), { totals: { errors: 0, warnings: 0 }, problems: [] })

  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => withoutNames(`${method.toUpperCase()} ${path}`))
  )
  const routed = routesOf(app)
    .map((route) =>
      withoutNames(route.replace(/:(\w+)/g, '{$1}'))
        .replace(/\/(openapi|feed)$/, '/$1.json')
        .replace(/(locale|feed)\/\{\}$/, '$1/{}.json')
    )
    .filter((route) => !/^(HEAD|OPTIONS) | \/(docs|pages|login|logout|desk|mcp)\b|^GET \/$|^ /.test(route))
    // The icons and the manifest are for devices, robots.txt and the lists of pages for crawlers.
    .filter((route) => !/ \/(favicon\.ico|(apple-touch-)?icon[\w-]*\.\w+|site\.webmanifest)$/.test(route))
    .filter((route) => !/ \/(robots\.txt|(news-)?sitemap)$/.test(route))
    // Pages for people are described by their links.
    .filter((route) => !/ \/live(\/search|\/\{\}(\/(page|post)\/\{\}|\/theme\.css|\/embed|\/search)?)?$/.test(route))
  t.ok(described.length > 100)
  const unexpected = described.filter((route) => !routed.includes(route))
  t.same(unexpected, [], 'every described operation exists')
  const undescribed: string[] = []
  for (const route of routed.filter((route) => !described.includes(route))) {
    const [method = '', path = ''] = route.split(' ')
    const { statusCode } = await app.inject({
      method: METHODS.find((name) => name === method) ?? 'GET',
      url: path.replaceAll('{}', '1')
    })
    if (statusCode !== 405) undescribed.push(`${route} ${statusCode}`)
  }
  t.same(undescribed, [], 'every operation that is not described returns 405')
})

t.test('the texts of OpenAPI and of the help of commands change only on purpose', async (t) => {
  const texts = new Set<string>()
  JSON.parse((await get('/openapi.json')).body, (name: string, value: unknown) => {
    if ((name === 'description' || name === 'summary') && typeof value === 'string') texts.add(value)
    return value
  })
  await golden(t, 'openapi-texts.txt', Buffer.from([...texts].sort().join('\n')))
  await golden(t, 'help.txt', Buffer.from(helpOf(deskCommand(process)).join('\n')))
})

t.test('everything else in OpenAPI, and the settings, change only on purpose', async (t) => {
  const document: unknown = JSON.parse((await get('/openapi.json')).body, (name: string, value: unknown) =>
    PROSE.has(name) && typeof value === 'string' ? undefined : value
  )
  // Many lines occur in hundreds of operations.
  await golden(t, 'openapi.txt', Buffer.from([...new Set(linesOf(document))].join('')))
  await golden(t, 'settings.txt', Buffer.from(linesOf(Config.properties).join('')))
})

t.test('the explorer offers requests that work', async (t) => {
  const { paths, components } = openApiOf((await get('/openapi.json')).body)
  const authorization = await tokenOf('admin')
  for (const [path, published] of Object.entries({ Post: 'False', 'Post/Publish': 'True', 'Post/Published': 'True' })) {
    const operation = paths[`/resources/Desk/Blog/{blogId}/${path}`]?.post
    t.equal(operation?.summary, published === 'True' ? 'Insert a post and publish it' : 'Insert a draft')
    const content = Object.entries(operation?.requestBody?.content ?? {})
    const shown = content.map(([type]) => type)
    t.same(shown, ['application/xml', 'application/json', 'application/x-www-form-urlencoded'])
    for (const [type, { example }] of content) {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: `/resources/Desk/Blog/1/${path}`,
        headers: { authorization, 'content-type': type },
        payload: textOf(type, example)
      })
      t.equal(statusCode, 201, `${path} as ${type}`)
      t.match(body, `<IsPublished>${published}</IsPublished>`)
      t.match(body, '<Content>Polls close in &lt;b&gt;ten&lt;/b&gt; minutes.</Content>')
    }
  }
  const parameters = Object.values(components.parameters)
  const ids = parameters.filter((parameter) => parameter.in === 'path' && parameter.schema.type === 'integer')
  t.ok(ids.length > 20)
  const unexpected = ids.filter(({ example }) => example !== 1)
  t.same(unexpected, [], 'the example of every id is 1')
  const found = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
  t.same(found, [], 'criteria have no example, so the explorer leaves them empty')
  const result = components.schemas['Desk.Blog.Post']?.properties
  t.match(result, { Id: { pattern: '^[0-9]{1,10}$', examples: ['1'] }, Order: { examples: ['12.0'] } })
})

t.test('OpenAPI describes conditional requests, retries, and the properties that X-Filter shows', async (t) => {
  const { paths, components } = openApiOf((await get('/openapi.json')).body)
  const shown = (path: string, method: string) => {
    const { parameters = [], responses = {} } = paths[`/resources/Desk/Blog/{blogId}/Post${path}`]?.[method] ?? {}
    const names = parameters.map(({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? ''])
    const headers = names.flatMap((parameter) => (parameter?.in === 'header' ? parameter.name : []))
    return [headers, Object.keys(responses).filter((status) => ['304', '412', '422'].includes(status))]
  }
  t.same(shown('', 'get'), [['If-None-Match', 'Last-Event-ID'], ['304']])
  t.same(shown('', 'post'), [['Idempotency-Key'], ['422']])
  t.same(shown('/{postId}', 'put'), [
    ['If-Match', 'Idempotency-Key'],
    ['412', '422']
  ])
  t.same(shown('/{postId}', 'delete'), [['If-Match'], ['412']])
  t.same(shown('/{postId}/Publish', 'post'), [
    ['If-Match', 'Idempotency-Key'],
    ['412', '422']
  ])

  const propertiesOf = (name: string) => Object.keys(components.schemas[name]?.properties ?? {})
  const list = await get('/resources/Desk/Blog/1/Post/Published.json?X-Filter=*,Creator.*')
  for (const { Creator, ...post } of list.json().PostList) {
    const unknown = [
      ...Object.keys(post).filter((name) => !propertiesOf('Desk.Blog.Post.Selection').includes(name)),
      ...Object.keys(Creator).filter((name) => !propertiesOf('HR.User.Selection').includes(name))
    ]
    t.same(unknown, [])
  }
})

t.test('the examples of bodies are legal', async (t) => {
  const { app, get, tokenOf } = await build(t)
  const { paths, components } = openApiOf((await get('/openapi.json')).body)
  const addressOf = (path: string) =>
    Object.values(components.parameters).reduce(
      (address, { name, example }) => address.replace(`{${name}}`, String(example)),
      path
    )
  const examples = Object.entries(paths).flatMap(([path, { post, put }]) =>
    Object.entries({ POST: post, PUT: put }).flatMap(([method, operation]) =>
      Object.entries(operation?.requestBody?.content ?? {})
        .filter(([type]) => type !== 'multipart/form-data')
        .map(([type, { example }]) => ({ method, path, type, payload: textOf(type, example) }))
    )
  )
  const refused = new Set<string>()
  for (const { method, path, type, payload } of examples) {
    const headers = { authorization: await tokenOf('admin'), accept: 'application/json', 'content-type': type }
    const { statusCode, body } = await app.inject({ method, url: addressOf(path), headers, payload })
    if (statusCode === 400) refused.add(`${path}: ${/"reason":"(.*?)"/.exec(body)?.[1]}`)
  }
  t.ok(examples.length > 150)
  t.same(
    [...refused],
    [
      '/resources/Desk/Sync: is not a source of blog 1: attach it with POST Blog/1/Source',
      '/resources/HR/User/{userId}/Password: is not the current password of the user',
      '/resources/Archive/AudioInfo: is not the Id of any AudioData',
      '/resources/Archive/VideoInfo: is not the Id of any VideoData'
    ]
  )
})

t.test('every described GET lists 503', async (t) => {
  const { paths } = openApiOf((await get('/openapi.json')).body)
  const without503 = Object.entries(paths).filter(
    ([, { get: operation }]) => operation !== undefined && !('503' in operation.responses)
  )
  const shown = without503.map(([path]) => path)
  t.same(shown, [])
})

t.test('the explorer works below any path and loads no files from other hosts', async (t) => {
  t.match(await get('/docs'), { statusCode: 302, headers: { location: 'docs/' } })
  const page = await get('/docs/')
  t.match(page.body, '<title>Desk</title>')
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)
  t.ok(loaded.length > 4)
  const unexpected = loaded.filter((address) => !address.startsWith('./static/'))
  t.same(unexpected, [])
  for (const address of loaded) t.equal((await get(`/docs/${address}`)).statusCode, 200, address)
  t.match(page.headers['content-security-policy'], /^default-src 'self';(?!.*http).*frame-ancestors 'self'$/)
  const script = await get('/docs/static/swagger-ui-bundle.js', { 'accept-encoding': 'br' })
  t.equal(script.headers['content-encoding'], 'br', 'its large files are compressed, once for all')
  const document = await get('/docs/json')
  t.same(openApiOf(document.body).servers, [{ url: '..' }])
  t.match(document.headers.etag, /^"/, 'one document for all, not a new one for each request')
  t.equal((await get('/docs/yaml')).statusCode, 404)
})
