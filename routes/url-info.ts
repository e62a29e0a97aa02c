/** What is known of a web page that somebody wants to link to. */
import { httpErrors } from '@fastify/sensible'
import { URLInfo, URLInfoQuery } from '../schemas/url-info.ts'
import type { Family } from './shared/family.ts'

const urlInfo: Family = async (app) => {
  const { readers, read } = app.webPages

  app.get(
    '/Tool/URLInfo',
    {
      // Web pages change without telling.
      config: { uncached: true },
      schema: { querystring: URLInfoQuery, response: { 200: URLInfo } }
    },
    async (request) => {
      const {
        query: { url },
        ip
      } = request
      // Without an address there is nothing to guard: the index links here.
      if (url === undefined) return {}
      if (readers === 'login') await app.authorization.userOf(request)
      if (readers === 'off') throw httpErrors.forbidden('This service reads no web pages')
      return read(url, ip)
    }
  )
}

export default urlInfo
