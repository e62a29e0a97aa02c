/** Gateway: the access rules in force. */
import { GatewayList, GatewayListing } from '../schemas/gateway.ts'
import type { Family } from './shared/family.ts'
import { pageOf } from './shared/in-memory.ts'

const gateway: Family = async (app) => {
  const schema = { querystring: GatewayListing, response: { 200: GatewayList } }

  app.get('/Gateway', { schema }, async ({ query }) => pageOf(app.introspection.rules, query))
  // No request needs a captcha, so no rule depends on one.
  app.get('/Gateway/Captcha', { schema }, async ({ query }) => pageOf([], query))
}

export default gateway
