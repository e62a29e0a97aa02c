/** Gateway: access rules by method and address. The first rule that matches a request applies. */
import { Type, type Static } from 'typebox'
import { MAX_LIMIT, PageAttributes, Paging } from './language/paging.ts'
import { Counts, Text, Texts } from './language/vocabulary.ts'
import { listOf, model } from './language/models.ts'

// Rules have no address: lists show them in full.
export const Gateway = model('Gateway', null, {
  Host: Type.Optional(Text('Host to forward the request to')),
  Navigate: Type.Optional(Text('Path to forward the request to')),
  Pattern: Type.Optional(Text('Regular expression that the path matches')),
  Protocol: Type.Optional(Text('Protocol to forward the request with')),
  Who: Type.Optional(Text('Users who may send such requests')),
  Errors: Type.Optional(Counts('Status codes of the response if a request does not meet this rule')),
  Filters: Type.Optional(Texts('Addresses of access checks that must all grant access')),
  Headers: Type.Optional(Texts('Headers that the request must have, with a valid value')),
  Methods: Type.Optional(Texts('Methods that the rule applies to; absent: all')),
  PutHeaders: Type.Optional(Texts('Headers to add to the request'))
})

export const GatewayList = listOf('GatewayList', Gateway, null, PageAttributes)

/** Query parameters of the list of rules. The default limit is the maximum, because clients need all rules. */
export const GatewayListing = Paging(MAX_LIMIT)

export type GatewayRow = Static<typeof Gateway>
