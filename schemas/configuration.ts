/** Configurations: named settings of a blog. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { FilledText, LinkById, Text, Version } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = '{Module}/Blog/{Blog}/Configuration/{Name}'

export const Configuration = model(
  'Configuration',
  self,
  {
    Name: Text('Name', { maxLength: 190 }),
    Value: Text('Value', { maxLength: 1024 }),
    Version,
    Blog: LinkById('{Module}/Blog/{Blog}', 'The blog')
  },
  {},
  { onRequest: ['Blog'] }
)

const Value = Text('Value', { maxLength: 1024, examples: ['harbour'] })

const NewConfiguration = model('Configuration', null, {
  Name: Type.String({ ...FilledText('Name', { maxLength: 190, examples: ['theme'] }), format: 'segment' }),
  Value
})

export const Configurations = family(Configuration, {
  criteria: { name: like('Name') },
  creation: NewConfiguration,
  changes: model('Configuration', null, { Value })
})
