import { type FieldError, findFreeSlug, toSlug } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import { parseFlow } from '../flow/index.ts'
import { applyPatch } from '../patch.ts'
import type { AgentPlaybook, PlaybookCreate, PlaybookPatch, PlaybookPut, PortablePlaybook } from './playbook.ts'

/** Exactly one playbook is the default, and never one owned by an Outreach. */

function withDefaultPlaybook(playbooks: readonly AgentPlaybook[], id: string): AgentPlaybook[] {
  const chosen = playbooks.find((playbook) => playbook.id === id)
  if (chosen?.outreachId !== undefined) throw createOwnedDefaultError(chosen)
  return playbooks.map((playbook) =>
    playbook.isDefault === (playbook.id === id) ? playbook : { ...playbook, isDefault: playbook.id === id },
  )
}

/** Removes a playbook. If it was the default, the next one in list order that no Outreach owns becomes the default. */
function withoutPlaybook(playbooks: readonly AgentPlaybook[], id: string): AgentPlaybook[] {
  const at = playbooks.findIndex((playbook) => playbook.id === id)
  const removed = playbooks[at]
  const rest = playbooks.filter((_, index) => index !== at)
  if (!removed?.isDefault) return rest
  const following = [...rest.slice(at), ...rest.slice(0, at)]
  const next = following.find(({ outreachId }) => outreachId === undefined)
  return next ? withDefaultPlaybook(rest, next.id) : rest
}

export function assertHasDefault(playbooks: readonly AgentPlaybook[]): void {
  const defaults = playbooks.filter(({ isDefault }) => isDefault)
  const owned = defaults.find(({ outreachId }) => outreachId !== undefined)
  if (owned) throw createOwnedDefaultError(owned)
  if (!playbooks.some(({ outreachId }) => outreachId === undefined)) {
    throw new ChangeRejectedError('resource.conflict', {
      detail: 'An agent must have at least one playbook that no Outreach owns',
    })
  }
  if (defaults.length !== 1) {
    const message = `must have exactly one default, not ${defaults.length}`
    throw new ChangeRejectedError('request.invalid', { errors: [{ field: 'playbooks', message }] })
  }
}

function createOwnedDefaultError({ name }: AgentPlaybook): ChangeRejectedError {
  const detail = `The playbook “${name}” belongs to an Outreach and cannot be the default`
  return new ChangeRejectedError('resource.conflict', { detail })
}

type Playbooks = Pick<AgentDefinition, 'playbooks' | 'integrations'>
type Sent = Omit<PlaybookCreate, 'id' | 'isDefault' | 'procedures'>

/** Default `uses` of a new playbook: everything the agent can do. */
export function listAllUses({ integrations }: Pick<AgentDefinition, 'integrations'>): string[] {
  return ['scheduling', 'people', 'notify', ...integrations.map(({ id }) => `integration:${id}`)]
}

export function addPlaybook(
  definition: AgentDefinition,
  sent: PlaybookCreate,
): { definition: AgentDefinition; id: string } {
  const usedIds = new Set(definition.playbooks.map(({ id }) => id))
  const { id: requestedId, isDefault = false, procedures: _, ...fields } = sent
  if (requestedId !== undefined && usedIds.has(requestedId)) {
    throw new ChangeRejectedError('resource.conflict', {
      detail: `A playbook with the id ${requestedId} already exists`,
    })
  }
  const id = requestedId ?? findFreeSlug(toSlug(sent.name, 'playbook'), usedIds)
  const made = newPlaybook(definition, id, fields, `playbooks[${definition.playbooks.length}].flow`)
  const playbooks = [...definition.playbooks, made]
  return { definition: { ...definition, playbooks: isDefault ? withDefaultPlaybook(playbooks, id) : playbooks }, id }
}

function newPlaybook(around: Playbooks, id: string, sent: Sent, at: string): AgentPlaybook {
  const { flow, uses, body = '', ...fields } = sent
  return {
    id,
    ...fields,
    body,
    uses: distinct(uses ?? listAllUses(around)),
    ...flowOf(flow, at),
    isDefault: false,
  }
}

/** PUT replaces everything; only uses, flow and provenance stay when absent. */
export function putPlaybook(definition: AgentDefinition, id: string, sent: PlaybookPut): AgentDefinition {
  return editPlaybook(definition, id, sent.isDefault, (stored, at) => {
    const { flow, uses, body = '', isDefault: _, procedures: __, ...fields } = sent
    return {
      id,
      ...fields,
      body,
      uses: uses ? distinct(uses) : stored.uses,
      ...(flow === undefined ? keptFlow(stored) : flowOf(flow, at)),
      isDefault: stored.isDefault,
      ...(stored.outreachId !== undefined && { outreachId: stored.outreachId }),
      ...(stored.derivedFrom && { derivedFrom: stored.derivedFrom }),
    }
  })
}

export function patchPlaybook(definition: AgentDefinition, id: string, patch: PlaybookPatch): AgentDefinition {
  return editPlaybook(definition, id, patch.isDefault, (stored, at) => {
    const { flow, uses, isDefault: _, procedures: __, ...fields } = patch
    const { flow: storedFlow, ...changed } = applyPatch(stored, { ...fields, ...(uses && { uses: distinct(uses) }) })
    return { ...changed, ...(flow === undefined ? storedFlow && { flow: storedFlow } : flowOf(flow, at)) }
  })
}

export function removePlaybook(definition: AgentDefinition, id: string): AgentDefinition {
  findPlaybook(definition, id)
  return { ...definition, playbooks: withoutPlaybook(definition.playbooks, id) }
}

export function setDefaultPlaybook(definition: AgentDefinition, id: string): AgentDefinition {
  findPlaybook(definition, id)
  return { ...definition, playbooks: withDefaultPlaybook(definition.playbooks, id) }
}

export function findPlaybook({ playbooks }: Pick<AgentDefinition, 'playbooks'>, id: string): AgentPlaybook {
  const found = playbooks.find((playbook) => playbook.id === id)
  if (!found) throw new ChangeRejectedError('resource.not_found')
  return found
}

/** Imports a document's playbooks; absent `uses` get the default of a new playbook. */
export function importPlaybooks(
  sent: readonly PortablePlaybook[],
  around: Pick<AgentDefinition, 'integrations'>,
): AgentPlaybook[] {
  return sent.map(({ flow, uses, body = '', isDefault = false, procedures: _, ...fields }, index) => {
    const { outreachId, derivedFrom, ...own } = fields
    return {
      ...own,
      body,
      uses: distinct(uses ?? listAllUses(around)),
      ...flowOf(flow, `playbooks[${index}].flow`),
      isDefault,
      ...(outreachId !== undefined && { outreachId }),
      ...(derivedFrom && { derivedFrom }),
    }
  })
}

/** Marking a playbook as default makes it the default; unmarking the current default has no effect. */
function editPlaybook(
  definition: AgentDefinition,
  id: string,
  isDefault: boolean | undefined,
  edit: (stored: AgentPlaybook, flowAt: string) => AgentPlaybook,
): AgentDefinition {
  findPlaybook(definition, id)
  const playbooks = definition.playbooks.map((stored, index) =>
    stored.id === id ? edit(stored, `playbooks[${index}].flow`) : stored,
  )
  return { ...definition, playbooks: isDefault ? withDefaultPlaybook(playbooks, id) : playbooks }
}

function flowOf(sent: unknown, at: string): Pick<AgentPlaybook, 'flow'> {
  if (sent === undefined || sent === null) return {}
  const parsed = parseFlow(sent, at)
  if (!parsed.ok) throw createInvalidFlowError(parsed.findings)
  return { flow: parsed.flow }
}

const keptFlow = ({ flow }: AgentPlaybook): Pick<AgentPlaybook, 'flow'> => (flow ? { flow } : {})

export function createInvalidFlowError(
  findings: readonly { code: string; path: string; message: string }[],
): ChangeRejectedError {
  const errors = findings.map(({ code, path, message }) => ({ field: path, path, code, message }))
  const [first] = findings
  return new ChangeRejectedError('agent.playbook.flow_invalid', {
    detail: first && `${first.path} ${first.message}`,
    errors,
  })
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)]

/** A playbook has an outreachId exactly when it is the playbook that this Outreach starts in. */
export function assertOwnersMatch({ playbooks, outreaches }: Pick<AgentDefinition, 'playbooks' | 'outreaches'>): void {
  const owners = new Map(playbooks.map(({ id, outreachId }) => [id, outreachId]))
  const playbookByOutreach = new Map(outreaches.map(({ id, playbookId }) => [id, playbookId]))
  const errors: FieldError[] = [
    ...playbooks.flatMap(({ id, outreachId }, index) => {
      if (outreachId === undefined || playbookByOutreach.get(outreachId) === id) return []
      const message = `refers to the Outreach ${outreachId}, which starts in another playbook`
      return [{ field: `playbooks[${index}].outreachId`, message }]
    }),
    ...outreaches.flatMap(({ id, playbookId }, index) => {
      if (owners.get(playbookId) === id) return []
      const message = `refers to the playbook ${playbookId}, whose outreachId is not ${id}`
      return [{ field: `outreach.outreaches[${index}].playbookId`, message }]
    }),
  ]
  if (errors.length > 0) throw new ChangeRejectedError('request.invalid', { errors })
}
