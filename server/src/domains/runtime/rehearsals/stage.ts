import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { begin, type Cast } from './cast.ts'
import { type Looked, look } from './look.ts'
import { type Preview, type Previewed, preview } from './preview.ts'
import type { Rehearsals } from './rehearsals.ts'
import { type Opened, type StartDeps, type Starting, start } from './start.ts'

/** Where cases are played, for those who test: the sandbox, with a fresh person each time. */
export type Stage = Pick<Rehearsals, 'alone' | 'forget'> & {
  /** Makes a fresh person to play with; the identity. */
  begin(tx: Db, agent: AgentKey, cast: Cast): Promise<string>
  /** How the agent begins by itself; `inbound` is that it does not. */
  start(agent: AgentKey, asid: string, given: Omit<Starting, 'asid'>): Promise<Opened>
  look(db: Db, agent: AgentKey, asid: string): Promise<Looked>
  preview(db: Db, agent: AgentKey, asked: Previewed): Promise<Preview>
}

export type StageGiven = StartDeps & { rehearsals: Pick<Rehearsals, 'alone' | 'forget'> }

export function stageOf(given: StageGiven): Stage {
  const { alone, forget } = given.rehearsals
  return {
    alone,
    forget,
    begin: (tx, agent, cast) => begin(tx, agent, cast, given),
    start: (agent, asid, how) => start(agent, { asid, ...how }, given),
    look: (db, agent, asid) => look(db, agent, asid, given),
    preview: (db, agent, asked) => preview(db, agent, asked, given),
  }
}
