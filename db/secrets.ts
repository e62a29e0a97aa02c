/** Passwords and tokens. Of neither does the service keep more than a hash. */
import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** The hash of a password: argon2id with the library's parameters (OWASP's first choice). */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Stands for a password nobody can log in with. */
export const NO_PASSWORD = '!'

/** Whether a password is the one hashed. Takes as long for an account that does not exist. */
export const isPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  if (passwordHash !== undefined && passwordHash !== NO_PASSWORD) return verify(passwordHash, password)
  await verify(await decoy, password)
  return false
}

const decoy = hash(randomBytes(16))

/** A new token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A new password for somebody to read and type. */
export const newPassword = (): string => randomBytes(12).toString('base64url')

/** What is kept of a token. A fast hash will do: nobody can guess 256 random bits. */
export const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()
