/** The pictures and recordings of a post that is being written. */
import { elementAt } from '../../pages/media.ts'
import { Act, Reason } from './parts.tsx'
import type { Picture } from './writing.ts'

/** The texts that belong to a picture or recording. */
const TEXTS = [
  { name: 'description', label: 'Description', placeholder: 'Describe it' },
  { name: 'credit', label: 'Credit', placeholder: 'Credit' }
] as const

export const Pictures = ({ pictures }: { pictures: readonly Picture[] }) =>
  pictures.length === 0 ? null : (
    <ul class="pictures">
      {pictures.map((picture) => (
        <li key={picture.key}>
          <Thumbnail {...picture} />
          <Reason text={picture.reason} />
          {picture.reason === undefined && picture.address === '' && (
            <progress value={picture.progress ?? 0} aria-label={`Sending ${picture.name}`} />
          )}
          <span class="unseen" role="status">
            {picture.address !== '' && `${picture.name} has arrived.`}
          </span>
          {TEXTS.map(({ name, label, placeholder }) => (
            <input
              key={name}
              type="text"
              aria-label={`${label} of ${picture.name}`}
              placeholder={placeholder}
              defaultValue={picture[name]}
              dir="auto"
              data-input="picture-text"
              data-name={name}
              data-value={picture.key}
            />
          ))}
          <Act action="drop-picture" value={picture.key} label={`Remove ${picture.name}`}>
            Remove
          </Act>
        </li>
      ))}
    </ul>
  )

const Thumbnail = ({ address, name }: Picture) => {
  if (address === '') return <span class="blank">{name}</span>
  const Element = elementAt(address)
  return Element === 'img' ? <img src={address} alt="" /> : <Element src={address} aria-label={name} controls />
}
