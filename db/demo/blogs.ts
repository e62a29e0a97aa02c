/** The three blogs of the demo newsroom: one live, one closed, one still being prepared. */
import { electionNight } from './election-night.ts'
import { harbourMarathon } from './harbour-marathon.ts'
import { stormWatch } from './storm-watch.ts'
import type { DemoBlog } from './newsroom.ts'

export type { DemoBlog, DemoPost } from './newsroom.ts'

export const blogs: readonly DemoBlog[] = [electionNight, harbourMarathon, stormWatch]
