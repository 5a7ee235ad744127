import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { OutreachDeps } from '../deps.ts'

/** A persona as far as a link is redeemed for one; whoever keeps personas answers. */
export type LinkPersona = { id: string; asid: string; channel: string }

export type LinkRouteDeps = Pick<OutreachDeps, 'channels' | 'definitions' | 'opened'> & {
  /** What the addresses of the pages are built from. */
  publicUrl: string
  personas: { find(db: Db, agent: AgentKey, personaId: string): Promise<LinkPersona | undefined> }
  rehearser: Pick<Conversations['sandbox'], 'capture'>
  rehearsals: {
    /** Acts while nobody else plays that persona. */
    withLease<T>(agent: AgentKey, asid: string, act: () => Promise<T>): Promise<T>
  }
}

export type LinkPageDeps = Pick<OutreachDeps, 'db' | 'world' | 'channels' | 'definitions' | 'announce'> & {
  publicUrl: string
  /** How long an entry takes at the least: a number that is known must not answer sooner than one that is not. */
  answerAfterMilliseconds?: number
}

export type LinkWorkDeps = Pick<
  OutreachDeps,
  'db' | 'world' | 'channels' | 'definitions' | 'open' | 'handed' | 'opened' | 'writeLog'
> & {
  /** What was taken down for an opening that will not be tried again. */
  abandon: Conversations['abandon']
}
