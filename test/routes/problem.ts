/** What every problem document must be (RFC 9457), and what must never be in one. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import { documentOf, documentsIn, notations, type Document } from './wire.ts'

/** What is expected of a refusal. */
export interface Expected {
  status: number
  /** Last segment of the problem's type. */
  kind: string
  /** What the detail must say. */
  detail?: RegExp
  /** The places that `errors` must name, in any order; without it any will do. */
  places?: readonly string[]
  /** Names the request in messages. */
  about?: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Traces of the service's inside: stacks, files, SQL and the names of its parts. */
const INSIDE = new RegExp(
  [
    '\\n\\s+at ',
    '\\.[jt]s:\\d',
    'node_modules',
    'node:',
    '\\b(select|insert into|update|delete from) .+\\b(from|values|set|where)\\b',
    'violates',
    'relation "',
    'postgres',
    'ajv',
    'fastify',
    'FST_',
    'saxes',
    'TypeError',
    'RangeError',
    'regular expression',
    'undefined(?! entity)',
    '\\[object'
  ].join('|'),
  'i'
)

/**
 * Checks that an answer is a well-formed problem document of the expected kind.
 * @param extension of the notation it must be in; either will do without it
 * @returns the document
 */
export const expectProblem = (
  t: Test,
  response: LightMyRequestResponse,
  { status, kind, detail = /\w/, places, about = kind }: Expected,
  extension = '(xml|json)'
): Document => {
  const { statusCode, headers, body } = response
  const media = new RegExp(`^application/problem\\+${extension}; charset=utf-8$`).test(String(headers['content-type']))
  const {
    type,
    title,
    status: stated,
    detail: said,
    instance,
    errors = [],
    ...rest
  } = media ? documentOf(response) : {}
  const reasons = documentsIn(errors)
  t.same(
    {
      statusCode,
      media,
      type,
      stated: String(stated),
      hasTitle: typeof title === 'string' && title !== '',
      hasInstance: UUID.test(String(instance)),
      detail: detail.test(String(said)) || said,
      rest,
      places: places && reasons.map(({ place }) => String(place)).toSorted(),
      hasReasons: reasons.every(({ reason }) => typeof reason === 'string' && reason !== ''),
      cache: headers['cache-control'],
      inside: INSIDE.exec(body)?.[0]
    },
    {
      statusCode: status,
      media: true,
      type: `/problems/${kind}`,
      stated: String(status),
      hasTitle: true,
      hasInstance: true,
      detail: true,
      rest: {},
      places: places?.toSorted(),
      hasReasons: true,
      cache: 'no-store',
      inside: undefined
    },
    about
  )
  return { ...(typeof said === 'string' && { detail: said }), errors: reasons }
}

/** Sends a request that must be refused, for an answer in XML and for one in JSON. */
export const expectRefusal = async (
  t: Test,
  app: FastifyInstance,
  request: InjectOptions,
  expected: Expected
): Promise<void> => {
  for (const [extension, accept] of notations) {
    expectProblem(t, await app.inject({ ...request, headers: { ...request.headers, accept } }), expected, extension)
  }
}
