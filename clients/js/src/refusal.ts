/** A refusal by the service, with its reason. */
export class Refusal extends Error {
  /** Status of the response; 0 if there was none. */
  readonly status: number
  /** The problem document (RFC 9457) as text. */
  readonly problem: string

  constructor(status: number, problem: string) {
    super(`The service answered ${status}: ${problem.slice(0, 500)}`)
    this.name = 'Refusal'
    this.status = status
    this.problem = problem
  }
}
