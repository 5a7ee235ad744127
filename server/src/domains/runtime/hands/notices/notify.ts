import { createHash } from 'node:crypto'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { secretNames } from '../../../agents/index.ts'
import type { Done, Partner } from '../../deps.ts'
import type { HandsDeps, HandsFor } from '../deps.ts'
import { queueNotice } from './worker.ts'

/** What the team is told at once: about as much as anybody reads in a chat. */
const mostCharacters = 3000

/** Tells the team, by way of a row of work; the same words for the same event are told once. */
export async function notifyTeam(held: HandsFor, deps: HandsDeps, text: string): Promise<Done<void>> {
  const { agent, asid, partner, eventId } = held
  const words = shortened(text.trim())
  if (words === '') return { ok: false, why: 'There is nothing to tell the team.' }
  if (!(await isReady(held, deps))) return { ok: false, why: 'There is no way to tell the team.' }
  const id = `ntc_${createHash('sha256').update(`${asid}\n${eventId}\n${words}`).digest('hex').slice(0, 32)}`
  await queueNotice(deps.db, agent, { id, asid, text: `${words}\n\nFrom: ${whoIs(partner)}` }, deps.world)
  return { ok: true, value: undefined }
}

type Telling = Pick<HandsDeps, 'definitions' | 'secrets' | 'world'>

/** What no conversation is about: told where the agent has a way to tell its team, and once for an id. */
export async function tellTeam(
  tx: Db,
  agent: AgentKey,
  { id, text }: { id: string; text: string },
  deps: Telling,
): Promise<void> {
  if (!(await isReady({ agent }, { ...deps, db: tx }))) return
  await queueNotice(tx, agent, { id: `ntc_${id}`, text: shortened(text) }, deps.world)
}

type Ready = Pick<HandsDeps, 'db' | 'definitions' | 'secrets'>

async function isReady({ agent }: Pick<HandsFor, 'agent'>, { db, definitions, secrets }: Ready): Promise<boolean> {
  const { operator } = (await definitions.read(db, agent)).notifications
  if (operator?.provider !== 'slack') return operator !== undefined
  return (await secrets.states(db, agent)).of(secretNames.notification('slackWebhookUrl')).set
}

function shortened(text: string): string {
  const characters = [...text.toWellFormed()]
  return characters.length > mostCharacters
    ? `${characters.slice(0, mostCharacters - 1).join('')}…`
    : characters.join('')
}

function whoIs({ fullName, firstName, lastName, phone, email, id }: Partner): string {
  const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ')
  return [name, phone, email, id].filter(Boolean).join(', ')
}
