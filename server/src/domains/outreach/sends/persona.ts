import type { Channel } from '@parley/amf'
import { reachedOn } from '@parley/guardrails'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../../people/index.ts'
import { fillOpener } from '../opener.ts'
import { toDuplicateResult } from './accept.ts'
import { hashDailyKey, hashSandboxKey } from './idempotency-keys.ts'
import { applyProfileChange, decideNamedSend, type NamedSendContext, selectProfileChange } from './plan.ts'
import { findLastTouch, findSendByKey, insertSandboxSend, type KeyedSend } from './queries.ts'
import { recipientNotFound } from './recipient.ts'
import type { NamedSendResult } from './request.ts'
import { type PersonaSendDeps, showOpening } from './sandbox.ts'

/** Runs a complete named send to a persona, synchronously within the call. */
export async function sendToPersona(
  agent: AgentKey,
  context: NamedSendContext,
  personaId: string,
  deps: PersonaSendDeps,
): Promise<NamedSendResult> {
  const { request } = context
  const given = request.idempotencyKey === undefined ? undefined : hashSandboxKey(request.idempotencyKey)
  const earlier = given && !request.dryRun ? await findSendByKey(deps.db, agent, given) : undefined
  if (earlier) return toDuplicateResult(earlier, context)
  const persona = await deps.personas.find(deps.db, agent, personaId)
  if (!persona) throw recipientNotFound()
  return deps.sandboxes.withLease(agent, persona.asid, () =>
    runPersonaSend(agent, { context: context, persona, given }, deps),
  )
}

type PersonaSend = { context: NamedSendContext; persona: { asid: string; channel: Channel }; given?: Buffer }

async function runPersonaSend(agent: AgentKey, { context: live, persona, given }: PersonaSend, deps: PersonaSendDeps) {
  // The persona's clock may be ahead of the request's.
  const context = { ...live, now: deps.world.now() }
  const { outreach, request, now } = context
  const rehearsal = await deps.sandboxes.find(deps.db, agent, persona.asid)
  if (!rehearsal) throw recipientNotFound()
  const { partner, optedOut } = rehearsal
  const keyHash = given ?? hashDailyKey(outreach.id, partner.id, now)
  const earlier = request.dryRun ? undefined : await findSendByKey(deps.db, agent, keyHash)
  if (earlier) return toDuplicateResult(earlier, context)
  const person = { ...partner, key: 0 }
  const lastTouchAt = await findLastTouch(deps.db, agent, { personId: partner.id, sandbox: true })
  const reach = [reachedOn({ channel: persona.channel, stopped: optedOut })]
  const { unknownInputs, warning } = decideNamedSend(context, { person, reach, lastTouchAt })
  const learned = applyRequest(context, person)
  const about = { personId: partner.id, outreachId: outreach.id, unknownInputs, ...(warning && { warning }) }
  if (request.dryRun) return { status: 'skipped', ...about } as const
  const sendId = await record(agent, { context: context, persona, person: learned, keyHash }, deps)
  if (sendId) return { status: 'queued', sendId, ...about } as const
  return toDuplicateResult((await findSendByKey(deps.db, agent, keyHash)) as KeyedSend, context)
}

function applyRequest({ definition, request, profileChange, now }: NamedSendContext, person: Person): Person {
  return applyProfileChange(person, selectProfileChange(person, profileChange, request), {
    fields: definition.peopleFields,
    now,
  }).person
}

type Recording = Omit<PersonaSend, 'given'> & { person: Person; keyHash: Buffer }

/** Returns undefined when a concurrent request used the key. */
async function record(agent: AgentKey, recording: Recording, deps: PersonaSendDeps): Promise<string | undefined> {
  const { context, persona, person, keyHash } = recording
  const { outreach, now } = context
  const { asid, channel } = persona
  const { key: _, ...learned } = person
  await deps.sandboxes.updatePartner(agent, asid, (before) => ({ ...before, ...learned }))
  const messageId = await captureOpening(agent, recording, deps)
  const id = deps.world.newId('snd')
  const send = { id, outreachId: outreach.id, class: outreach.class, origin: 'named', personId: person.id } as const
  const isNew = await insertSandboxSend(deps.db, agent, { ...send, asid, channel, keyHash, now, messageId })
  return isNew ? id : undefined
}

/**
 * Returns the captured message; undefined when the opener lacks a required value, in which case a live send would end
 * too. The id derives from the key, so a message captured before a crash is not captured again.
 */
async function captureOpening(
  agent: AgentKey,
  recording: Recording,
  deps: PersonaSendDeps,
): Promise<string | undefined> {
  const { context, persona, person, keyHash } = recording
  const { definition, outreach, request } = context
  const opener = fillOpener(definition, outreach.openerTemplateId, person, request.inputs)
  if (!('aml' in opener)) return undefined
  const id = `send-${keyHash.toString('hex').slice(0, 32)}`
  const shownResult = await showOpening(agent, { ...persona, outreach, aml: opener.aml, id }, deps)
  if ('reason' in shownResult) throw refused(shownResult.reason, shownResult.detail)
  return shownResult.messageId
}

function refused(reason: string, detail: string | undefined): Problem {
  if (reason === 'optedOut') return problem('agent.outreach.opted_out', 409)
  return problem('agent.outreach.no_channel_identity', 422, { detail })
}
