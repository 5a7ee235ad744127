import type { Channel } from '@parley/amf'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../../people/index.ts'
import { openingOf } from '../opener.ts'
import { duplicateOf } from './accept.ts'
import { hashOfDay, hashOfRehearsedKey } from './keys.ts'
import { type Asked, changed, changeFor, decideNamed } from './plan.ts'
import { findByKey, findLastTouch, insertRehearsed, type Taken } from './queries.ts'
import { unknownRecipient } from './recipient.ts'
import { type PersonaSendDeps, showOpening } from './rehearsal.ts'
import type { SendResult } from './request.ts'

/** The whole of a named send with somebody who is only rehearsed with, over within the call. */
export async function sendToPersona(
  agent: AgentKey,
  asked: Asked,
  personaId: string,
  deps: PersonaSendDeps,
): Promise<SendResult> {
  const { request } = asked
  const given = request.idempotencyKey === undefined ? undefined : hashOfRehearsedKey(request.idempotencyKey)
  const taken = given && !request.dryRun ? await findByKey(deps.db, agent, given) : undefined
  if (taken) return duplicateOf(taken, asked)
  const persona = await deps.personas.find(deps.db, agent, personaId)
  if (!persona) throw unknownRecipient()
  return deps.rehearsals.alone(agent, persona.asid, () => rehearse(agent, { asked, persona, given }, deps))
}

type Rehearsing = { asked: Asked; persona: { asid: string; channel: Channel }; given?: Buffer }

async function rehearse(agent: AgentKey, { asked, persona, given }: Rehearsing, deps: PersonaSendDeps) {
  const { outreach, request, now } = asked
  const rehearsal = await deps.rehearsals.find(deps.db, agent, persona.asid)
  if (!rehearsal) throw unknownRecipient()
  const { partner, optedOut } = rehearsal
  const keyHash = given ?? hashOfDay(outreach.id, partner.id, now)
  const taken = request.dryRun ? undefined : await findByKey(deps.db, agent, keyHash)
  if (taken) return duplicateOf(taken, asked)
  const person = { ...partner, key: 0 }
  const lastTouchAt = await findLastTouch(deps.db, agent, { personId: partner.id, sandbox: true })
  const { unknownInputs, warning } = decideNamed(asked, { person, stopped: optedOut, lastTouchAt })
  const learned = learnedOf(asked, person)
  const about = { personId: partner.id, outreachId: outreach.id, unknownInputs, ...(warning && { warning }) }
  if (request.dryRun) return { status: 'skipped', ...about } as const
  const sendId = await record(agent, { asked, persona, person: learned, keyHash }, deps)
  if (sendId) return { status: 'queued', sendId, ...about } as const
  return duplicateOf((await findByKey(deps.db, agent, keyHash)) as Taken, asked)
}

/** The person as the request leaves them. */
function learnedOf({ definition, request, said, now }: Asked, person: Person): Person {
  return changed(person, changeFor(person, said, request), { fields: definition.peopleFields, now }).person
}

type Recording = Omit<Rehearsing, 'given'> & { person: Person; keyHash: Buffer }

/** Undefined when the key was used at the same time. */
async function record(agent: AgentKey, recording: Recording, deps: PersonaSendDeps): Promise<string | undefined> {
  const { asked, persona, person, keyHash } = recording
  const { outreach, now } = asked
  const { asid, channel } = persona
  const { key: _, ...learned } = person
  await deps.rehearsals.learn(agent, asid, (before) => ({ ...before, ...learned }))
  const messageId = await captured(agent, recording, deps)
  const id = deps.world.newId('snd')
  const send = { id, outreachId: outreach.id, class: outreach.class, origin: 'named', personId: person.id } as const
  const isNew = await insertRehearsed(deps.db, agent, { ...send, asid, channel, keyHash, now, messageId })
  return isNew ? id : undefined
}

/**
 * The message that was captured; undefined where the opener lacks what it cannot go without, as a live one would end too.
 * Its id derives from the key: what was captured before a crash is not captured again.
 */
async function captured(agent: AgentKey, recording: Recording, deps: PersonaSendDeps): Promise<string | undefined> {
  const { asked, persona, person, keyHash } = recording
  const { definition, outreach, request } = asked
  const opener = openingOf(definition, outreach.openerTemplateId, person, request.inputs)
  if (!('aml' in opener)) return undefined
  const id = `send-${keyHash.toString('hex').slice(0, 32)}`
  const shown = await showOpening(agent, { ...persona, outreach, aml: opener.aml, id }, deps)
  if ('reason' in shown) throw refused(shown.reason, shown.detail)
  return shown.messageId
}

function refused(reason: string, detail: string | undefined): Problem {
  if (reason === 'optedOut') return problem('agent.outreach.opted_out', 409)
  return problem('agent.outreach.no_channel_identity', 422, { detail })
}
