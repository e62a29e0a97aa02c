/** Gateway: the access rules in force. */
import { pageOf } from '../db/collection.ts'
import { Gateways } from '../schemas/gateway.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const gateway: Family = async (app) => {
  list(app, '/Gateway', Gateways, async (_keys, query) => pageOf(app.introspection.rules, query))
  // No request needs a captcha, so no rule depends on one.
  list(app, '/Gateway/Captcha', Gateways, async (_keys, query) => pageOf([], query))
}

export default gateway
