/** The process that reads the recording of its arguments, a path and an extension, and sends its findings. */
import { isExtension } from './names.ts'
import { readingOf } from './recordings.ts'

const [path = '', extension = ''] = process.argv.slice(2)
if (isExtension(extension)) process.send?.(await readingOf(path, extension))
