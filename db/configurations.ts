/** Queries for the settings of blogs. */
import { Configurations } from '../schemas/configuration.ts'
import { collectionOf } from './collection.ts'

export const configurations = collectionOf('configurations', Configurations, 'Blog', 'Name')
