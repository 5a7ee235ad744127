import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { flowBounds } from './bounds.ts'

export const slotTypes = [
  'string',
  'email',
  'phone',
  'number',
  'date',
  'timeslot',
  'enum',
  'boolean',
  'location',
] as const
export type SlotType = (typeof slotTypes)[number]

/** Named checks that `validate` accepts instead of a /regex/. */
export const slotPredicates = ['nonempty', 'future', 'past', 'positive', 'integer'] as const
export type SlotPredicate = (typeof slotPredicates)[number]

export function isSlotPredicate(name: string): name is SlotPredicate {
  return (slotPredicates as readonly string[]).includes(name)
}

export const slotName = boundedText({ min: 1, max: flowBounds.id })

export const FlowSlot = z
  .strictObject({
    name: slotName,
    type: z.enum(slotTypes),
    required: z.boolean().optional(),
    bind: boundedText({ min: 1, max: flowBounds.name }).optional().meta({
      description:
        'A Person field such as person.email; the agent does not ask for a bound slot that already has a value.',
    }),
    options: z
      .array(boundedText({ min: 1, max: flowBounds.name }))
      .max(flowBounds.options)
      .optional()
      .meta({
        description: 'Static choices; of a location slot, the ids of the locations to choose from (default: all).',
      }),
    source: boundedText({ min: 1, max: flowBounds.name })
      .optional()
      .meta({ description: 'Dynamic choices: a tool such as scheduling.offerTimes, things, or collection:<id>.' }),
    prompt: boundedText({ min: 1, max: flowBounds.prompt }).optional(),
    validate: boundedText({ min: 1, max: flowBounds.validate })
      .optional()
      .meta({
        description: `A /regex/, or one of ${slotPredicates.join(', ')}; the agent asks again when a value does not match.`,
      }),
    confirm: z.boolean().optional().meta({ description: 'Ask the person to confirm the value once.' }),
  })
  .meta({ id: 'FlowSlot', examples: [{ name: 'email', type: 'email', bind: 'person.email' }] })
export type FlowSlot = z.infer<typeof FlowSlot>

export const bindablePersonFields = [
  'fullName', 'firstName', 'lastName', 'email', 'phone', 'company', 'title', 'status', 'source', 'notes',
  'productInterest', 'assignedRepresentativeId', 'preferredLocationId', 'scheduledCallAt', 'timezone', 'language',
] as const // biome-ignore format: one list

/** Person fields that a condition may read: the bindable ones, and a few read-only ones. */
export const readablePersonFields = [
  ...bindablePersonFields,
  ...(['id', 'tags', 'consent.status', 'lastCallAt', 'createdAt', 'updatedAt'] as const),
] as const

export type PersonPath = { kind: 'builtIn'; field: string } | { kind: 'custom'; key: string }

/** Parses `person.<field>` and `person.customFields.<key>`; returns undefined for anything else. */
export function parsePersonPath(path: string): PersonPath | undefined {
  const [, customKey, field] = /^person\.(?:customFields\.(.+)|(.+))$/s.exec(path) ?? []
  if (customKey !== undefined) return { kind: 'custom', key: customKey }
  if (field === undefined || field === 'customFields' || field === 'customFields.') return undefined
  return { kind: 'builtIn', field }
}

export const capabilityTools = {
  scheduling: ['offerTimes', 'book', 'reschedule', 'cancel'],
  people: ['save'],
  notify: ['team'],
  knowledge: ['search'],
} as const
export type Capability = keyof typeof capabilityTools

export const toolNames: readonly string[] = Object.entries(capabilityTools).flatMap(([capability, tools]) =>
  tools.map((tool) => `${capability}.${tool}`),
)

export type FlowTool =
  | { kind: 'tool'; capability: Capability; name: string }
  | { kind: 'catalogTool'; id: string }
  /** `tool` is `call` for an HTTP integration. */
  | { kind: 'integration'; id: string; tool: string }

export function parseFlowTool(name: string): FlowTool | undefined {
  const [, id, tool] = /^integration:([A-Za-z0-9_-]+)\.(\S+)$/.exec(name) ?? []
  if (id !== undefined && tool !== undefined) return { kind: 'integration', id, tool }
  const toolId = /^tool:(\S+)\.call$/.exec(name)?.[1]
  if (toolId !== undefined) return { kind: 'catalogTool', id: toolId }
  if (!toolNames.includes(name)) return undefined
  return { kind: 'tool', capability: name.slice(0, name.indexOf('.')) as Capability, name }
}

/**
 * Returns the `uses` entry that a tool requires; undefined if it needs none: knowledge is always available, and a
 * catalog tool needs only its binding.
 */
export function getCapability(tool: FlowTool): string | undefined {
  if (tool.kind === 'integration') return `integration:${tool.id}`
  if (tool.kind === 'catalogTool') return undefined
  return tool.capability === 'knowledge' ? undefined : tool.capability
}

/**
 * What is known about a tool of an integration. `unread`: its tools were never read; `vanished`: they were, and it is
 * not listed any more; `notCallable`: an HTTP integration has only `call`.
 */
export type ToolKnowledge = 'known' | 'vanished' | 'unread' | 'unknown' | 'notCallable'
