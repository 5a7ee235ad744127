import { parseRegexPattern } from '../../pattern.ts'
import { reservedWords } from '../condition/parse.ts'
import { type FlowFault, prefixFaultPaths } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import type { FlowLintScope } from '../lint.ts'
import { getStepKind } from '../steps/index.ts'
import {
  bindablePersonFields,
  type FlowSlot,
  getCapability,
  isSlotPredicate,
  parseFlowTool,
  parsePersonPath,
  slotPredicates,
  toolNames,
} from '../vocabulary.ts'

/** Checks each slot, and whether any step uses it. */
export function lintFlowSlots({ slots, steps }: AgentFlow, scope: FlowLintScope): FlowFault[] {
  const mentioned = new Set(steps.flatMap((step) => getStepKind(step).mentions?.(step) ?? []))
  return slots.flatMap((slot, at) => {
    const faults = [lintName, lintValidate, lintOptions, lintSource, lintBind].flatMap((rule) => rule(slot, scope))
    if (!mentioned.has(slot.name)) faults.push(unused(slot))
    if (scope.hasSeveralLocations && isUnplaced(slot, slots)) faults.push(unplaced)
    return prefixFaultPaths(['slots', at], faults)
  })
}

function unused({ name }: FlowSlot): FlowFault {
  const message = `no step collects or reads “${name}”`
  return { severity: 'advice', code: 'flow.slot.unused', path: [], message }
}

const isUnplaced = ({ source }: FlowSlot, slots: readonly FlowSlot[]): boolean =>
  source === 'scheduling.offerTimes' && !slots.some(({ type }) => type === 'location')

const unplaced: FlowFault = {
  severity: 'advice',
  code: 'flow.location.unasked',
  path: ['source'],
  message: 'offers times without asking which location is meant: collect a slot of the type location before',
}

function lintName({ name }: FlowSlot): FlowFault[] {
  const isWord = /^[^\s()[\],"'=!<>.]+$/.test(name)
  if (isWord && !(reservedWords as readonly string[]).includes(name.toLowerCase())) return []
  const message = `“${name}” cannot be used in a branch condition: the name must be one word of letters, digits and _`
  return [{ severity: 'warning', code: 'flow.slot.name', path: ['name'], message }]
}

function lintValidate({ validate }: FlowSlot): FlowFault[] {
  if (validate === undefined || isSlotPredicate(validate)) return []
  const isRegex = validate.startsWith('/')
  const pattern = parseRegexPattern(validate)
  if (pattern.ok) return []
  const message = isRegex ? pattern.message : `must be a /regex/ or one of ${slotPredicates.join(', ')}`
  return [{ severity: 'error', code: 'flow.slot.validate', path: ['validate'], message }]
}

function lintOptions({ type, options = [], source }: FlowSlot): FlowFault[] {
  if (type !== 'enum' || options.length > 0 || source !== undefined) return []
  const message = 'are missing: an enum slot needs options or a source'
  return [{ severity: 'warning', code: 'flow.slot.options', path: ['options'], message }]
}

function lintSource({ source }: FlowSlot, { uses, knows }: FlowLintScope): FlowFault[] {
  if (source === undefined || source === 'things' || /^collection:\S/.test(source)) return []
  const warning = (message: string): FlowFault[] => [
    { severity: 'warning', code: 'flow.slot.source', path: ['source'], message },
  ]
  const tool = parseFlowTool(source)
  if (!tool) {
    const known = [...toolNames, 'integration:<id>.call', 'things', 'collection:<id>'].join(', ')
    return warning(`refers to the source “${source}”, which does not exist; known sources: ${known}`)
  }
  if (tool.kind === 'catalogTool') return warning('must not be a tool of the catalog: those return no choices')
  if (tool.kind === 'integration' && !knows.integration(tool.id))
    return warning(`refers to the integration “${tool.id}”, which does not exist`)
  const capability = getCapability(tool)
  if (capability === undefined || uses.includes(capability)) return []
  return warning(`needs “${capability}”, which is not among the uses of the playbook`)
}

/** `lintReferences` reports undeclared custom fields. */
function lintBind({ bind }: FlowSlot): FlowFault[] {
  if (bind === undefined) return []
  const fault = { code: 'flow.field.unknown', path: ['bind'] } as const
  const person = parsePersonPath(bind)
  if (!person)
    return [
      {
        ...fault,
        severity: 'error',
        message: 'must be a Person field such as person.email or person.customFields.<key>',
      },
    ]
  if (person.kind === 'custom' || (bindablePersonFields as readonly string[]).includes(person.field)) return []
  const message = `refers to “${bind}”, which a slot cannot fill; write a People field as person.customFields.<key>`
  return [{ ...fault, severity: 'warning', message }]
}
