/** Options of all requests. */
export interface Connection {
  /** A session or API token. Without it, and without cookies, requests are those of the public. */
  readonly token?: string
  /** Whether requests carry cookies, as those of a page of the service itself may. */
  readonly credentials?: 'omit' | 'same-origin' | 'include'
  /** Ends it. */
  readonly signal?: AbortSignal
  /** Sends requests in place of the global `fetch`. */
  readonly fetch?: typeof fetch
}
