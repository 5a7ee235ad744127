import { isSameValue } from '@parley/definition'
import type { Preset } from '@parley/testcase'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { PersonaDeps } from './deps.ts'
import { type Persona, type PersonaCreate, type PersonaPatch, serializePreset } from './persona.ts'
import { countPersonas, deletePersona, insertPersona, lockPersonaList, updatePersona } from './queries.ts'

/** A limit is needed because anyone with an emulator link can create personas. */
export const maxPersonas = 500

export const createPersonaNotFound = (): Problem => problem('agent.persona.not_found', 404)

type SandboxStartDeps = Pick<PersonaDeps, 'sandboxes' | 'seedHistory'>

export async function createPersona(
  tx: Db,
  agent: AgentKey,
  { name, channel, ...preset }: z.output<typeof PersonaCreate>,
  { world, ...deps }: SandboxStartDeps & { world: World },
): Promise<Persona> {
  await lockPersonaList(tx, agent)
  if ((await countPersonas(tx, agent)) >= maxPersonas) {
    throw problem('resource.conflict', 409, { detail: `An agent has at most ${maxPersonas} personas` })
  }
  const asid = await startSandbox(tx, agent, { channel, preset }, deps)
  const now = world.now()
  const persona = { id: world.newId('psn'), name, channel, preset, asid, createdAt: now, updatedAt: now }
  await insertPersona(tx, agent, persona)
  return persona
}

/**
 * Changes a persona. A different channel or preset restarts the rehearsal with a new sandbox identity; a new name or an
 * unchanged value does not.
 */
export async function changePersona(
  tx: Db,
  agent: AgentKey,
  { persona, patch }: { persona: Persona; patch: PersonaPatch },
  deps: SandboxStartDeps & { world: World },
): Promise<Persona> {
  const { name = persona.name, channel = persona.channel, ...presets } = patch
  const preset = applyPresetPatch(persona.preset, presets)
  const after = { ...persona, name, channel, preset, updatedAt: deps.world.now() }
  if (channel !== persona.channel || !isSameValue(serializePreset(preset), serializePreset(persona.preset)))
    return resetPersona(tx, agent, after, deps)
  await updatePersona(tx, agent, after)
  return after
}

type PresetPatch = Omit<PersonaPatch, 'name' | 'channel'>

function applyPresetPatch(before: Preset, { fields, consent, historySeed }: PresetPatch): Preset {
  const after = <T>(current: T | undefined, change: T | null | undefined) =>
    change === undefined ? current : (change ?? undefined)
  return {
    fields: after(before.fields, fields),
    consent: after(before.consent, consent),
    historySeed: after(before.historySeed, historySeed),
  }
}

/** Deletes the conversation and everything learned from it, and gives the persona a new sandbox identity. */
export async function resetPersona(
  tx: Db,
  agent: AgentKey,
  persona: Persona,
  { world, ...deps }: SandboxStartDeps & { world: World },
): Promise<Persona> {
  await deps.sandboxes.remove(tx, agent, persona.asid)
  const after = { ...persona, asid: await startSandbox(tx, agent, persona, deps), updatedAt: world.now() }
  await updatePersona(tx, agent, after)
  return after
}

export async function removePersona(
  tx: Db,
  agent: AgentKey,
  { id, asid }: Persona,
  { sandboxes }: SandboxStartDeps,
): Promise<void> {
  await sandboxes.remove(tx, agent, asid)
  await deletePersona(tx, agent, id)
}

async function startSandbox(
  tx: Db,
  agent: AgentKey,
  { channel, preset }: Pick<Persona, 'channel' | 'preset'>,
  { sandboxes, seedHistory }: SandboxStartDeps,
): Promise<string> {
  const asid = await sandboxes.create(tx, agent, { channel, preset })
  if (preset.historySeed?.length) await seedHistory(tx, agent, asid, preset.historySeed)
  return asid
}
