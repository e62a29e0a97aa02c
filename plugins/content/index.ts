/**
 * Serves the files that come with the service: the pictures in this folder, and the pictures and recordings
 * of the demo.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { extname } from 'node:path'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pictures as demoPictures } from '../../db/demo/pictures.ts'
import { recordings } from '../../db/demo/recordings.ts'
import { thumbSizes } from '../../schemas/meta-data.ts'

const SVG = 'image/svg+xml; charset=utf-8'
const TYPES: Readonly<Record<string, string>> = { '.jpg': 'image/jpeg', '.webp': 'image/webp' }
const CACHEABLE = 'public, max-age=86400'

const content = async (app: FastifyInstance) => {
  const files = filesOfService()
  const send = (reply: FastifyReply, name: string) => {
    const file = files.get(name)
    if (file === undefined) return reply.callNotFound()
    return reply.type(file.type).header('cache-control', CACHEABLE).send(file.bytes)
  }
  const schema = { summary: 'Return a stored file' }
  app.get<{ Params: { file: string } }>('/content/:file', { schema }, async ({ params: { file } }, reply) =>
    send(reply, file)
  )
  app.get<{ Params: { size: string; file: string } }>(
    '/content/:size/:file',
    { schema },
    async ({ params: { size, file } }, reply) => send(reply, `${size}/${file}`)
  )
  // Existing embeds stay blank until they receive a catalogue of texts. It is empty, so they show their built-in texts.
  const address = '/content/cache/locale/{catalogue}.json'
  app.get<{ Params: { catalogue: string } }>(
    '/content/cache/locale/:catalogue',
    { config: { address }, schema: { summary: 'Return an empty catalogue of texts, for existing embeds' } },
    async ({ params: { catalogue } }, reply) => {
      if (!/^plugin-.+-\w+$/.test(catalogue)) return reply.callNotFound()
      return reply.type('application/json; charset=utf-8').header('cache-control', CACHEABLE).send('{}')
    }
  )
}

/**
 * Returns all files: recordings and pictures by name, scaled pictures by `size/name`, and the lead pictures of the demo
 * with their stages (scripts/demo-pictures.ts) by `demo/name`. Don't rename person.svg: migration 010 refers to it.
 */
const filesOfService = () => {
  const files = new Map<string, { type: string; bytes: Buffer }>(Object.entries(recordings))
  const names = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.svg'))
  const own = names.map((name) => [name, readFileSync(new URL(name, import.meta.url), 'utf8')] as const)
  for (const [name, picture] of [...own, ...Object.entries(demoPictures)]) {
    files.set(name, { type: SVG, bytes: Buffer.from(picture) })
    for (const [size, height] of Object.entries(thumbSizes)) {
      files.set(`${size}/${name}`, { type: SVG, bytes: Buffer.from(scaled(picture, height)) })
    }
  }
  const folder = new URL('demo/', import.meta.url)
  for (const name of readdirSync(folder)) {
    const { [extname(name)]: type = '' } = TYPES
    files.set(`demo/${name}`, { type, bytes: readFileSync(new URL(name, folder)) })
  }
  return files
}

/** Scales an SVG picture to a height in pixels; keeps its aspect ratio. */
const scaled = (picture: string, height: number): string =>
  picture.replace(
    /width="(\d+)" height="(\d+)"/,
    (_, width, own) => `width="${Math.round((Number(width) * height) / Number(own))}" height="${height}"`
  )

export default fp(content, { name: 'content' })
