/** The service's settings, read once from the environment. */
import { envSchema } from 'env-schema'
import { Config } from './schemas/config.ts'

/**
 * Reads, converts and checks the settings.
 * @throws Error whose message names each wrong variable
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.entries(env).filter(([name, value]) => name in Config.properties && value !== undefined)
  return Object.freeze(envSchema<Config>({ schema: Config, data: Object.fromEntries(given), dotenv: false, env: false }))
}
