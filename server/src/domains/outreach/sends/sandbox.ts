import type { Channel } from '@parley/amf'
import { type AgentDefinition, findOutreach, type OutreachResponse } from '@parley/definition'
import { reachedOn } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { Person } from '../../people/index.ts'
import type { Runtime, Sandboxes } from '../../runtime/index.ts'
import { fillOpener } from '../opener.ts'
import { applyProfileChange, decideNamedSend, profileChangeOf, selectProfileChange } from './plan.ts'

export type SendPersonas = {
  find(db: Db, agent: AgentKey, personaId: string): Promise<{ id: string; asid: string; channel: Channel } | undefined>
}

export type SandboxStore = {
  find(db: Db, agent: AgentKey, asid: string): Promise<{ partner: Omit<Person, 'key'>; optedOut: boolean } | undefined>
  withLease<T>(agent: AgentKey, asid: string, act: () => Promise<T>): Promise<T>
  updatePartner(agent: AgentKey, asid: string, change: <P extends Omit<Person, 'key'>>(partner: P) => P): Promise<void>
  /** Follow-ups that wait for the person's clock. */
  saveFollowUpTimer: Sandboxes['saveFollowUpTimer']
}

export type PersonaSendDeps = {
  db: Db
  world: World
  personas: SendPersonas
  sandboxes: SandboxStore
  capture: Conversations['sandbox']['capture']
  opened: Runtime['recordInitiation']
}

export type OpeningDisplay = {
  asid: string
  channel: Channel
  outreach: { id: string; playbookId?: string; followUp?: unknown }
  aml: string
  /** Idempotency id: shown once, however often it is requested. */
  id: string
}

export async function showOpening(
  agent: AgentKey,
  { asid, channel, outreach, aml, id }: OpeningDisplay,
  { capture, opened, sandboxes, world }: Pick<PersonaSendDeps, 'capture' | 'opened' | 'sandboxes' | 'world'>,
): Promise<{ messageId: string; text: string } | { reason: string; detail?: string }> {
  const captured = await capture(agent, { asid, channel }, { aml, id })
  if (!captured.accepted) return { reason: captured.reason, detail: captured.detail }
  const text = captured.messages.map((one) => one.text).join('\n')
  await opened(agent, asid, { text, playbookId: outreach.playbookId, outreachId: outreach.id })
  const sentAt = world.now().toISOString()
  const timer = { sendId: id, outreachId: outreach.id, sentAt, delayStartedAt: sentAt, times: 0 }
  if (outreach.followUp) await sandboxes.saveFollowUpTimer(agent, asid, timer)
  return { messageId: captured.messageId, text }
}

export type SandboxRecipient = { partner: Omit<Person, 'key'>; optedOut: boolean }
export type OpeningRequest = { outreachId: string; inputs: Record<string, string>; now: Date }

/** `learned`: the person after applying the inputs. */
export type SandboxOpening = { aml: string; outreach: OutreachResponse; learned: Person } | { reason: string }

/**
 * Resolves what an Outreach says first to a persona, by the rules of a named send. Stores nothing, and returns a
 * refusal as a sentence. Campaign openings follow the same rules.
 */
export function resolveSandboxOpening(
  definition: AgentDefinition,
  rehearsed: SandboxRecipient,
  request: OpeningRequest,
): SandboxOpening {
  const { outreachId } = request
  const known = definition.outreaches.find(({ id }) => id === outreachId)
  if (!known) return { reason: `There is no Outreach ${outreachId}.` }
  if (!known.enabled) return { reason: `The Outreach ${outreachId} is turned off.` }
  try {
    return fillFor(definition, rehearsed, { ...request, outreach: findOutreach(definition, outreachId) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { reason: describeProblem(error) }
  }
}

type OpeningInput = OpeningRequest & { outreach: OutreachResponse }

function fillFor(
  definition: AgentDefinition,
  { partner, optedOut }: SandboxRecipient,
  filling: OpeningInput,
): SandboxOpening {
  const { outreach, inputs, now } = filling
  const person = { ...partner, key: 0 }
  const request = { recipient: { form: 'persona', personaId: partner.id }, inputs } as const
  const profileChange = profileChangeOf(request)
  const reach = [reachedOn({ channel: 'sandbox', stopped: optedOut })]
  decideNamedSend({ definition, outreach, request, profileChange, now }, { person, reach })
  const change = selectProfileChange(person, profileChange, request)
  const { person: learned } = applyProfileChange(person, change, { fields: definition.peopleFields, now })
  const opener = fillOpener(definition, outreach.openerTemplateId, learned, inputs)
  if ('aml' in opener) return { aml: opener.aml, outreach, learned }
  return { reason: `The opener cannot be sent without ${opener.slot ?? 'any text'}.` }
}

function describeProblem({ message, details }: Problem): string {
  const [first] = details.errors ?? []
  const words = details.detail ?? (first ? `${first.field} ${first.message}` : message)
  return `${words.replace(/\.$/, '')}.`
}

type ShowDeps = Pick<PersonaSendDeps, 'db' | 'world' | 'sandboxes' | 'capture' | 'opened'> & {
  definitions: Pick<Definitions, 'read'>
}
export type SandboxOpeningTarget = {
  asid: string
  channel: Channel
  outreachId: string
  inputs: Record<string, string>
}
export type ShowResult = { ok: true } | { ok: false; reason: string }

/** Shows the opening to the persona. The caller must have exclusive use of the persona. */
export async function showSandboxOpening(
  agent: AgentKey,
  showing: SandboxOpeningTarget,
  deps: ShowDeps,
): Promise<ShowResult> {
  const { asid, channel, outreachId, inputs } = showing
  const { db, world, sandboxes } = deps
  const [definition, rehearsed] = await Promise.all([deps.definitions.read(db, agent), sandboxes.find(db, agent, asid)])
  if (!rehearsed) return { ok: false, reason: 'The person of this conversation no longer exists.' }
  const opening = resolveSandboxOpening(definition, rehearsed, { outreachId, inputs, now: world.now() })
  if ('reason' in opening) return { ok: false, reason: opening.reason }
  const { aml, outreach, learned } = opening
  const { key: _, ...person } = learned
  if (Object.keys(inputs).length > 0) await sandboxes.updatePartner(agent, asid, (before) => ({ ...before, ...person }))
  const shownResult = await showOpening(agent, { asid, channel, outreach, aml, id: 'opening' }, deps)
  if (!('reason' in shownResult)) return { ok: true }
  return { ok: false, reason: shownResult.detail ?? `The opener was rejected: ${shownResult.reason}.` }
}
