/** Tells tests what is still in use. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Frees the memory of everything that is no longer in use. */
export const collectGarbage: () => void = runInNewContext('gc')
