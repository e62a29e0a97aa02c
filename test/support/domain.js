// Takes the place of async-hook-domain, by which tap finds the test of an error that nobody catches. That module tracks
// each promise until it is collected, which makes promises twenty times slower.
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage()
/** Those of tests that have not ended. */
const open = new Set()

const report = (error, origin) => {
  let domain = current.getStore()
  while (domain !== undefined && !open.has(domain)) domain = domain.parent
  // Since Node 24, tests run in the context of their file. Then the error is that of the last one that began.
  if (domain?.parent === undefined) domain = [...open].at(-1)
  domain.onerror(error, origin)
}

export class Domain {
  constructor(onerror) {
    this.onerror = onerror
    this.parent = current.getStore()
    current.enterWith(this)
    if (open.size === 0) process.on('uncaughtException', report)
    open.add(this)
  }

  destroy() {
    open.delete(this)
    if (open.size === 0) process.removeListener('uncaughtException', report)
  }
}
