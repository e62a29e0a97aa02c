/** The visitor's own profile: name, e-mail address, picture, password and API tokens. */
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import type { Field } from '../pages/form.tsx'
import { rightsOf } from './blogs.ts'
import { wrongValues } from './documents.ts'
import { DeskForm } from './forms.tsx'
import { personFields, personFrom } from './person-fields.ts'
import { PictureForm, storePicture } from './picture-form.tsx'
import { renderDesk } from './shell.tsx'
import { readTokens, tokenActions, TokensPart } from './tokens.tsx'
import { numberIn } from './view/items.ts'
import { numberOf } from './values.ts'
import type { Action, Visit, VisitedPage } from './visit.ts'

const show = async (visit: Visit): Promise<string> => {
  const { read, user } = visit
  const [profile, icon, rights, tokens] = await Promise.all([
    read(`HR/User/${user.Id}?X-Filter=Version`),
    read(`HR/Person/${user.Id}/MetaData/Icon?thumbSize=medium`),
    rightsOf(visit),
    readTokens(visit)
  ])
  return renderDesk(visit, {
    title: 'My profile',
    layout: 'narrow',
    current: 'profile',
    body: (
      <>
        <h1 class="page-head">My profile</h1>
        <Names visit={visit} profile={profile} />
        <Picture visit={visit} icon={icon} mayUpload={rights.has('IAM upload')} />
        <Password visit={visit} />
        {tokens !== undefined && <TokensPart visit={visit} {...tokens} />}
      </>
    )
  })
}

/** Labels and help of the fields for the person themselves. */
const OWN: Readonly<Record<string, Pick<Field, 'help' | 'autoComplete'>>> = {
  FirstName: {
    help: 'First and last name appear above your posts. Without them, your user name does.',
    autoComplete: 'given-name'
  },
  LastName: { autoComplete: 'family-name' },
  EMail: {
    help: 'So that colleagues can reach you. Unless your newsroom has closed its profiles, everybody can find it.',
    autoComplete: 'email'
  }
}

const Names = ({ visit, profile }: { visit: Visit; profile: Row }) => (
  <section aria-labelledby="names">
    <h2 id="names">Name</h2>
    <DeskForm
      visit={visit}
      name="name"
      version={numberIn(profile, 'Version')}
      button="Save"
      look="primary"
      fields={personFields(profile).map((field) => ({ ...field, ...OWN[field.name] }))}
    />
  </section>
)

const Picture = ({ visit, icon, mayUpload }: { visit: Visit; icon: Row; mayUpload: boolean }) => {
  const { href } = membersOf(icon.Thumbnail)
  return (
    <section aria-labelledby="picture">
      <h2 id="picture">Picture</h2>
      <div class="picture row">
        {typeof href === 'string' && <img src={href} alt="Your picture now" />}
        <div class="stack">
          {mayUpload ? (
            <PictureForm
              visit={visit}
              help="A photo of your face, for example. It appears next to your posts."
              button="Use this picture"
            />
          ) : (
            <p class="quiet">You may not store files. Ask somebody who looks after the people of the newsroom.</p>
          )}
          {/* The picture of everyone without one has no creator. */}
          {numberIn(icon, 'Creator') !== undefined && (
            <DeskForm visit={visit} name="unpicture" button="Remove my picture" look="plain" />
          )}
        </div>
      </div>
    </section>
  )
}

const Password = ({ visit }: { visit: Visit }) => (
  <section aria-labelledby="password">
    <h2 id="password">Password</h2>
    <DeskForm
      visit={visit}
      name="password"
      button="Change my password"
      fields={[
        {
          ...{ name: 'OldPassword', label: 'Current password', kind: 'password', required: true },
          autoComplete: 'current-password'
        },
        {
          ...{ name: 'NewPassword', label: 'New password', kind: 'password', required: true, maxLength: 1000 },
          help: 'At least twelve characters. Afterwards you log in again, on all your devices.'
        },
        { name: 'RepeatedPassword', label: 'New password again', kind: 'password', required: true }
      ]}
    />
  </section>
)

/** Stores the file of a form, and makes it the picture of the visitor. */
const setPicture: Action['act'] = async (visit, sent) => {
  const file = await storePicture(visit, sent)
  return visit.write({
    method: 'POST',
    path: `HR/Person/${visit.user.Id}/MetaData/${numberIn(file, 'Id')}/PersonIcon`
  })
}

export const profile: VisitedPage = {
  show,
  actions: {
    ...tokenActions,
    picture: { act: setPicture, done: 'Your new picture is stored.' },
    name: {
      act: ({ write, user }, sent) =>
        write({ method: 'PUT', path: `HR/User/${user.Id}`, body: personFrom(sent), version: numberOf(sent.version) }),
      done: 'Saved.'
    },
    unpicture: {
      act: ({ write, user }) => write({ method: 'DELETE', path: `HR/PersonIcon/${user.Id}` }),
      done: 'Your picture is removed.'
    },
    password: {
      act: async ({ write, user }, { OldPassword, NewPassword, RepeatedPassword }) => {
        if (NewPassword !== RepeatedPassword) {
          throw wrongValues({ RepeatedPassword: 'is not the same as the new password' })
        }
        await write({ method: 'PUT', path: `HR/User/${user.Id}/Password`, body: { OldPassword, NewPassword } })
        // All sessions have ended, this one too.
        return `/login?to=${encodeURIComponent('/desk')}`
      }
    }
  }
}
