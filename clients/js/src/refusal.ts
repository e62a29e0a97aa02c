/** A refusal by the service, with its reason; or that there was no answer, with the error of `fetch` as its cause. */
export class Refusal extends Error {
  /** Status of the response; 0 if there was none. */
  readonly status: number
  /** The problem document (RFC 9457) as text. */
  readonly problem: string

  constructor(status: number, problem: string, cause?: unknown) {
    const reason =
      status === 0 ? 'The service did not answer' : `The service answered ${status}: ${problem.slice(0, 500)}`
    super(reason, status === 0 ? { cause } : undefined)
    this.name = 'Refusal'
    this.status = status
    this.problem = problem
  }
}
