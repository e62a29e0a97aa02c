/** The front page: times in the zone of the device, those of the last day as ages. Days of past blogs stay. */
import { ageOf, momentsNow } from './labels.ts'

const MINUTE = 60_000

const refreshTimes = () => {
  const moments = momentsNow()
  for (const time of document.querySelectorAll<HTMLTimeElement>('.now time, .soon time, .results time')) {
    const moment = new Date(time.dateTime)
    time.title = moments.fullTime(moment)
    const age = time.closest('.soon') === null ? ageOf(moment, false) : undefined
    time.textContent = age ?? moments.time(moment)
  }
}

refreshTimes()
setInterval(refreshTimes, MINUTE)
