import { findOutreach, type ShownOutreach } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import type { AcceptSend } from '../deps.ts'
import { keeperOf, type Plan } from './keep.ts'
import { hashOfDay, hashOfKey } from './keys.ts'
import { type Asked, changed, changeFor, type Decided, decideNamed, newcomerOf, saidOf } from './plan.ts'
import { findByKey, findLastTouch, type Taken } from './queries.ts'
import { type Found, findRecipient, outreachChannel } from './recipient.ts'
import type { NamedSend, SendResult } from './request.ts'

export type AcceptDeps = {
  db: Db
  world: World
  definitions: Definitions
  announce: Announce
  /** The same for somebody who is only rehearsed with. */
  rehearse(agent: AgentKey, asked: Asked, personaId: string): Promise<SendResult>
}

/** So often others may be quicker; each time there is something new to be read. */
const mostTries = 10

/** Document 2, Named send request. */
export function accepterOf(deps: AcceptDeps): AcceptSend {
  const keep = keeperOf(deps)
  return async (agent, outreachId, request) => {
    const said = saidOf(request)
    const definition = await deps.definitions.read(deps.db, agent)
    const asked = { definition, outreach: enabled(definition, outreachId), request, said, now: deps.world.now() }
    const { recipient } = request
    if (recipient.form === 'persona') return deps.rehearse(agent, asked, recipient.personaId)
    for (let tries = 0; tries < mostTries; tries++) {
      const result = await decideOnce(agent, asked, { deps, keep, isRepeat: tries > 0 })
      if (result) return result
    }
    throw problem('service.unavailable', 503, { detail: 'The recipient is changing hands' })
  }
}

function enabled(definition: Asked['definition'], outreachId: string): ShownOutreach {
  const found = definition.outreaches.some(({ id, enabled }) => id === outreachId && enabled)
  if (!found)
    throw problem('agent.outreach.not_found', 422, { detail: 'There is no such Outreach, or it is turned off' })
  return findOutreach(definition, outreachId)
}

type Trying = { deps: AcceptDeps; keep: ReturnType<typeof keeperOf>; isRepeat: boolean }

/** The order of document 4: the key, then refusals. Undefined when somebody was quicker and it must be decided anew. */
async function decideOnce(agent: AgentKey, asked: Asked, trying: Trying): Promise<SendResult | undefined> {
  const { deps } = trying
  const { request } = asked
  const { dryRun = false, idempotencyKey } = request
  const { recipient } = request as NamedSend & { recipient: Parameters<typeof findRecipient>[2] }
  const given = dryRun || idempotencyKey === undefined ? undefined : hashOfKey(idempotencyKey)
  const [taken, found] = await Promise.all([
    given && findByKey(deps.db, agent, given),
    findRecipient(deps.db, agent, recipient),
  ])
  if (taken) return duplicateOf(taken, asked)
  if (found instanceof Problem) throw found
  const derived =
    given || dryRun || !found.person ? undefined : hashOfDay(asked.outreach.id, found.person.id, asked.now)
  const repeated = derived && trying.isRepeat ? await findByKey(deps.db, agent, derived) : undefined
  if (repeated) return duplicateOf(repeated, asked)
  const decided = await decideOn(agent, asked, { found, derived, deps })
  if ('id' in decided) return duplicateOf(decided, asked)
  const plan = planOf(agent, { asked, found, decided, keyHash: given ?? derived, isRepeat: trying.isRepeat }, deps)
  if (dryRun) return { status: 'skipped', ...placeOf(asked, found, decided) }
  if (!(await trying.keep(plan))) return undefined
  const { id: sendId, personId, asid, channel } = plan.send
  return { status: 'queued', sendId, personId, asid, channel, ...about(asked, decided) }
}

type Deciding = { found: Found; derived?: Buffer; deps: AcceptDeps }

/** A derived key is looked up only where it matters: before a refusal. */
async function decideOn(agent: AgentKey, asked: Asked, { found, derived, deps }: Deciding): Promise<Decided | Taken> {
  const { person, stopped } = found
  const asksTouch = person && asked.outreach.class === 'marketing'
  const lastTouchAt = asksTouch ? await findLastTouch(deps.db, agent, { personId: person.id }) : undefined
  try {
    return decideNamed(asked, { person, stopped, lastTouchAt })
  } catch (refusal) {
    const taken = derived && (await findByKey(deps.db, agent, derived))
    if (taken) return taken
    throw refusal
  }
}

type Keeping = { asked: Asked; found: Found; decided: Decided; keyHash?: Buffer; isRepeat: boolean }

function planOf(agent: AgentKey, { asked, found, decided, keyHash, isRepeat }: Keeping, { world }: AcceptDeps): Plan {
  const { definition, outreach, request, said, now } = asked
  const { peopleFields: fields } = definition
  // Rules hear what is told of people; and whoever was overtaken once waits for the others now.
  const needsCare = isRepeat || definition.automatedOutreach.length > 0
  const { person, address } = found
  const asid = found.asid ?? world.newId('usr')
  const personId = person?.id ?? world.newId('per')
  const send: Plan['send'] = {
    id: world.newId('snd'),
    outreachId: outreach.id,
    class: outreach.class,
    origin: 'named',
    personId,
    asid,
    channel: outreachChannel,
    keyHash: keyHash ?? hashOfDay(outreach.id, personId, now),
    inputs: request.inputs,
    consent: decided.consent,
    known: person !== undefined,
    now,
  }
  if (!person) {
    const made = newcomerOf(said, request, { id: personId, now, fields })
    const newcomer = { channel: outreachChannel, address, asid, person: made } as const
    return { agent, send, newcomer, needsCare: needsCare || found.asid !== undefined }
  }
  const change = (now: typeof person) => changeFor(now, said, request)
  const { person: after, changed: fieldNames } = changed(person, change(person), { fields, now })
  const update = { personKey: person.key, change, before: person, after, changed: fieldNames }
  return { agent, send, ...(fieldNames.length > 0 && { update }), needsCare }
}

const about = ({ outreach }: Asked, { unknownInputs, warning }: Decided) => ({
  outreachId: outreach.id,
  unknownInputs,
  ...(warning !== undefined && { warning }),
})

/** Of a dry run: what is there already. */
const placeOf = (asked: Asked, { person, asid }: Found, decided: Decided) => ({
  ...(person && { personId: person.id }),
  ...(asid !== undefined && { asid }),
  channel: outreachChannel,
  ...about(asked, decided),
})

/** Nothing is changed, whatever else the call says. */
export function duplicateOf(taken: Taken, { definition, request, outreach }: Asked): SendResult {
  const declared = new Set(definition.peopleFields.map(({ key }) => key))
  return {
    status: 'duplicate',
    sendId: taken.id,
    personId: taken.personId,
    outreachId: taken.outreachId,
    ...(!taken.sandbox && { asid: taken.asid, channel: taken.channel }),
    unknownInputs: Object.keys(request.inputs ?? {}).filter((key) => !declared.has(key)),
    ...(taken.outreachId !== outreach.id && {
      warning: `The idempotencyKey was used for the Outreach ${taken.outreachId}; nothing is sent by this call`,
    }),
  }
}
