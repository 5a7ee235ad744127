import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import type { DerivedFrom } from '../provenance.ts'
import type { ObjectiveTemplateContent, PersonalityTemplateContent, PlaybookTemplateContent } from './apply.ts'
import { copyPersonality, recopyObjective, recopyPlaybook } from './copies.ts'

/** `skill` is retired: no update ever lists it. */
export const updateKinds = ['personality', 'objective', 'skill', 'playbook'] as const
export type UpdateKind = (typeof updateKinds)[number]

export type UpdateEntry = {
  kind: UpdateKind
  id: string
  name: string
  templateId: string
  currentVersion: string
  latestVersion: string
  updateAvailable: boolean
  templateMissing: boolean
}

export type Templates = {
  personality(id: string): PersonalityTemplateContent | undefined
  objective(id: string): ObjectiveTemplateContent | undefined
  playbook(id: string): PlaybookTemplateContent | undefined
}

export function listUpdates(definition: AgentDefinition, templates: Templates): UpdateEntry[] {
  const { personality, objectives, playbooks } = definition
  const pieces = [
    ...(personality
      ? [{ kind: 'personality' as const, id: 'personality', name: 'Personality', from: personality }]
      : []),
    ...objectives.map((one) => ({ kind: 'objective' as const, id: one.id, name: one.name, from: one })),
    ...playbooks.map((one) => ({ kind: 'playbook' as const, id: one.id, name: one.name, from: one })),
  ]
  return pieces.flatMap(({ from, ...piece }) => {
    const origin = from.derivedFrom
    return origin ? [toUpdateEntry(piece, origin, templates[piece.kind](origin.templateId)?.version)] : []
  })
}

function toUpdateEntry(
  piece: Pick<UpdateEntry, 'kind' | 'id' | 'name'>,
  { templateId, version }: DerivedFrom,
  latest: string | undefined,
): UpdateEntry {
  return {
    ...piece,
    templateId,
    currentVersion: version,
    latestVersion: latest ?? version,
    updateAvailable: latest !== undefined && isNewer(latest, version),
    templateMissing: latest === undefined,
  }
}

function isNewer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.split(/[.+-]/).map(Number))
  for (let index = 0; index < 3; index++) {
    const difference = (left?.[index] || 0) - (right?.[index] || 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

/** Copies the catalog's current content of one item onto the agent again. */
export function applyUpdate(
  definition: AgentDefinition,
  wanted: { kind: UpdateKind; id?: string | undefined },
  templates: Templates,
): AgentDefinition {
  const { kind, id } = wanted
  if (kind === 'personality') {
    const template = findTemplateOf(definition.personality, templates.personality)
    return { ...definition, personality: copyPersonality(template) }
  }
  if (kind === 'objective') {
    const template = findTemplateOf(findPiece(definition.objectives, id), templates.objective)
    const objectives = definition.objectives.map((one) => (one.id === id ? recopyObjective(one, template) : one))
    return { ...definition, objectives }
  }
  if (kind === 'playbook') {
    const template = findTemplateOf(findPiece(definition.playbooks, id), templates.playbook)
    const playbooks = definition.playbooks.map((one) => (one.id === id ? recopyPlaybook(one, template) : one))
    return { ...definition, playbooks }
  }
  throw new ChangeRejectedError('resource.not_found', { detail: 'Skills are retired' })
}

function findPiece<T extends { id: string }>(pieces: readonly T[], id: string | undefined): T {
  const piece = pieces.find((one) => one.id === id)
  if (!piece) throw new ChangeRejectedError('resource.not_found')
  return piece
}

function findTemplateOf<T>(
  piece: { derivedFrom?: DerivedFrom | undefined } | null,
  find: (id: string) => T | undefined,
): T {
  if (!piece) throw new ChangeRejectedError('resource.not_found')
  if (!piece.derivedFrom)
    throw new ChangeRejectedError('resource.conflict', {
      detail: 'This content was not copied from a catalog template',
    })
  const template = find(piece.derivedFrom.templateId)
  if (!template) {
    throw new ChangeRejectedError('resource.conflict', {
      detail: `The catalog no longer has ${piece.derivedFrom.templateId}`,
    })
  }
  return template
}
