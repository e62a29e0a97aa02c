/** Tells data that the database refuses from errors that have nothing to do with them. */
import postgres from 'postgres'

/**
 * Returns whether the database refused the data of a statement: SQLSTATE 22 (data exceptions), 23 (constraints) and 54
 * (limits, such as the size of an entry of an index). All other errors, such as a lost connection, have other causes.
 */
export const isRefusedData = (error: unknown): error is postgres.PostgresError =>
  error instanceof postgres.PostgresError && /^(?:22|23|54)/.test(error.code)
