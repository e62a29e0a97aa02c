/** Gateway: the access rules in force. */
import { pageOf } from '../db/collection.ts'
import { GatewayList, GatewayListing } from '../schemas/gateway.ts'
import type { Family } from './shared/family.ts'

const gateway: Family = async (app) => {
  const schema = { querystring: GatewayListing, response: { 200: GatewayList } }

  app.get('/Gateway', { schema }, async ({ query }) => pageOf(app.introspection.rules, query))
  // No request needs a captcha, so no rule depends on one.
  app.get('/Gateway/Captcha', { schema }, async ({ query }) => pageOf([], query))
}

export default gateway
