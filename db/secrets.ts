/** Generates passwords and tokens, and hashes passwords. The service stores only hashes. */
import { randomBytes } from 'node:crypto'

// Imported when first needed: it loads native code, and only logins use it.
const argon2 = () => import('@node-rs/argon2')

/** Hashes a password with argon2id and the library's default parameters (OWASP's first choice). */
export const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(password)

/** Password hash of an account that nobody can log in to with a password. */
export const NO_PASSWORD = '!'

/**
 * Returns whether a password has the hash. Without a hash, because the account doesn't exist or has no password, it
 * compares with the hash of a random password: otherwise the response time would reveal which accounts exist.
 */
export const isPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  const { verify } = await argon2()
  decoy ??= hashPassword(newPassword())
  const decoyHash = await decoy
  return verify(passwordHash === undefined || passwordHash === NO_PASSWORD ? decoyHash : passwordHash, password)
}

let decoy: Promise<string> | undefined

/** Returns a new token of 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns a new password of 16 characters, short enough to type. */
export const newPassword = (): string => randomBytes(12).toString('base64url')
