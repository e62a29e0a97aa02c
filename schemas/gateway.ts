/** Gateway: who may do what at which addresses, as rules of which the first that fits a request counts. */
import { Type, type Static } from 'typebox'
import { MAX_LIMIT, PageAttributes, Paging } from './language/paging.ts'
import { Counts, Text, Texts, listOf, model } from './language/vocabulary.ts'

// Rules have no address of their own: lists show them in full.
export const Gateway = model('Gateway', null, {
  Host: Type.Optional(Text('Where the request is sent instead')),
  Navigate: Type.Optional(Text('What is answered instead')),
  Pattern: Type.Optional(Text('Regular expression that the path fits')),
  Protocol: Type.Optional(Text('How the request is sent there')),
  Who: Type.Optional(Text('Who may do this')),
  Errors: Type.Optional(Counts('The statuses a request is refused with that has not what this rule asks for')),
  Filters: Type.Optional(Texts('Addresses that must grant access')),
  Headers: Type.Optional(Texts('Headers the request must have, with a valid value')),
  Methods: Type.Optional(Texts('Methods the rule is about; absent: all')),
  PutHeaders: Type.Optional(Texts('Headers that are added to the request'))
})

export const GatewayList = listOf('GatewayList', Gateway, null, PageAttributes)

/** The parameters of a list of rules. Rules only make sense together, so one answer holds them all unless fewer are asked for. */
export const GatewayListing = Paging(MAX_LIMIT)

export type GatewayRow = Static<typeof Gateway>
