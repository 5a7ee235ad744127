import type { AgentDefinition } from '@parley/definition'
import type { AgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import type { Responder, WriteLog } from '../conversations/index.ts'
import type { Effect } from './deps.ts'
import type { HandsDeps } from './hands/deps.ts'
import { liveHands } from './hands/live.ts'
import { partnerOf } from './hands/person.ts'
import type { Models } from './models/models.ts'
import { rehearsalHands } from './rehearsals/hands.ts'
import { findRehearsal } from './rehearsals/queries.ts'
import { type Other, type RespondDeps, responderOf, type Whom } from './respond.ts'
import { type Begun, type Opening, openConversations } from './state/open.ts'
import { toolsOf } from './tools/index.ts'
import { runTool } from './tools/run.ts'
import { findTurnOfEvent } from './turns/queries.ts'

export type RuntimeGiven = HandsDeps & {
  world: World
  log: { warn(about: object, words: string): void }
  models: Models
  writeLog: WriteLog
  search: RespondDeps['search']
  back: RespondDeps['back']
  content: RespondDeps['content']
  mediaBase: string
  mailPage: RespondDeps['mailPage']
}

export type Runtime = {
  responder: Responder
  /** How an event was answered; undefined where the agent's own webhook did. */
  turnOf(agent: AgentKey, eventId: string): ReturnType<typeof findTurnOfEvent>
  /** The agent has begun a conversation by itself, or one of its own accord: the reply belongs to that. */
  opened(agent: AgentKey, asid: string, opening: Opening): Promise<void>
  openedMany(agent: AgentKey, begun: readonly Begun[]): Promise<void>
}

/** Ties the parts of the domain together. */
export function runtimeOf(given: RuntimeGiven): Runtime {
  const { db, world } = given
  const responder = responderOf({
    ...given,
    model: given.models.turn,
    live: (whom) => liveOther(whom, given),
    rehearsed: (whom) => rehearsedOther(whom, given),
    tools: (definition: AgentDefinition, playbook) => toolsOf(definition, playbook),
    run: (tool, args, scene) => runTool(tool, args, scene, given),
  })
  return {
    responder,
    turnOf: (agent, eventId) => findTurnOfEvent(db, agent, eventId),
    opened: (agent, asid, opening) => openConversations(db, agent, [{ asid, ...opening }], world),
    openedMany: (agent, begun) => openConversations(db, agent, begun, world),
  }
}

async function liveOther({ agent, asid, eventId }: Whom, given: RuntimeGiven): Promise<Other | undefined> {
  const partner = await partnerOf(given.db, agent, asid)
  return partner && { partner, hands: liveHands({ agent, asid, partner, eventId }, given), effects: [] }
}

async function rehearsedOther({ agent, asid }: Whom, given: RuntimeGiven): Promise<Other | undefined> {
  const rehearsal = await findRehearsal(given.db, agent, asid)
  if (!rehearsal) return undefined
  const { partner, form, stubs } = rehearsal
  const effects: Effect[] = []
  const note = (effect: Effect) => void effects.push(effect)
  return { partner, form, hands: rehearsalHands({ agent, asid, note, stubs }, given), effects }
}
