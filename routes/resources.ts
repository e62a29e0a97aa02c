/** `GET /resources`: the index, at which every client starts (docs/spec.md, section 2.1). */
import { Resources } from '../schemas/catalogue.ts'
import type { Family } from './shared/family.ts'

const resources: Family = async (app, { module }) => {
  const schema = { summary: 'Show the index of all resources', response: { 200: Resources(module) } }
  app.get('/', { schema }, async () => ({}))
}

export default resources
