/**
 * The pages of the newsroom, for people with a session: their blogs, and one page for each blog. They read the resource
 * tree as programs do, and their forms and scripts send the same requests as programs.
 */
import { readFileSync } from 'node:fs'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { MEBIBYTE, type Config } from '../../schemas/config.ts'
import { postStyles } from '../pages/index.ts'
import { visits } from './visits.ts'

/** The parts of the style sheet of all pages, and of that of the page of a blog. */
const EVERYWHERE = ['base', 'controls', 'parts', 'thumbnails']
const BLOG = [
  ...['layout', 'places', 'writing', 'pictures', 'rich', 'lists', 'item'],
  ...['conflict', 'preview', 'messages', 'dialogs', 'print']
]

const stylesOf = (parts: readonly string[]): string =>
  parts.map((part) => readFileSync(new URL(`styles/${part}.css`, import.meta.url), 'utf8')).join('')

const desk = async (app: FastifyInstance, { MODULE: module, UPLOAD_MB }: Pick<Config, 'MODULE' | 'UPLOAD_MB'>) => {
  app.pages.addAssets({
    'desk.css': () => stylesOf(EVERYWHERE),
    'around.css': () => stylesOf(['around']),
    // The rules for articles count in the preview only.
    'blog.css': () => `${stylesOf(BLOG)}.preview {\n${postStyles()}}\n`,
    'desk.js': new URL('browser/desk.js', import.meta.url),
    'rich.js': new URL('browser/rich.js', import.meta.url),
    'settings.js': new URL('browser/settings.js', import.meta.url)
  })

  const { page, pageWithForms, pictureForm } = visits(app, { module, maxFileBytes: UPLOAD_MB * MEBIBYTE })

  await pageWithForms('/desk', async () => (await import('./home.tsx')).home)
  const profile = async () => (await import('./profile.tsx')).profile
  await pageWithForms('/desk/profile', profile)
  await pictureForm('/desk/profile', profile)
  await pageWithForms('/desk/people', async () => (await import('./accounts.tsx')).accounts)
  const settings = async () => (await import('./settings.tsx')).settings
  await pageWithForms('/desk/:blogId/settings', settings)
  await pictureForm('/desk/:blogId/settings', settings)
  await pageWithForms('/desk/:blogId/people', async () => (await import('./people.tsx')).people)
  page('/desk/:blogId', async () => (await import('./blog.tsx')).blog)
}

export default fp(desk, {
  name: 'desk',
  dependencies: ['pages', 'origin', 'authorization', 'browsers', '@fastify/sensible']
})
