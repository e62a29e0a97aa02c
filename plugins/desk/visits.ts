/** Registers pages of the newsroom: who may visit them, and what their forms do. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionUser } from '../../db/sessions.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { readPageForm } from '../bodies/form.ts'
import { parserOf } from '../bodies/index.ts'
import { formMedia } from '../formats.ts'
import { changed, cookieToken, loginAddress } from '../origin/browsers.ts'
import { documentsFor, Refusal } from './documents.ts'
import type { Action, Visit, VisitedPage } from './visit.ts'

/** Loads a page when it is first visited. */
type LoadPage = () => Promise<VisitedPage>

/** @param settings the settings of the service that the pages need */
export const visits = (app: FastifyInstance, settings: Pick<Visit, 'module' | 'maxFileBytes'>) => {
  const visitOf = (request: FastifyRequest, user: SessionUser): Visit => {
    const base = app.linkBase(request)
    return {
      user,
      base,
      ...settings,
      path: placeOf(request.originalUrl),
      params: membersOf(request.params),
      query: membersOf(request.query),
      ...documentsFor(app, request),
      asset: (name) => base + app.pages.asset(name)
    }
  }

  /** Sends a page; if its visitor may not see it, one that says so. */
  const send = async (request: FastifyRequest, reply: FastifyReply, { show }: VisitedPage, visit: Visit) => {
    const text = await show(visit).catch(async (error: unknown) => {
      const { statusCode, message } = membersOf(error)
      const { ABSENT, absentPage } = await import('./absent.tsx')
      const heading = ABSENT.get(statusCode)
      // Somebody has lost the right to a page whose form they had filled in.
      if (heading === undefined || visit.refused !== undefined) throw error
      reply.code(Number(statusCode))
      return absentPage(visit, heading, String(message))
    })
    return app.pages.show(request, reply, () => text)
  }

  /** Registers a page for people with a session. Others are sent to the login, which leads back here. */
  const page = (path: string, load: LoadPage) =>
    app.get(path, async (request, reply) => {
      const user = await app.authorization.sessionOf(request)
      if (user !== undefined) {
        const page = await load()
        const visit = visitOf(request, user)
        return send(request, reply, page, { ...visit, done: actionNamed(page, visit.query.done)?.done })
      }
      return reply.redirect(loginAddress(app.linkBase(request), request.originalUrl), 303)
    })

  /** Carries out a form, and sends the browser on; if it is refused, shows the page with the form again. */
  const act = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: VisitedPage,
    visit: Visit,
    [name, action]: readonly [name: string, action: Action]
  ) => {
    const values = membersOf(request.body)
    try {
      const result = await action.act(visit, values)
      if (typeof result === 'string') return await reply.redirect(visit.base + result, 303)
      if (action.done !== undefined) {
        const end = `${visit.path.includes('?') ? '&' : '?'}done=${name}`
        return await reply.redirect(visit.base + visit.path + end, 303)
      }
      return await send(request, reply, page, { ...visit, ...(result && { made: result }) })
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      reply.code(refusal.status)
      return send(request, reply, page, { ...visit, refused: { name, values, refusal } })
    }
  }

  /** Returns the user who sends a form. */
  const senderOf = async (request: FastifyRequest, reply: FastifyReply) => {
    const user = await app.browsers.userOf(request, reply)
    // The form may have logged in: then its session is the one that the response begins.
    const newToken = cookieToken({ cookie: String(reply.getHeader('set-cookie') ?? '') }, app.sessionCookie)
    if (newToken !== undefined) request.headers.authorization = newToken
    return user
  }

  /** Shows a page that sends a form again, after an error that is not the fault of its values. @throws other errors */
  const offerAgain = async (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const { reasonToSendAgain, sendAgainPage } = await import('./send-again.tsx')
    const values = membersOf(request.body)
    const reason = reasonToSendAgain(error, values)
    if (reason === undefined) throw error
    reply.code(reason.status)
    if (reason.status === 503) reply.header('retry-after', '2')
    const page = { ...reason, action: request.originalUrl, values }
    return app.pages.show(request, reply, (frame) => sendAgainPage({ ...frame, ...page }))
  }

  /** Registers the forms of a page. */
  const forms = (path: string, load: LoadPage) =>
    app.register(async (scope) => {
      scope.addContentTypeParser(formMedia, { parseAs: 'buffer' }, parserOf(readPageForm))
      scope.post(path, async (request, reply) => {
        app.browsers.requireOwn(request)
        try {
          const user = await senderOf(request, reply)
          const page = await load()
          const name = String(membersOf(request.body).do)
          const action = actionNamed(page, name)
          if (action === undefined) throw app.httpErrors.badRequest('This page has no such form. Open the page again')
          return await act(request, reply, page, visitOf(request, user), [name, action])
        } catch (error) {
          return offerAgain(request, reply, error)
        }
      })
    })

  /** Registers the form with a picture, at its own address below the page that shows it. */
  const pictureForm = (pagePath: string, load: LoadPage) => {
    const pageAbove = ({ originalUrl }: FastifyRequest) => originalUrl.replace(/\/[^/?]*(?:\?.*)?$/, '')
    return app.register(async (scope) => {
      scope.addContentTypeParser('multipart/form-data', (request, stream, done) => {
        const { 'content-type': type = '', 'content-length': length } = request.headers
        const headers = { 'content-type': type, ...(length !== undefined && { 'content-length': length }) }
        done(null, { upload: { stream, headers } })
      })
      const requireSession = async (request: FastifyRequest, reply: FastifyReply) => {
        app.browsers.requireOwn(request)
        if (await app.authorization.hasSession(request)) return undefined
        // No page can send the file again.
        const { loginPage } = await import('../pages/login.tsx')
        const error = 'Your session has ended, and the picture was not stored. Log in, and choose it again.'
        reply.code(401)
        return app.pages.show(request, reply, (frame) => loginPage({ ...frame, to: pageAbove(request), error }))
      }
      // Somebody has loaded the page of a refused file by its address.
      scope.get(`${pagePath}/picture`, (request, reply) =>
        reply.redirect(app.linkBase(request) + pageAbove(request), 303)
      )
      const config = { takesFile: true }
      scope.post(`${pagePath}/picture`, { config, onRequest: requireSession }, async (request, reply) => {
        const page = await load()
        const visit = visitOf(request, await app.authorization.userOf(request))
        const action = actionNamed(page, 'picture')
        if (action === undefined) throw new TypeError(`${pagePath} takes no picture`)
        return act(request, reply, page, { ...visit, path: pageAbove(request) }, ['picture', action])
      })
    })
  }

  return {
    page,
    pictureForm,
    pageWithForms: async (path: string, load: LoadPage) => {
      page(path, load)
      await forms(path, load)
    }
  }
}

/** Parameters that choose the part of a list. The forms of a page lead back to its part. */
const PART = /^(?:search|offset)=/

/** Returns the path in an address, with these parameters. */
const placeOf = (url: string): string => changed(url, (fields) => fields.filter((field) => PART.test(field)))

const actionNamed = ({ actions = {} }: VisitedPage, name: unknown): Action | undefined =>
  typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined
