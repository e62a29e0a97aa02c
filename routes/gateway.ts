/** Gateway: the access rules that are in force. */
import { GatewayList, GatewayListing } from '../schemas/gateway.ts'
import type { Family } from './shared/family.ts'
import { pageOf } from './shared/in-memory.ts'

const gateway: Family = async (app) => {
  const schema = { querystring: GatewayListing, response: { 200: GatewayList } }

  app.get('/Gateway', { schema }, async ({ query }) => pageOf(app.introspection.rules, query))
  // No address of this service asks for a captcha, so having solved one opens nothing more.
  app.get('/Gateway/Captcha', { schema }, async ({ query }) => pageOf([], query))
}

export default gateway
