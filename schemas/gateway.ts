/** Gateway: access rules by method and address. The first rule that matches a request applies. */
import { Type, type Static } from 'typebox'
import { family } from './language/family.ts'
import { Listing, MAX_LIMIT } from './language/paging.ts'
import { Counts, Text, Texts } from './language/vocabulary.ts'
import { model } from './language/models.ts'

// Rules have no address: lists show them in full.
const Gateway = model('Gateway', null, {
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

/** Clients need all rules, so the default limit is the maximum. */
export const Gateways = family(Gateway, { listing: Listing({}, MAX_LIMIT) })

export type GatewayRow = Static<typeof Gateway>
