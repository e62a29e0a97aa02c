/**
 * Returns whether somebody pastes files, and not a text. Word processors add a picture of what they copy: then the text
 * counts. Where files are copied as such, their names may be a text without markup.
 */
export const pastesFiles = (data: DataTransfer): boolean =>
  data.files.length > 0 && (data.getData('text/html') === '' || data.getData('text/plain').trim() === '')
