import { sameValue } from '@parley/definition'
import type { Preset } from '@parley/testcase'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { PersonaDeps } from './deps.ts'
import { type Persona, type PersonaCreate, type PersonaPatch, presetShown } from './persona.ts'
import { countPersonas, deletePersona, holdPersonas, insertPersona, updatePersona } from './queries.ts'

/** Whoever holds a link to the emulator can make some. */
export const mostPersonas = 500

export const unknownPersona = (): Problem => problem('agent.persona.not_found', 404)

type Begun = Pick<PersonaDeps, 'rehearsals' | 'seedHistory'>

export async function createPersona(
  tx: Db,
  agent: AgentKey,
  { name, channel, ...preset }: z.output<typeof PersonaCreate>,
  { world, ...deps }: Begun & { world: World },
): Promise<Persona> {
  await holdPersonas(tx, agent)
  if ((await countPersonas(tx, agent)) >= mostPersonas) {
    throw problem('resource.conflict', 409, { detail: `An agent has at most ${mostPersonas} personas` })
  }
  const asid = await begin(tx, agent, { channel, preset }, deps)
  const now = world.now()
  const persona = { id: world.newId('psn'), name, channel, preset, asid, createdAt: now, updatedAt: now }
  await insertPersona(tx, agent, persona)
  return persona
}

/** Another channel or preset is another person and begins the rehearsal anew; a name, and what it was already, does not. */
export async function changePersona(
  tx: Db,
  agent: AgentKey,
  { persona, patch }: { persona: Persona; patch: PersonaPatch },
  deps: Begun & { world: World },
): Promise<Persona> {
  const { name = persona.name, channel = persona.channel, ...presets } = patch
  const preset = presetAfter(persona.preset, presets)
  const after = { ...persona, name, channel, preset, updatedAt: deps.world.now() }
  if (channel !== persona.channel || !sameValue(presetShown(preset), presetShown(persona.preset)))
    return resetPersona(tx, agent, after, deps)
  await updatePersona(tx, agent, after)
  return after
}

type Presets = Omit<PersonaPatch, 'name' | 'channel'>

function presetAfter(before: Preset, { fields, consent, historySeed }: Presets): Preset {
  const after = <T>(kept: T | undefined, said: T | null | undefined) =>
    said === undefined ? kept : (said ?? undefined)
  return {
    fields: after(before.fields, fields),
    consent: after(before.consent, consent),
    historySeed: after(before.historySeed, historySeed),
  }
}

/** Everything that was said and learned is forgotten, and the person is another. */
export async function resetPersona(
  tx: Db,
  agent: AgentKey,
  persona: Persona,
  { world, ...deps }: Begun & { world: World },
): Promise<Persona> {
  await deps.rehearsals.forget(tx, agent, persona.asid)
  const after = { ...persona, asid: await begin(tx, agent, persona, deps), updatedAt: world.now() }
  await updatePersona(tx, agent, after)
  return after
}

export async function removePersona(
  tx: Db,
  agent: AgentKey,
  { id, asid }: Persona,
  { rehearsals }: Begun,
): Promise<void> {
  await rehearsals.forget(tx, agent, asid)
  await deletePersona(tx, agent, id)
}

async function begin(
  tx: Db,
  agent: AgentKey,
  { channel, preset }: Pick<Persona, 'channel' | 'preset'>,
  { rehearsals, seedHistory }: Begun,
): Promise<string> {
  const asid = await rehearsals.begin(tx, agent, { channel, preset })
  if (preset.historySeed?.length) await seedHistory(tx, agent, asid, preset.historySeed)
  return asid
}
