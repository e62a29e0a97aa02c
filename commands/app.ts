/** Builds the service for commands: it listens on no port, and runs no background work. */
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { onDatabase, type Shell } from './shell.ts'

/**
 * Builds the service on the configured database, runs a function with it, and closes it.
 * @throws Error if the database does not exist or is not migrated
 */
export const onService = (shell: Shell, run: (app: FastifyInstance, signal: AbortSignal) => Promise<void>) =>
  onDatabase(shell, async ({ url }, signal) => {
    const app = await buildApp(readConfig(shell.env), { databaseUrl: url, isPassive: true })
    try {
      await app.ready()
      await run(app, signal)
    } finally {
      await app.close()
    }
  })
