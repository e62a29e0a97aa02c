/** The schemas of a family of resources: its routes are registered from them. */
import type { TProperties, TSchema } from 'typebox'
import type { Criteria } from './criteria.ts'
import { PageAttributes } from './paging.ts'
import { listOf, type AnyModel } from './models.ts'

/** The schemas besides the model and its list. */
interface Parts {
  /** Criteria that filter and order the list. */
  readonly criteria?: Criteria
  /** Parameters of the list and of each item, besides paging and criteria. */
  readonly parameters?: TProperties
  /** The query of the list, if its default limit or its parameters are others. */
  readonly listing?: TSchema
  /** The bodies of POST and PUT. */
  readonly creation?: AnyModel
  readonly changes?: AnyModel
}

/** Returns the schemas of a family, with the list of its items. */
export const family = <M extends AnyModel, P extends Parts>(model: M, parts: P) => ({
  ...parts,
  model,
  list: listOf(`${model.wire.name}List`, model, model.wire.self, PageAttributes)
})
