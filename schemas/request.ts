/** Requests: the addresses of the service, with their methods and path parameters. */
import { Type, type Static } from 'typebox'
import { family } from './language/family.ts'
import { like } from './language/criteria.ts'
import { Flag, Id, LinkById, Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = 'Admin/Request/{Id}'

const method = (name: string, description: string) => Type.Optional(LinkById(`Admin/Method/{${name}}`, description))

export const Request = model(
  'Request',
  self,
  {
    Id: Id('Request identifier'),
    Pattern: Text('Path with placeholders for its parameters, such as resources/Data/Post/{1}'),
    Delete: method('Delete', 'The DELETE method'),
    Get: method('Get', 'The GET method'),
    Insert: method('Insert', 'The POST method'),
    Update: method('Update', 'The PUT method')
  },
  { Input: `${self}/Input/` }
)

export const Requests = family(Request, {
  criteria: { pattern: like('Path with placeholders for its parameters') }
})

const Method = model('Method', 'Admin/Method/{Id}', {
  Id: Id('Method identifier'),
  APIClass: Type.Optional(Text('Model of the response')),
  APIClassDefiner: Type.Optional(Text('Package that defines the model')),
  APIDoc: Type.Optional(Text('Description for clients')),
  IMPL: Type.Optional(Text('Plugin that handles the request')),
  IMPLDefiner: Type.Optional(Text('Package that contains the plugin')),
  IMPLDoc: Type.Optional(Text('Description of the implementation')),
  Name: Text('Name'),
  Type: Text('GET, INSERT, UPDATE or DELETE'),
  ForRequest: LinkById('Admin/Request/{ForRequest}', 'Request that the method belongs to')
})

export const Methods = { model: Method }

// Inputs have no address: lists show them in full.
const Input = model('Input', null, {
  Id: Id('Input identifier'),
  Mandatory: Flag('Whether the parameter is required'),
  Description: Type.Optional(Text('Meaning of the parameter')),
  Name: Text('Placeholder of the parameter in the pattern'),
  ForRequest: LinkById('Admin/Request/{ForRequest}', 'Request that the parameter belongs to')
})

export const Inputs = family(Input, {})

export type RequestRow = Static<typeof Request>
export type MethodRow = Static<typeof Method>
export type InputRow = Static<typeof Input>
