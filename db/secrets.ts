/** Passwords and tokens. The service stores only hashes of them. */
import { createHash, randomBytes } from 'node:crypto'

// Native code that only logins need.
const argon2 = () => import('@node-rs/argon2')

/** The hash of a password: argon2id with the library's parameters (OWASP's first choice). */
export const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(password)

/** Stands for a password nobody can log in with. */
export const NO_PASSWORD = '!'

/**
 * Whether a password is the one that was hashed. An account that doesn't exist takes as long as any other, so that
 * the time of an answer doesn't say which accounts exist: its password is compared with a random one.
 */
export const isPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  const { verify } = await argon2()
  decoy ??= hashPassword(newPassword())
  const decoyHash = await decoy
  return verify(passwordHash === undefined || passwordHash === NO_PASSWORD ? decoyHash : passwordHash, password)
}

let decoy: Promise<string> | undefined

/** A new token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A new password for somebody to read and type. */
export const newPassword = (): string => randomBytes(12).toString('base64url')

/** The hash under which a token is stored. A fast one is enough: nobody can guess 256 random bits. */
export const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()
