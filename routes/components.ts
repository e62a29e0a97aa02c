/** Components: the npm packages that the service uses. */
import { Component, ComponentCriteria, ComponentList, ComponentPath } from '../schemas/component.ts'
import { Listing } from '../schemas/language/paging.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'

const components: Family = async (app) => {
  const { find, load, list } = knownItems(app.sql, () => app.introspection.components, ComponentCriteria)

  app.follow(Component, load)
  app.get(
    '/Admin/Component',
    { schema: { querystring: Listing(ComponentCriteria), response: { 200: ComponentList } } },
    async ({ query }) => list(query)
  )
  app.get(
    '/Admin/Component/:componentId',
    { schema: { params: ComponentPath, response: { 200: Component } } },
    async ({ params: { componentId } }) => orNotFound(find(componentId), `component ${componentId}`)
  )
}

export default components
