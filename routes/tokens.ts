/** API tokens: users make and revoke theirs, and those who look after the users see and revoke all. */
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import { newToken } from '../db/secrets.ts'
import { tokens as tokenQueries } from '../db/tokens.ts'
import { users } from '../db/users.ts'
import { MadeToken, Tokens } from '../schemas/token.ts'
import { Path } from '../schemas/paths.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { read } from './shared/readable.ts'
import { writes } from './shared/writes.ts'

const UserPath = Type.Pick(Path, ['userId'])
const TokenPath = Type.Pick(Path, ['userId', 'tokenId'])

const tokens: Family = async (app) => {
  const queries = tokenQueries(app.sql)
  const { exists: isUser } = users(app.sql)
  const { add, revoke } = tokenQueries(app.writes)
  const { create } = writes(app.sql)
  const path = '/HR/User/:userId/Token'

  list(app, '/Security/Token', { ...Tokens, config: { who: 'staff' } }, (_keys, query) => queries.list(query))
  read(app, { ...Tokens, itemName: 'token', path: `${path}/:tokenId`, queries, config: { who: 'self' } })

  app.post(
    path,
    {
      config: { who: 'self', decidesAccess: true },
      schema: { summary: 'Add an API token', params: UserPath, body: Tokens.creation, response: { 201: MadeToken } }
    },
    (request) => {
      const { params, body } = request
      return create(request, {
        check: async () => {
          orNotFound(await isUser(params.userId), `user ${params.userId}`)
          if (params.userId !== request.user.Id) throw httpErrors.forbidden('Users make their API tokens themselves')
        },
        insert: async (attempt) => {
          const Token = newToken()
          const made = await add(attempt, { ...body, User: params.userId }, Token)
          if (made === undefined) throw alreadyMade()
          return { ...made, Token }
        },
        read: async () => {
          throw alreadyMade()
        }
      })
    }
  )

  app.delete(
    `${path}/:tokenId`,
    { config: { who: 'self', decidesAccess: true }, schema: { summary: 'Revoke an API token', params: TokenPath } },
    async ({ params: { userId, tokenId } }) => {
      orNotFound(await revoke(userId, tokenId), `token ${tokenId} of user ${userId}`)
    }
  )
}

const alreadyMade = () =>
  httpErrors.conflict(
    'This request has made a token before, which only its first response could show. Revoke it, and make another one ' +
      'with another Idempotency-Key'
  )

export default tokens
