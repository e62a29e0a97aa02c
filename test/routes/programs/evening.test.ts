/**
 * An evening in a newsroom, from the first login to the closed blog. EVENING is the address of a running installation
 * with the demo that is tested instead, such as the containers with three replicas; ADMIN_PASSWORD is its password.
 */
import t from 'tap'
import { ADMIN_PASSWORD, build, listen } from '../../support/index.ts'
import { coverEvening } from '../../support/evening.ts'

t.test(
  'a newsroom covers an evening, and a poller and a stream end with the posts of the list',
  { timeout: 180_000 },
  async (t) => {
    const { EVENING, ADMIN_PASSWORD: password = '' } = process.env
    if (EVENING !== undefined) {
      return coverEvening(t, { origin: EVENING, adminPassword: password })
    }
    const origin = `http://127.0.0.1:${await listen((await build(t)).app)}`
    await coverEvening(t, { origin, adminPassword: ADMIN_PASSWORD })
  }
)
