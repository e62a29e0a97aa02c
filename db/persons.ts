/** Persons. */
import { Person, PersonCriteria } from '../schemas/person.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for persons. */
export const persons = (sql: Sql) => collection(sql, 'persons', Person, 'Id', PersonCriteria)
