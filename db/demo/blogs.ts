/** The three blogs of the demo newsroom: one is live, one is closed, and one is in preparation. */
import { electionNight } from './election-night.ts'
import { harbourMarathon } from './harbour-marathon.ts'
import { stormWatch } from './storm-watch.ts'
import type { DemoBlog } from './newsroom.ts'

export type { DemoBlog, DemoPost } from './newsroom.ts'

export const blogs: readonly DemoBlog[] = [electionNight, harbourMarathon, stormWatch]
