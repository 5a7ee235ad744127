import type { Channel } from '@parley/amf'
import { type AgentDefinition, findOutreach, type ShownOutreach } from '@parley/definition'
import { Problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import type { Person } from '../../people/index.ts'
import { openingOf } from '../opener.ts'
import { changed, changeFor, decideNamed, saidOf } from './plan.ts'
import { type PersonaSendDeps, showOpening } from './rehearsal.ts'

type Rehearsed = { partner: Omit<Person, 'key'>; optedOut: boolean }
type Wanted = { outreachId: string; inputs: Record<string, string>; now: Date }

/** `learned`: the person as the inputs leave them. */
export type OpeningFor = { aml: string; outreach: ShownOutreach; learned: Person } | { why: string }

/**
 * What an Outreach says first to somebody who is only rehearsed with, by the rules of a named send; nothing is kept, and a
 * refusal is a sentence. What a campaign begins goes on the same way.
 */
export function openingFor(definition: AgentDefinition, rehearsed: Rehearsed, wanted: Wanted): OpeningFor {
  const { outreachId } = wanted
  const known = definition.outreaches.find(({ id }) => id === outreachId)
  if (!known) return { why: `There is no Outreach ${outreachId}.` }
  if (!known.enabled) return { why: `The Outreach ${outreachId} is turned off.` }
  try {
    return filledFor(definition, rehearsed, { ...wanted, outreach: findOutreach(definition, outreachId) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { why: sentenceOf(error) }
  }
}

type Filling = Wanted & { outreach: ShownOutreach }

function filledFor(definition: AgentDefinition, { partner, optedOut }: Rehearsed, filling: Filling): OpeningFor {
  const { outreach, inputs, now } = filling
  const person = { ...partner, key: 0 }
  const request = { recipient: { form: 'persona', personaId: partner.id }, inputs } as const
  const said = saidOf(request)
  decideNamed({ definition, outreach, request, said, now }, { person, stopped: optedOut })
  const change = changeFor(person, said, request)
  const { person: learned } = changed(person, change, { fields: definition.peopleFields, now })
  const opener = openingOf(definition, outreach.openerTemplateId, learned, inputs)
  if ('aml' in opener) return { aml: opener.aml, outreach, learned }
  return { why: `The opener cannot be sent without ${opener.slot ?? 'any words'}.` }
}

function sentenceOf({ message, more }: Problem): string {
  const [first] = more.errors ?? []
  const words = more.detail ?? (first ? `${first.field} ${first.message}` : message)
  return `${words.replace(/\.$/, '')}.`
}

type ShowDeps = Pick<PersonaSendDeps, 'db' | 'world' | 'rehearsals' | 'capture' | 'opened'> & {
  definitions: Pick<Definitions, 'read'>
}
type Showing = { asid: string; channel: Channel; outreachId: string; inputs: Record<string, string> }
type Shown = { ok: true } | { ok: false; why: string }

/** Says it to them. Whoever asks sees to it that nobody else plays with them meanwhile. */
export async function showOpeningFor(agent: AgentKey, showing: Showing, deps: ShowDeps): Promise<Shown> {
  const { asid, channel, outreachId, inputs } = showing
  const { db, world, rehearsals } = deps
  const [definition, rehearsed] = await Promise.all([
    deps.definitions.read(db, agent),
    rehearsals.find(db, agent, asid),
  ])
  if (!rehearsed) return { ok: false, why: 'Nobody is on file for this conversation any more.' }
  const opening = openingFor(definition, rehearsed, { outreachId, inputs, now: world.now() })
  if ('why' in opening) return { ok: false, why: opening.why }
  const { aml, outreach, learned } = opening
  const { key: _, ...person } = learned
  if (Object.keys(inputs).length > 0) await rehearsals.learn(agent, asid, (before) => ({ ...before, ...person }))
  const shown = await showOpening(agent, { asid, channel, outreach, aml, id: 'opening' }, deps)
  if (!('reason' in shown)) return { ok: true }
  return { ok: false, why: shown.detail ?? `The opener was refused: ${shown.reason}.` }
}
