/** A line with the progress of a long command. */
import type { Shell } from './shell.ts'

const number = new Intl.NumberFormat('en')

/**
 * Returns functions that show and remove the line. It appears on terminals only.
 * @param part returns the part that is done, from 0 to 1; undefined if it is unknown
 */
export const progressLine = (stderr: Shell['stderr'], part: () => number | undefined) => {
  const began = performance.now()
  const write = (text: string) => {
    // Back to the start of the line, and remove it.
    if (stderr.isTTY === true) stderr.write(`\r\u001b[K${text}`)
  }
  return {
    show: (posts: number) => {
      const seconds = (performance.now() - began) / 1000
      const done = part()
      const rate = `${number.format(posts)} posts, ${number.format(Math.round(posts / seconds))} a second`
      const remainder =
        done === undefined || done === 0
          ? ''
          : `, ${Math.floor(done * 100)} %, ${timeOf(seconds / done - seconds)} left`
      write(rate + remainder)
    },
    end: () => write('')
  }
}

const timeOf = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${number.format(Math.round(seconds / 60))} min`
