import { findFreeSlug, toSlug } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import { memoize } from '../memoize.ts'
import type { MessageTemplate } from '../message-templates/message-template.ts'
import { findSlots } from '../message-templates/slots.ts'
import { applyPatch } from '../patch.ts'
import { parseCustomFieldPath } from '../people-fields.ts'
import { addPlaybook } from '../playbooks/edits.ts'
import { isSameValue } from '../same-value.ts'
import type {
  Outreach,
  OutreachCreate,
  OutreachPatch,
  OutreachPut,
  OutreachResponse,
  PortableOutreach,
} from './outreach.ts'

/** Builds the GET response: if no inputs are declared, includes those that the opener needs. */
export function serializeOutreach(definition: AgentDefinition, outreach: Outreach): OutreachResponse {
  const opener = definition.messageTemplates.find(({ id }) => id === outreach.openerTemplateId)
  return { ...outreach, inputs: outreach.inputs ?? (opener ? inputsOf(opener) : []) }
}

/** The custom fields that an opener reads without a default. */
const inputsOf = memoize(({ body }: MessageTemplate): string[] => {
  const needed = findSlots(body).filter(({ fallback }) => fallback === undefined)
  return [...new Set(needed.flatMap(({ path }) => parseCustomFieldPath(path) ?? []))]
})

/** With another opener, undeclared inputs follow that one. */
export function findOutreach(definition: AgentDefinition, id: string, openerTemplateId?: string): OutreachResponse {
  const stored = storedOutreach(definition, id)
  return serializeOutreach(definition, openerTemplateId === undefined ? stored : { ...stored, openerTemplateId })
}

function storedOutreach({ outreaches }: AgentDefinition, id: string): Outreach {
  const found = outreaches.find((outreach) => outreach.id === id)
  if (!found) throw new ChangeRejectedError('agent.outreach.not_found')
  return found
}

export function addOutreach(
  definition: AgentDefinition,
  sent: OutreachCreate,
): { definition: AgentDefinition; id: string } {
  const { id: requestedId, class: kind = 'service', enabled = true, playbook, ...fields } = sent
  const usedIds = new Set([...definition.outreaches.map(({ id }) => id), 'sends'])
  if (requestedId !== undefined && usedIds.has(requestedId)) {
    throw new ChangeRejectedError('resource.conflict', {
      detail: `An Outreach with the id ${requestedId} already exists`,
    })
  }
  const id = requestedId ?? findFreeSlug(toSlug(sent.name, 'outreach'), usedIds)
  const made = withOwnedPlaybook(definition, { ...fields, id, class: kind, enabled }, playbook)
  const outreaches = [...definition.outreaches, made.outreach]
  return { definition: { ...made.definition, outreaches }, id }
}

type Unowned = Omit<Outreach, 'playbookId'>
type Wanted = { definition: AgentDefinition; outreach: Outreach }

/** Gives an Outreach its owned playbook: the existing one, or a plain one created from its name. */
function withOwnedPlaybook(
  definition: AgentDefinition,
  outreach: Unowned,
  wanted?: OutreachCreate['playbook'],
): Wanted {
  const there = definition.playbooks.find(({ outreachId }) => outreachId === outreach.id)
  if (there) return { definition, outreach: { ...outreach, playbookId: there.id } }
  const body = `You opened this conversation with the Outreach “${outreach.name}”. Help the person with what they answer.`
  const added = addPlaybook(definition, { body, ...wanted, name: wanted?.name ?? outreach.name })
  const playbooks = added.definition.playbooks.map((playbook) =>
    playbook.id === added.id ? { ...playbook, outreachId: outreach.id } : playbook,
  )
  return { definition: { ...added.definition, playbooks }, outreach: { ...outreach, playbookId: added.id } }
}

export function putOutreach(definition: AgentDefinition, id: string, sent: OutreachPut): AgentDefinition {
  const { class: kind = 'service', enabled = true, inputs, ...fields } = sent
  return editOutreach(definition, id, (stored) => {
    // Inputs that a client read and sent back unchanged do not count as declared: they keep following the opener.
    const follow = stored.inputs === undefined && isSameValue(inputs, serializeOutreach(definition, stored).inputs)
    const declared = inputs !== undefined && !follow && { inputs }
    return { id, ...fields, class: kind, enabled, ...declared, playbookId: stored.playbookId }
  })
}

export function patchOutreach(definition: AgentDefinition, id: string, patch: OutreachPatch): AgentDefinition {
  return editOutreach(definition, id, (stored) => applyPatch(stored, patch))
}

function editOutreach(definition: AgentDefinition, id: string, edit: (stored: Outreach) => Outreach): AgentDefinition {
  storedOutreach(definition, id)
  return { ...definition, outreaches: definition.outreaches.map((one) => (one.id === id ? edit(one) : one)) }
}

/** Also deletes the owned playbook. Throws if an automated Outreach, a sequence or an outside referrer still uses the Outreach. */
export function removeOutreach(
  definition: AgentDefinition,
  id: string,
  outside: readonly OutreachReferrer[] = [],
): AgentDefinition {
  storedOutreach(definition, id)
  const rules = definition.automatedOutreach.filter(({ outreachId }) => outreachId === id)
  const sequences = definition.sequences.filter(({ steps }) => steps.some(({ outreachId }) => outreachId === id))
  const referrers = [
    ...outside,
    ...rules.map(({ id, name }) => ({ kind: 'automatedOutreach', id, name }) as const),
    ...sequences.map(({ id, name }) => ({ kind: 'sequence', id, name }) as const),
  ]
  if (referrers.length > 0) throw outreachInUse(referrers)
  return { ...definition, outreaches: definition.outreaches.filter((outreach) => outreach.id !== id) }
}

/** An object that references an Outreach and prevents its deletion. */
export type OutreachReferrer = {
  kind: 'campaign' | 'automatedOutreach' | 'sequence'
  id: string
  name: string
  status?: string
}

const referrerNouns = { campaign: 'campaign', automatedOutreach: 'automated Outreach', sequence: 'sequence' }

function outreachInUse(referrers: readonly OutreachReferrer[]): ChangeRejectedError {
  const [first] = referrers
  const who = `The ${referrerNouns[first?.kind ?? 'campaign']} “${first?.name}”`
  const detail = referrers.length > 1 ? `${who} and ${referrers.length - 1} more refer to it` : `${who} refers to it`
  return new ChangeRejectedError('agent.outreach.in_use', { detail, referrers: [...referrers] })
}

/**
 * Imports the document's Outreaches, each with its owned playbook. An Outreach whose playbook the document removed
 * keeps referencing it.
 */
export function importOutreaches(
  before: AgentDefinition,
  after: AgentDefinition,
  sent: readonly PortableOutreach[],
): AgentDefinition {
  const stored = new Map(before.outreaches.map((outreach) => [outreach.id, outreach]))
  let definition = after
  const outreaches: Outreach[] = []
  for (const { class: kind = 'service', enabled = true, playbookId: _, ...fields } of sent) {
    const unowned = { ...fields, class: kind, enabled }
    const lost = stored.get(fields.id)?.playbookId
    if (lost !== undefined && !definition.playbooks.some(({ outreachId }) => outreachId === fields.id)) {
      outreaches.push({ ...unowned, playbookId: lost })
      continue
    }
    const made = withOwnedPlaybook(definition, unowned)
    definition = made.definition
    outreaches.push(made.outreach)
  }
  return { ...definition, outreaches }
}
