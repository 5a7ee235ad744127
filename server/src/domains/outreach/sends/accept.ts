import { findOutreach, type OutreachResponse } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import type { Channels } from '../../channels/index.ts'
import type { AcceptSend, TestSend } from '../deps.ts'
import { hashDailyKey, hashIdempotencyKey } from './idempotency-keys.ts'
import {
  type AcceptedSend,
  applyProfileChange,
  buildNewcomer,
  decideNamedSend,
  type NamedSendContext,
  profileChangeOf,
  selectProfileChange,
} from './plan.ts'
import { findLastTouch, findSendByKey, type KeyedSend } from './queries.ts'
import { type FoundRecipient, findRecipient } from './recipient.ts'
import type { NamedSend, NamedSendResult } from './request.ts'
import { createStoreSend, type SendPlan } from './store-send.ts'

export type AcceptSendDeps = {
  db: Db
  world: World
  definitions: Definitions
  announce: Announce
  channels: Pick<Channels, 'listBindings'>
  /** The same, for a persona. */
  sendToPersona(agent: AgentKey, context: NamedSendContext, personaId: string): Promise<NamedSendResult>
}

/** How often a concurrent request may win the race; each retry reads the new state. */
const maxAttempts = 10

export function createAcceptSend(deps: AcceptSendDeps): AcceptSend {
  const keep = createStoreSend(deps)
  return async (agent, outreachId, request, test) => {
    const profileChange = profileChangeOf(request)
    const definition = await deps.definitions.read(deps.db, agent)
    const sendContext = {
      definition,
      outreach: findEnabledOutreach(definition, outreachId, test),
      request,
      profileChange: profileChange,
      test,
      now: deps.world.now(),
    }
    const { recipient } = request
    if (recipient.form === 'persona') return deps.sendToPersona(agent, sendContext, recipient.personaId)
    for (let tries = 0; tries < maxAttempts; tries++) {
      const result = await attemptAccept(agent, sendContext, { deps, store: keep, isRepeat: tries > 0 })
      if (result) return result
    }
    throw problem('service.unavailable', 503, { detail: 'The recipient is being moved to another Person' })
  }
}

function findEnabledOutreach(
  definition: NamedSendContext['definition'],
  outreachId: string,
  test?: TestSend,
): OutreachResponse {
  const found = definition.outreaches.some(({ id, enabled }) => id === outreachId && enabled)
  if (!found) throw problem('agent.outreach.not_found', 422, { detail: 'The Outreach does not exist or is turned off' })
  return findOutreach(definition, outreachId, test?.openerTemplateId)
}

type AcceptAttempt = { deps: AcceptSendDeps; store: ReturnType<typeof createStoreSend>; isRepeat: boolean }

/**
 * Checks the idempotency key first, then refusals. Returns undefined when a concurrent request won, and the caller must
 * decide again.
 */
async function attemptAccept(
  agent: AgentKey,
  context: NamedSendContext,
  trying: AcceptAttempt,
): Promise<NamedSendResult | undefined> {
  const { deps } = trying
  const { request } = context
  const { dryRun = false, idempotencyKey } = request
  const { recipient } = request as NamedSend & { recipient: Parameters<typeof findRecipient>[2] }
  const given = dryRun || idempotencyKey === undefined ? undefined : hashIdempotencyKey(idempotencyKey)
  const [earlier, found] = await Promise.all([
    given && findSendByKey(deps.db, agent, given),
    findRecipient(deps.db, agent, recipient, { ...context, channels: deps.channels }),
  ])
  if (earlier) return toDuplicateResult(earlier, context)
  if (found instanceof Problem) throw found
  const derived =
    given || dryRun || !found.person ? undefined : hashDailyKey(context.outreach.id, found.person.id, context.now)
  const repeated = derived && trying.isRepeat ? await findSendByKey(deps.db, agent, derived) : undefined
  if (repeated) return toDuplicateResult(repeated, context)
  const decided = await decide(agent, context, { found, derived, deps })
  if ('id' in decided) return toDuplicateResult(decided, context)
  const plan = buildPlan(
    agent,
    { context: context, found, decided, keyHash: given ?? derived, isRepeat: trying.isRepeat },
    deps,
  )
  if (dryRun) return { status: 'skipped', ...dryRunTarget(context, found, decided) }
  if (!(await trying.store(plan))) return undefined
  const { id: sendId, personId, asid, channel } = plan.send
  return { status: 'queued', sendId, personId, asid, channel, ...describeSend(context, decided) }
}

type DecisionInput = { found: FoundRecipient; derived?: Buffer; deps: AcceptSendDeps }

/** Looks up a derived key only where it matters: before a refusal. */
async function decide(
  agent: AgentKey,
  context: NamedSendContext,
  { found, derived, deps }: DecisionInput,
): Promise<AcceptedSend | KeyedSend> {
  const { person, reach } = found
  const asksTouch = person && context.outreach.class === 'marketing'
  const lastTouchAt = asksTouch ? await findLastTouch(deps.db, agent, { personId: person.id }) : undefined
  try {
    return decideNamedSend(context, { person, reach, lastTouchAt })
  } catch (refusal) {
    const earlier = derived && (await findSendByKey(deps.db, agent, derived))
    if (earlier) return earlier
    throw refusal
  }
}

type PlanInput = {
  context: NamedSendContext
  found: FoundRecipient
  decided: AcceptedSend
  keyHash?: Buffer
  isRepeat: boolean
}

function buildPlan(
  agent: AgentKey,
  { context, found, decided, keyHash, isRepeat }: PlanInput,
  { world }: AcceptSendDeps,
): SendPlan {
  const { definition, outreach, request, profileChange, test, now } = context
  const { peopleFields: fields } = definition
  // Rules react to profile events, and a request that lost a race once now waits for the others.
  const needsCare = isRepeat || definition.automatedOutreach.length + definition.sequences.length > 0
  const { person, address } = found
  const asid = found.asid ?? world.newId('usr')
  const personId = person?.id ?? world.newId('per')
  const send: SendPlan['send'] = {
    id: world.newId('snd'),
    outreachId: outreach.id,
    // A test is no marketing contact of the person.
    class: test ? 'service' : outreach.class,
    ...(test && { isTest: true, openerTemplateId: test.openerTemplateId }),
    origin: 'named',
    personId,
    asid,
    channel: found.channel,
    keyHash: keyHash ?? hashDailyKey(outreach.id, personId, now),
    inputs: request.inputs,
    consent: decided.consent,
    known: person !== undefined,
    now,
  }
  if (!person) {
    const made = buildNewcomer(profileChange, request, { id: personId, now, fields })
    const newcomer = { channel: found.channel, address, asid, person: made } as const
    return { agent, send, newcomer, needsSlowPath: needsCare || found.asid !== undefined }
  }
  const change = (now: typeof person) => selectProfileChange(now, profileChange, request)
  const { person: after, changed: fieldNames } = applyProfileChange(person, change(person), { fields, now })
  const update = { personKey: person.key, change, before: person, after, changed: fieldNames }
  return { agent, send, ...(fieldNames.length > 0 && { update }), needsSlowPath: needsCare }
}

const describeSend = ({ outreach }: NamedSendContext, { unknownInputs, warning }: AcceptedSend) => ({
  outreachId: outreach.id,
  unknownInputs,
  ...(warning !== undefined && { warning }),
})

/** The result of a dry run: only what already exists. */
const dryRunTarget = (context: NamedSendContext, { person, asid, channel }: FoundRecipient, decided: AcceptedSend) => ({
  ...(person && { personId: person.id }),
  ...(asid !== undefined && { asid }),
  channel,
  ...describeSend(context, decided),
})

/** Changes nothing, whatever else the request contains. */
export function toDuplicateResult(
  earlier: KeyedSend,
  { definition, request, outreach }: NamedSendContext,
): NamedSendResult {
  const declared = new Set(definition.peopleFields.map(({ key }) => key))
  return {
    status: 'duplicate',
    sendId: earlier.id,
    personId: earlier.personId,
    outreachId: earlier.outreachId,
    ...(!earlier.sandbox && { asid: earlier.asid, channel: earlier.channel }),
    unknownInputs: Object.keys(request.inputs ?? {}).filter((key) => !declared.has(key)),
    ...(earlier.outreachId !== outreach.id && {
      warning: `The idempotencyKey was already used for the Outreach ${earlier.outreachId}; this call sends nothing`,
    }),
  }
}
