/** `GET /resources`: the index, at which every client starts (docs/spec.md, section 2.1). */
import { Resources } from '../schemas/catalogue.ts'
import type { Family } from './shared/family.ts'

const resources: Family = async (app, { module }) => {
  app.get('/', { schema: { response: { 200: Resources(module) } } }, async () => ({}))
}

export default resources
