/** Describes a web page, for editors who want to link to it. */
import { httpErrors } from '@fastify/sensible'
import { URLInfo, URLInfoQuery } from '../schemas/url-info.ts'
import type { Family } from './shared/family.ts'

const urlInfo: Family = async (app) => {
  const { readers, read } = app.webPages

  app.get(
    '/Tool/URLInfo',
    {
      config: { readsWeb: true },
      schema: { querystring: URLInfoQuery, response: { 200: URLInfo } }
    },
    async (request) => {
      const {
        query: { url },
        ip
      } = request
      // The index links here without a parameter. Then no page is read, so nobody needs a session.
      if (url === undefined) return {}
      if (readers === 'login') await app.authorization.userOf(request)
      if (readers === 'off') throw httpErrors.forbidden('This service does not read web pages')
      return read(url, ip)
    }
  )
}

export default urlInfo
