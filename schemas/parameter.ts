/** Response to `params=show`: the query parameters of an address. */
import { Type, type Static } from 'typebox'
import { listOf, model } from './language/models.ts'

const text = (description: string) => Type.Optional(Type.String({ lexical: 'text', description }))

export const Parameter = model('Parameter', null, {
  Name: Type.String({ lexical: 'text', description: 'Name of the query parameter' }),
  Type: Type.String({ lexical: 'text', description: 'Type of its value' }),
  Default: text('Value if the parameter is absent'),
  Minimum: text('Smallest legal value'),
  Maximum: text('Largest legal value'),
  Values: text('Legal values, if there are few'),
  Description: text('Meaning')
})

export const Parameters = listOf('Parameters', Parameter, null, {})

export type ParameterRow = Static<typeof Parameter>
