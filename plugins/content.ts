/** Serves the files that are part of the service, its own pictures in any size. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pictures as demoPictures } from '../db/demo/pictures.ts'
import { recordings } from '../db/demo/recordings.ts'
import { thumbSizes } from '../schemas/meta-data.ts'

/** A picture of 64 by 64, whose size `scaled` changes. */
const svg = (title: string, shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<title>${title}</title>
<rect width="64" height="64" fill="#dde3ea"/>
${shapes}
</svg>
`

/** The pictures of the service's own: that of everyone who has none, and those of files that have none. */
const pictures: Readonly<Record<string, string>> = {
  ...demoPictures,
  // Its size stands in the meta data that migration 005 makes.
  'person.svg': svg('Person', `<circle cx="32" cy="24" r="12" fill="#7a8899"/>
<path d="M8 64a24 22 0 0 1 48 0z" fill="#7a8899"/>`),
  'sound.svg': svg('Sound', '<path d="M12 26h10l14-12v36L22 38H12zM42 22q8 10 0 20m6-26q14 16 0 32" ' +
    'fill="#7a8899" stroke="#7a8899" stroke-width="2"/>'),
  'film.svg': svg('Video', '<path d="M10 14h44v36H10z" fill="#7a8899"/><path d="M27 23v18l14-9z" fill="#dde3ea"/>'),
  'paper.svg': svg('File', '<path d="M18 8h20l10 10v38H18z" fill="#7a8899"/>' +
    '<path d="M24 28h18M24 36h18M24 44h12" stroke="#dde3ea" stroke-width="3"/>')
}

const SVG = 'image/svg+xml; charset=utf-8'

const files = new Map<string, { type: string, bytes: Buffer }>([
  ...Object.entries(recordings),
  ...Object.entries(pictures).flatMap(([name, picture]) => [
    [name, picture] as const,
    ...Object.entries(thumbSizes).map(([size, height]) => [`${size}/${name}`, scaled(picture, height)] as const)
  ]).map(([name, picture]) => [name, { type: SVG, bytes: Buffer.from(picture) }] as const)
])

/** A picture in another height; its width follows. */
function scaled (picture: string, height: number): string {
  return picture.replace(/width="(\d+)" height="(\d+)"/, (_, width, own) =>
    `width="${Math.round(Number(width) * height / Number(own))}" height="${height}"`)
}

const CACHEABLE = 'public, max-age=86400'

const content = async (app: FastifyInstance) => {
  const send = (reply: FastifyReply, name: string) => {
    const file = files.get(name)
    if (file === undefined) return reply.callNotFound()
    return reply.type(file.type).header('cache-control', CACHEABLE).send(file.bytes)
  }
  app.get<{ Params: { file: string } }>('/content/:file', async ({ params: { file } }, reply) => send(reply, file))
  app.get<{ Params: { size: string, file: string } }>('/content/:size/:file',
    async ({ params: { size, file } }, reply) => send(reply, `${size}/${file}`))
  // Embeds stay blank until they get this object. It has no texts, so they show their built-in ones.
  // The router sees addresses without the extension.
  const address = '/content/cache/locale/{catalogue}.json'
  app.get<{ Params: { catalogue: string } }>('/content/cache/locale/:catalogue', { config: { address } },
    async ({ params: { catalogue }, originalUrl }, reply) => {
      if (!/^plugin-.+-\w+$/.test(catalogue) || !/\.json(\?|$)/.test(originalUrl)) return reply.callNotFound()
      return reply.type('application/json; charset=utf-8').header('cache-control', CACHEABLE).send('{}')
    })
}

export default fp(content, { name: 'content', fastify: '5.x' })
