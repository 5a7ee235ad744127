import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { Person } from '../../people/index.ts'
import type { Runtime } from '../../runtime/index.ts'

export type SendPersonas = {
  find(db: Db, agent: AgentKey, personaId: string): Promise<{ id: string; asid: string; channel: Channel } | undefined>
}

export type SandboxStore = {
  find(db: Db, agent: AgentKey, asid: string): Promise<{ partner: Omit<Person, 'key'>; optedOut: boolean } | undefined>
  withLease<T>(agent: AgentKey, asid: string, act: () => Promise<T>): Promise<T>
  updatePartner(agent: AgentKey, asid: string, change: <P extends Omit<Person, 'key'>>(partner: P) => P): Promise<void>
}

export type PersonaSendDeps = {
  db: Db
  world: World
  personas: SendPersonas
  rehearsals: SandboxStore
  capture: Conversations['sandbox']['capture']
  opened: Runtime['recordInitiation']
}

export type OpeningDisplay = {
  asid: string
  channel: Channel
  outreach: { id: string; playbookId?: string }
  aml: string
  /** Idempotency id: shown once, however often it is requested. */
  id: string
}

export async function showOpening(
  agent: AgentKey,
  { asid, channel, outreach, aml, id }: OpeningDisplay,
  { capture, opened }: Pick<PersonaSendDeps, 'capture' | 'opened'>,
): Promise<{ messageId: string; text: string } | { reason: string; detail?: string }> {
  const shown = await capture(agent, { asid, channel }, { aml, id })
  if (!shown.accepted) return { reason: shown.reason, detail: shown.detail }
  const text = shown.messages.map((one) => one.text).join('\n')
  await opened(agent, asid, { text, playbookId: outreach.playbookId, outreachId: outreach.id })
  return { messageId: shown.messageId, text }
}
