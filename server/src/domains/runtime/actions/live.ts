import { createHash } from 'node:crypto'
import { type HttpIntegration, worksAt } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { stableStringify } from '../../../platform/json.ts'
import { OutboundBlockedError, ResponseTooLargeError, readLimited } from '../../../platform/outbound/index.ts'
import { secretNames } from '../../agents/index.ts'
import { personProfiles } from '../../people/index.ts'
import { appointments } from '../../scheduling/index.ts'
import type {
  ActionResult,
  AgentActions,
  CatalogToolCall,
  IntegrationToolCall,
  OfferedTimes,
  OpenTimesQuery,
} from '../deps.ts'
import { liveAppointmentActions } from './appointments.ts'
import { catchClientProblems } from './client-problems.ts'
import type { ActionDeps, ActionTarget } from './deps.ts'
import { notifyTeam } from './notices/worker.ts'
import { lockPersonByIdentity } from './person.ts'
import { saveProfile } from './profile.ts'

/** Characters of evidence that the consent ledger stores. */
const maxEvidenceLength = 4000

/** Opts out as after a STOP and also revokes consent, with the person's own words as evidence. */
async function optOutPartner(target: ActionTarget, deps: ActionDeps, statement: OptOutStatement): Promise<void> {
  const { words, confirmation } = statement
  await deps.optOut(target.agent, target.asid, { confirmation, also: (tx) => denyConsent(tx, target, words, deps) })
}
type OptOutStatement = { words: string; confirmation: string }

async function denyConsent(tx: Db, { agent, asid }: ActionTarget, words: string, deps: ActionDeps): Promise<void> {
  const person = await lockPersonByIdentity(tx, agent, asid)
  // An event may be delivered twice; the consent ledger records it once.
  if (!person || person.consent.status === 'denied') return
  const now = deps.world.now()
  const at = new Date(Math.max(now.getTime(), person.consent.updatedAt?.getTime() ?? 0))
  const evidence = [...words.trim().toWellFormed()].slice(0, maxEvidenceLength).join('')
  const entry = { status: 'denied', source: 'conversation', evidence, by: { kind: 'agent', id: agent.id }, at } as const
  await personProfiles.recordConsent(tx, agent, { person, entry }, deps)
}

/** Limits for custom integrations: endpoints that an operator configured, called with the operator's credential. */

const timeoutMilliseconds = 10_000
const maxBytes = 65_536

async function callCatalogTool(
  { agent, asid, eventId }: ActionTarget,
  { catalogTools }: ActionDeps,
  { toolId, given, calledBy, playbookId, signal }: CatalogToolCall,
): Promise<ActionResult<unknown>> {
  const caller = { calledBy, playbookId, userId: asid, eventId }
  const called = await catalogTools.callForEvent(agent, { toolId, given, caller, signal })
  return called.ok ? { ok: true, value: called.result } : { ok: false, reason: called.error }
}

async function callIntegrationTool(
  { agent, asid, eventId }: ActionTarget,
  { catalogTools }: ActionDeps,
  { integrationId, tool, given, calledBy, playbookId, signal }: IntegrationToolCall,
): Promise<ActionResult<unknown>> {
  const caller = { calledBy, playbookId, userId: asid, eventId }
  const called = await catalogTools.callIntegrationForEvent(agent, { integrationId, tool, given, caller, signal })
  return called.ok ? { ok: true, value: called.result } : { ok: false, reason: called.error }
}

type IntegrationCall = { id: string; given: Record<string, unknown> }

async function callIntegration(
  target: ActionTarget,
  deps: ActionDeps,
  called: IntegrationCall,
): Promise<ActionResult<unknown>> {
  const { agent } = target
  const { integrations } = await deps.definitions.read(deps.db, agent)
  const integration = integrations.find(({ id }) => id === called.id)
  if (!integration || integration.kind !== undefined) return { ok: false, reason: 'That service no longer exists.' }
  const credential = await deps.secrets.open(deps.db, agent, secretNames.integration(called.id))
  const answer = await callEndpoint(integration, { credential, key: keyOf(target, called), given: called.given }, deps)
  return answer.ok ? { ok: true, value: parseBody(redactSecret(answer.value, credential)) } : answer
}

type IntegrationRequest = { credential?: string; key: string; given: object }

async function callEndpoint(
  { endpoint }: HttpIntegration,
  request: IntegrationRequest,
  { fetch }: ActionDeps,
): Promise<ActionResult<string>> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/plain;q=0.9',
    'user-agent': 'Parley',
    'idempotency-key': request.key,
    ...(request.credential !== undefined && { authorization: request.credential }),
  }
  const { url, method = 'POST' } = endpoint
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  try {
    const init = { method, headers, body: JSON.stringify(request.given), redirect: 'manual', signal } as const
    const response = await fetch(url, init)
    if (response.ok) return { ok: true, value: (await readLimited(response, maxBytes)).toString() }
    await response.body?.cancel().catch(() => {})
    return { ok: false, reason: `The service answered with an error (${response.status}).` }
  } catch (error) {
    return { ok: false, reason: describeFailure(error, signal) }
  }
}

/** Does not quote other errors: they contain addresses and perhaps the request. */
function describeFailure(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The service did not respond in time.'
  if (error instanceof ResponseTooLargeError) return "The service's answer is too large to read."
  return error instanceof OutboundBlockedError
    ? "The service's address is not allowed."
    : 'The service could not be reached.'
}

/** Idempotency key: the same for the same event and call, so that the service can recognize a repeat. */
function keyOf({ agent, asid, eventId }: ActionTarget, { id, given }: IntegrationCall): string {
  return createHash('sha256')
    .update(stableStringify([agent.id, asid, eventId, id, given]))
    .digest('hex')
}

const minSecretLength = 6

/** Keeps the credential from the model when a service echoes the request. */
function redactSecret(text: string, credential = ''): string {
  const secrets = [credential, ...credential.split(/\s+/)].filter((part) => part.length >= minSecretLength)
  const written = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  return written.reduce((left, secret) => left.replaceAll(secret, '***'), text)
}

/** Returns parsed JSON, or the text when it is not JSON. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}

/** Actions with real effects: on the calendar, the person, the team, and the operator's services. */
export function liveActions(conversation: ActionTarget, deps: ActionDeps): AgentActions {
  return {
    ...liveAppointmentActions(conversation, deps),
    findOpenTimes: (query) => findOpenTimes(conversation, deps, query),
    saveProfile: (change) => saveProfile(conversation, deps, change),
    notifyTeam: (text) => notifyTeam(conversation, deps, text),
    callIntegration: (id, given) => callIntegration(conversation, deps, { id, given }),
    callIntegrationTool: (call) => callIntegrationTool(conversation, deps, call),
    callCatalogTool: (call) => callCatalogTool(conversation, deps, call),
    optOut: (words, confirmation) => optOutPartner(conversation, deps, { words, confirmation }),
    requestHuman: () => deps.desk.requestHuman(conversation.agent, conversation.asid),
  }
}

/** Finds open times; of the assigned representative when the person has one, because a booking would go to them. */
async function findOpenTimes(
  target: ActionTarget,
  deps: ActionDeps,
  wish: OpenTimesQuery,
): Promise<ActionResult<OfferedTimes>> {
  const { most, from, to, locationId, durationMinutes } = wish
  return catchClientProblems(async () => {
    const representativeId = wish.representativeId ?? (await findAssignedRepresentative(target, locationId, deps))
    const query = { from: from?.toISOString(), to: to?.toISOString(), durationMinutes, representativeId, locationId }
    const found = await appointments.openSlots(deps.db, target.agent, query, deps)
    const { data, timezone } = appointments.serializeSlots({ ...found, slots: found.slots.slice(0, most) })
    return { ok: true, value: { times: data, timezone } }
  })
}

async function findAssignedRepresentative(
  { agent, asid }: ActionTarget,
  locationId: string | undefined,
  { db, definitions }: ActionDeps,
): Promise<string | undefined> {
  const { scheduling, locations } = await definitions.read(db, agent)
  const assigned = (await personProfiles.findByAsid(db, agent, asid))?.assignedRepresentativeId
  const known = scheduling.representatives.find(({ id }) => id === assigned)?.id
  return known !== undefined && worksAt(locations, { locationId, representativeId: known }) ? known : undefined
}
