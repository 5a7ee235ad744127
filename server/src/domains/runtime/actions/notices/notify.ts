import { createHash } from 'node:crypto'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { secretNames } from '../../../agents/index.ts'
import type { ActionResult, ConversationPartner } from '../../deps.ts'
import type { ActionDeps, ActionTarget } from '../deps.ts'
import { enqueueNotice } from './worker.ts'

/** About as much as people read in one chat message. */
const maxCharacters = 3000

/** Notifies the team through the work queue; the same text for the same event is sent once. */
export async function notifyTeam(target: ActionTarget, deps: ActionDeps, text: string): Promise<ActionResult<void>> {
  const { agent, asid, partner, eventId } = target
  const words = truncateText(text.trim())
  if (words === '') return { ok: false, why: 'There is nothing to tell the team.' }
  if (!(await canNotifyTeam(target, deps))) return { ok: false, why: 'There is no way to tell the team.' }
  const id = `ntc_${createHash('sha256').update(`${asid}\n${eventId}\n${words}`).digest('hex').slice(0, 32)}`
  await enqueueNotice(
    deps.db,
    agent,
    { id, asid, text: `${words}\n\nFrom: ${describePartnerLine(partner)}` },
    deps.world,
  )
  return { ok: true, value: undefined }
}

type TeamNoticeDeps = Pick<ActionDeps, 'definitions' | 'secrets' | 'world'>

/** Sends a notice that belongs to no conversation, once per id, if the agent has a notification destination. */
export async function sendTeamNotice(
  tx: Db,
  agent: AgentKey,
  { id, text }: { id: string; text: string },
  deps: TeamNoticeDeps,
): Promise<void> {
  if (!(await canNotifyTeam({ agent }, { ...deps, db: tx }))) return
  await enqueueNotice(tx, agent, { id: `ntc_${id}`, text: truncateText(text) }, deps.world)
}

type NotifyReadinessDeps = Pick<ActionDeps, 'db' | 'definitions' | 'secrets'>

async function canNotifyTeam(
  { agent }: Pick<ActionTarget, 'agent'>,
  { db, definitions, secrets }: NotifyReadinessDeps,
): Promise<boolean> {
  const { operator } = (await definitions.read(db, agent)).notifications
  if (operator?.provider !== 'slack') return operator !== undefined
  return (await secrets.states(db, agent)).of(secretNames.notification('slackWebhookUrl')).set
}

function truncateText(text: string): string {
  const characters = [...text.toWellFormed()]
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : characters.join('')
}

function describePartnerLine({ fullName, firstName, lastName, phone, email, id }: ConversationPartner): string {
  const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ')
  return [name, phone, email, id].filter(Boolean).join(', ')
}
