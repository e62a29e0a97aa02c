/** Measures several servers in turns, so that other work on the machine slows all of them alike. */
import type { Bar } from '../claims.ts'
import type { Service } from './service.ts'

/** A row of the table, with the functions that measure it. */
export interface Row {
  readonly name: string
  readonly unit: string
  readonly bars: readonly Bar[]
  readonly measure: (service: Service) => Promise<number>
  /** Measures the server that the service is compared with. */
  readonly yardstick?: () => Promise<number>
}

/** The services to measure. `against` is another version, to compare with. */
export interface Targets {
  readonly desk: Service
  readonly against?: Service | undefined
  readonly rounds: number
}

/** A measurement yields rows of the table. */
export type Measurement = (targets: Targets) => AsyncIterable<Row>

/** The values of one round, one for each server; NaN if a server was not measured. */
export interface Round {
  readonly desk: number
  readonly yardstick: number
  readonly against: number
}

export interface Result extends Pick<Row, 'name' | 'unit' | 'bars'> {
  readonly rounds: readonly Round[]
}

/**
 * Measures each row in several rounds, each server once a round. The first round only warms up and does not count. Each
 * round begins with another server, because the machine slows down in the course of a round. A row is requested from
 * `rows` when the previous one is finished.
 */
export async function* inTurns(rows: AsyncIterable<Row>, { desk, against, rounds }: Targets): AsyncIterable<Result> {
  for await (const { measure, yardstick, ...row } of rows) {
    const servers = {
      desk: () => measure(desk),
      yardstick: async () => (await yardstick?.()) ?? NaN,
      against: async () => (against === undefined ? NaN : await measure(against))
    }
    const names = ['desk', 'yardstick', 'against'] as const
    const measured: Round[] = []
    while (measured.length <= rounds) {
      const first = measured.length % names.length
      const round = { desk: NaN, yardstick: NaN, against: NaN }
      for (const name of [...names.slice(first), ...names.slice(0, first)]) round[name] = await servers[name]()
      measured.push(round)
    }
    yield { ...row, rounds: measured.slice(1) }
  }
}
