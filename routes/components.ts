/** Components: the npm packages that the service uses. */
import { Components } from '../schemas/component.ts'
import type { Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'
import { read } from './shared/readable.ts'

const components: Family = async (app) => {
  const queries = knownItems(app.sql, () => app.introspection.components, Components.criteria)
  read(app, { ...Components, itemName: 'component', path: '/Admin/Component/:componentId', queries })
}

export default components
