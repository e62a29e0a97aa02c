/** Checks problem documents (RFC 9457): their members, and that none reveals internals of the service. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import { documentOf, documentsIn, formats, type Document } from './wire.ts'

/** Kinds of problems, which are the last segments of their types, and the status of each. */
export const STATUSES: Readonly<Record<string, number>> = {
  'bad-request': 400,
  'bad-parameter': 400,
  'bad-body': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  timeout: 408,
  conflict: 409,
  'cursor-gone': 410,
  stale: 412,
  'too-large': 413,
  'address-too-long': 414,
  'unsupported-media-type': 415,
  'key-reused': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  'internal-error': 500,
  'not-implemented': 501,
  unavailable: 503
}

/** The problem document that a test expects. */
export interface ExpectedProblem {
  /** One of `STATUSES`, whose status the response must have. */
  kind: string
  /** Matches the detail. */
  detail?: RegExp
  /** The places in `errors`, in any order. If absent, they are not checked. */
  places?: readonly string[]
  /** Describes the request in messages of failed assertions. */
  about?: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Matches internals of the service: stack traces, files, SQL and names of libraries. */
const INTERNALS = new RegExp(
  [
    ...['\\n\\s+at ', '\\.[jt]s:\\d', 'node_modules', 'node:', 'violates', 'relation "', 'postgres', 'ajv', 'fastify'],
    ...['FST_', 'saxes', 'TypeError', 'RangeError', 'regular expression', 'undefined(?! entity)', '\\[object'],
    '\\b(select|insert into|update|delete from) .+\\b(from|values|set|where)\\b'
  ].join('|'),
  'i'
)

/**
 * Checks that a response is a well-formed problem document of the expected kind.
 * @param extension the expected format, `xml` or `json`; if absent, both are accepted
 * @returns the detail and the errors of the document
 */
export const expectProblem = (
  t: Test,
  response: LightMyRequestResponse,
  { kind, detail = /\w/, places, about = kind }: ExpectedProblem,
  extension = '(xml|json)'
): Document => {
  const { statusCode, headers, body } = response
  const media = new RegExp(`^application/problem\\+${extension}; charset=utf-8$`).test(String(headers['content-type']))
  const {
    type,
    title,
    status: statusInBody,
    detail: actualDetail,
    instance,
    errors = [],
    ...others
  } = media ? documentOf(response) : {}
  const reasons = documentsIn(errors)
  t.same(
    {
      statusCode,
      media,
      type,
      statusInBody: String(statusInBody),
      hasTitle: typeof title === 'string' && title !== '',
      hasInstance: UUID.test(String(instance)),
      detail: detail.test(String(actualDetail)) || actualDetail,
      others,
      places: places && reasons.map(({ place }) => String(place)).toSorted(),
      hasReasons: reasons.every(({ reason }) => typeof reason === 'string' && reason !== ''),
      cache: headers['cache-control'],
      internals: INTERNALS.exec(body)?.[0]
    },
    {
      statusCode: STATUSES[kind],
      media: true,
      type: `/problems/${kind}`,
      statusInBody: String(STATUSES[kind]),
      hasTitle: true,
      hasInstance: true,
      detail: true,
      others: {},
      places: places?.toSorted(),
      hasReasons: true,
      cache: 'no-store',
      internals: undefined
    },
    about
  )
  return { ...(typeof actualDetail === 'string' && { detail: actualDetail }), errors: reasons }
}

/**
 * Sends a request twice, for XML and for JSON, and checks that each response is the expected problem document.
 * @returns the words of the problem, which are the same in both
 */
export const expectRefusal = async (
  t: Test,
  app: FastifyInstance,
  request: InjectOptions,
  expected: ExpectedProblem
): Promise<string> => {
  const words: string[] = []
  for (const [extension, accept] of formats) {
    const response = await app.inject({ ...request, headers: { ...request.headers, accept } })
    expectProblem(t, response, expected, extension)
    words.push(wordsOf(response))
  }
  const [inXml = '', inJson] = words
  t.equal(inJson, inXml, `${expected.about ?? expected.kind}, the same words in both formats`)
  return inXml
}

/** Returns the words of the problem for a body that its schema does not allow. @param reasons in their order */
export const bodyRefused = (...reasons: readonly string[]): string =>
  [`400 The body was refused: ${reasons.join('; ')}; nothing was stored`, ...reasons].join('\n    ')

/** Returns the status and the detail of a problem, and a line for each error; of other responses, the status. */
export const wordsOf = (response: LightMyRequestResponse): string => {
  if (response.statusCode < 400) return String(response.statusCode)
  const { detail, errors = [] } = documentOf(response)
  const reasons = documentsIn(errors).map(({ place, reason }) => `\n    ${String(place)} ${String(reason)}`)
  return `${response.statusCode} ${String(detail)}${reasons.join('')}`
}
