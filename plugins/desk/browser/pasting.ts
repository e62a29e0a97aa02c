/**
 * Returns whether somebody pastes files, and not a text. Word processors add a picture of the text that they copy: then
 * the text counts. If files themselves were copied, their names may be a text without markup.
 */
export const pastesFiles = (data: DataTransfer): boolean =>
  data.files.length > 0 && (data.getData('text/html') === '' || data.getData('text/plain').trim() === '')
