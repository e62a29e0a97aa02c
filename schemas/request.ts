/** Requests: the addresses of this service, the methods each takes and the path parameters it has. */
import { Type, type Static } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Flag, Id, LinkById, Text, listOf, model } from './language/vocabulary.ts'

const self = 'Admin/Request/{Id}'

const method = (name: string, description: string) => Type.Optional(LinkById(`Admin/Method/{${name}}`, description))

export const Request = model(
  'Request',
  self,
  {
    Id: Id('Request identifier'),
    Pattern: Text('Path with marks for its parameters, such as resources/Data/Post/{1}'),
    Delete: method('Delete', 'What DELETE does'),
    Get: method('Get', 'What GET does'),
    Insert: method('Insert', 'What POST does'),
    Update: method('Update', 'What PUT does')
  },
  { Input: `${self}/Input/` }
)

export const RequestList = listOf('RequestList', Request, self, PageAttributes)

/** What lists of requests can be filtered and ordered by. */
export const RequestCriteria = { pattern: like('Path with marks for its parameters', 'Pattern') }

export const RequestPath = Type.Object({ requestId: Id('Request identifier') })

export const Method = model('Method', 'Admin/Method/{Id}', {
  Id: Id('Method identifier'),
  APIClass: Type.Optional(Text('The document it answers')),
  APIClassDefiner: Type.Optional(Text('What defines that document')),
  APIDoc: Type.Optional(Text('What a client may expect')),
  IMPL: Type.Optional(Text('The plugin that answers it')),
  IMPLDefiner: Type.Optional(Text('The package that plugin comes from')),
  IMPLDoc: Type.Optional(Text('How it is done')),
  Name: Text('Name'),
  Type: Text('GET, INSERT, UPDATE or DELETE'),
  ForRequest: LinkById('Admin/Request/{ForRequest}', 'The request it belongs to')
})

export const MethodPath = Type.Object({ methodId: Id('Method identifier') })

// Inputs have no address of their own: lists show them in full.
export const Input = model('Input', null, {
  Id: Id('Input identifier'),
  Mandatory: Flag('Whether it must be given'),
  Description: Type.Optional(Text('What it stands for')),
  Name: Text('The mark it has in the pattern'),
  ForRequest: LinkById('Admin/Request/{ForRequest}', 'The request it belongs to')
})

export const InputList = listOf('InputList', Input, null, PageAttributes)

export type RequestRow = Static<typeof Request>
export type MethodRow = Static<typeof Method>
export type InputRow = Static<typeof Input>
