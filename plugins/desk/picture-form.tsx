/** The form with which people store a picture in the archive. Its address is below that of its page. */
import type { Row } from '../../schemas/language/rows.ts'
import { formAddress } from '../origin/browsers.ts'
import { isUpload } from '../tree-requests.ts'
import { Refusal } from './documents.ts'
import { textIn } from './view/items.ts'
import type { Visit } from './visit.ts'

interface PictureFormProps {
  readonly visit: Visit
  readonly help: string
  readonly button: string
}

export const PictureForm = ({ visit: { base, path, user }, help, button }: PictureFormProps) => (
  <form
    class="stack"
    method="post"
    enctype="multipart/form-data"
    action={formAddress(`${base}${path}/picture`, 'POST', { user: user.Id })}
  >
    <div class="field">
      <label for="picture-file">New picture</label>
      <small id="picture-help" class="help">
        {help}
      </small>
      <input
        {...{ id: 'picture-file', type: 'file', name: 'file', accept: 'image/*', required: true }}
        aria-describedby="picture-help"
      />
    </div>
    <div class="row">
      <button type="submit">{button}</button>
    </div>
  </form>
)

/** Stores the file of the form in the archive, and returns it. @throws Refusal if it is not a picture */
export const storePicture = async ({ write, user }: Visit, { upload }: Row): Promise<Row> => {
  if (!isUpload(upload)) throw new Refusal(400, 'Choose a picture first.')
  try {
    const file = await write({ method: 'POST', path: `HR/User/${user.Id}/MetaData/Upload`, body: upload })
    if (textIn(file, 'Type') !== 'image') throw new Refusal(415, 'This file is not a picture. Choose another one.')
    return file
  } finally {
    // The rest of a refused body has no reader.
    upload.stream.resume()
  }
}
