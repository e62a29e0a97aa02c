/** Shows a form again that the service has refused, with its values and the reasons at the fields. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject, membersOf, type Row } from '../../schemas/language/rows.ts'
import type { ProblemRow } from '../../schemas/problem.ts'
import { formVersion, LOGIN } from '../origin/browsers.ts'
import type { RefusedForm } from '../pages/error.tsx'
import type { Field } from '../pages/form.tsx'
import { afterWrite, wayBack } from './paths.ts'
import { versionOf } from './documents.ts'
import { textOf, writeForm } from './forms.ts'
import { addressOf, searchOf } from './context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    refusedForm?: RefusedFormOf
  }
}

/**
 * Returns the form of a refused request, to be shown again; undefined unless a page of this service sent the request.
 * @param item the item as it is now, if the form was made from an older version
 */
type RefusedFormOf = (request: FastifyRequest, problem: ProblemRow, item: Row | undefined) => RefusedForm | undefined

export const refusedForms =
  (app: FastifyInstance): RefusedFormOf =>
  (request, { status, detail, errors = [] }, item) => {
    const { body, context, headers, origin, originalUrl, routeOptions, user } = request
    const { description } = routeOptions.config
    if (description === undefined || !origin.isForm || !app.browsers.isOwn(request)) return undefined
    // The address of the form and the way back need the context.
    if (context === undefined) return undefined
    const needsLogin = description.who !== undefined && user === undefined
    const hasBody = description.body !== undefined
    // A request can be refused before its body is read.
    if (hasBody && !isObject(body)) return undefined

    const typed = membersOf(body)
    const version = item === undefined ? formVersion(headers) : versionOf(description.model, item)
    const terms = { version, user: user?.Id, back: origin.back }
    const form = writeForm(description, addressOf(request) + searchOf(originalUrl), typed, terms)
    const isFromDesk = origin.back?.startsWith('/desk/') === true
    const refused = errors.map(({ place }) => place)
    const shownFields = isFromDesk ? inWords(form.fields, [...Object.keys(typed), ...refused]) : form.fields
    const fields = shownFields.map((field): Field => {
      const reasons = errors.filter(({ place }) => place === field.name).map(({ reason }) => reason)
      const stored = item === undefined || field.kind === 'password' ? undefined : (textOf(item[field.name]) ?? '')
      return {
        ...field,
        ...(reasons.length > 0 && { error: `${field.label} ${reasons.join(', and ')}` }),
        ...(stored !== undefined && stored !== (field.value ?? '') && { stored })
      }
    })
    const isMarked = (place: string) => fields.some(({ name }) => name === place)
    return {
      isFromDesk,
      // People look at the item first, which an operation does not show.
      isOffered: hasBody || needsLogin,
      form: needsLogin
        ? { ...form, fields: [...fields, ...loginFields(textOf(typed[LOGIN.name]))], button: 'Log in and send' }
        : { ...form, fields },
      reason: reasonOf(status, needsLogin && typed[LOGIN.name] === undefined, errors.length > 0, hasBody) ?? detail,
      errors: errors.filter(({ place }) => !isMarked(place)),
      back: wayBack(request) ?? afterWrite(request, app.descriptions)
    }
  }

/**
 * Returns the fields that a form of the newsroom had, in the words of its users. Others would come back empty, and
 * erase stored values.
 * @param names of the fields that were filled in, and of those that were refused, which may be empty
 */
const inWords = (fields: readonly Field[], names: readonly string[]): readonly Field[] =>
  fields
    .filter(({ name }) => names.includes(name))
    .map((field) => ({ ...field, ...WORDS.get(field.name), help: undefined }))

const WORDS: ReadonlyMap<string, Pick<Field, 'label'>> = new Map([
  ['Content', { label: 'Your text' }],
  ['Note', { label: 'Your note' }]
])

/** Returns why nothing was stored, for people; undefined if the problem document says it well enough. */
const reasonOf = (status: number, isLoggedOut: boolean, hasPlaces: boolean, hasBody: boolean): string | undefined => {
  if (isLoggedOut) return 'You are no longer logged in, so nothing was stored. Log in below, and the form is sent.'
  if (status === 400 && hasPlaces) return 'Nothing was stored. Correct what is marked, and send the form again.'
  if (status !== 412) return undefined
  if (!hasBody) return 'This has changed since you opened the page, so nothing was done. Go back, and look at it first.'
  return (
    'This was changed after you opened the form, so nothing was stored. Where the stored value differs from yours, ' +
    'it is shown below your field. If you send the form again, your values replace the stored ones.'
  )
}

const loginFields = (name: string | undefined): readonly Field[] => [
  { name: LOGIN.name, label: 'Your user name', value: name, autoComplete: 'username' },
  { name: LOGIN.password, label: 'Your password', kind: 'password', autoComplete: 'current-password' }
]
