import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { OutreachDeps } from '../deps.ts'

export type LinkPersona = { id: string; asid: string; channel: string }

export type LinkRouteDeps = Pick<OutreachDeps, 'channels' | 'definitions' | 'opened'> & {
  publicUrl: string
  personas: { find(db: Db, agent: AgentKey, personaId: string): Promise<LinkPersona | undefined> }
  sandboxConversations: Pick<Conversations['sandbox'], 'capture'>
  sandboxes: {
    /** Runs `act` under the persona's exclusive lease. */
    withLease<T>(agent: AgentKey, asid: string, act: () => Promise<T>): Promise<T>
  }
}

export type LinkPageDeps = Pick<OutreachDeps, 'db' | 'world' | 'channels' | 'definitions' | 'announce'> & {
  publicUrl: string
  /** Minimum response time: a known number must not respond faster than an unknown one. */
  answerAfterMilliseconds?: number
}

export type LinkWorkDeps = Pick<
  OutreachDeps,
  'db' | 'world' | 'channels' | 'definitions' | 'open' | 'findDispatched' | 'opened' | 'writeLog'
> & {
  /** Ends the stored message of an opening that will not be retried. */
  abandon: Conversations['abandon']
}
