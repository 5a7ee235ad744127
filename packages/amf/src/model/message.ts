import { type FieldError, fieldErrorOptions, formatFieldPath, type PathSegment, toFieldErrors } from '@parley/findings'
import { z } from 'zod'
import { channels } from './channels.ts'
import { Chip } from './chip.ts'
import { Part, partTypes } from './parts.ts'
import { identifierField } from './values.ts'

const maxDepth = 64
const maxFaults = 100

type ValueLocation = { value: unknown; key: PathSegment; above?: ValueLocation; depth: number }

/**
 * Finds values that no store or provider accepts: NUL, half a surrogate pair, endless nesting. Iterative, and run
 * before any schema, so that a hostile value cannot exhaust the stack.
 */
function findMalformedFields(value: unknown): FieldError[] {
  const faults: FieldError[] = []
  const left: ValueLocation[] = [{ value, key: '', depth: 0 }]
  for (let spot = left.pop(); spot && faults.length < maxFaults; spot = left.pop()) {
    if (spot.depth > maxDepth) return [{ field: pathOf(spot), message: `is nested deeper than ${maxDepth} levels` }]
    if (typeof spot.value === 'string') {
      if (!isWellFormedText(spot.value))
        faults.push({ field: pathOf(spot), message: 'contains NUL or an unpaired surrogate' })
    } else if (typeof spot.value === 'object' && spot.value !== null) {
      for (const inner of membersOf(spot)) {
        if (typeof inner.key === 'number' || isWellFormedText(inner.key)) left.push(inner)
        else faults.push({ field: pathOf(spot), message: 'has a key with NUL or an unpaired surrogate' })
      }
    }
  }
  return faults
}

function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function membersOf(above: ValueLocation): ValueLocation[] {
  const depth = above.depth + 1
  const { value } = above
  if (Array.isArray(value)) return value.map((inner, key) => ({ value: inner, key, above, depth }))
  return Object.entries(value as object).map(([key, inner]) => ({ value: inner, key, above, depth }))
}

function pathOf(spot: ValueLocation): string {
  const path: PathSegment[] = []
  for (let at: ValueLocation | undefined = spot; at?.above; at = at.above) path.unshift(at.key)
  return formatFieldPath(path) || 'body'
}

export const spec = 'amf/1'

export const fallbackTriggers = ['sendFailed', 'undelivered'] as const
export const outsideWindowPolicies = ['reject', 'queue', 'fallback'] as const
export const signals = ['typing', 'read'] as const

/** Seconds after which a message without a delivery receipt may move on to the next channel. */
export const undeliveredSeconds = z.int().min(30).max(172_800)

/** A message template that the provider has approved. Its name and language are the provider's. */
export const ProviderTemplate = z.strictObject({
  name: z.string().regex(/^\w{1,512}$/, 'must be letters, digits and underscores'),
  language: z.string().regex(/^[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*$/, 'must be a language code such as en_US'),
  variables: z
    .array(z.string().max(1024))
    .max(50)
    .meta({ description: 'the values of the variables of its body, in order' }),
})
export type ProviderTemplate = z.infer<typeof ProviderTemplate>

export const DeliveryTemplates = z
  .strictObject({ messengerA: ProviderTemplate.optional() })
  .meta({ description: 'what is sent instead of the content on a channel whose reply window is closed' })

export const Delivery = z
  .strictObject({
    channels: z
      .array(z.enum(channels))
      .refine((list) => new Set(list).size === list.length, 'must not list a channel twice')
      .optional()
      .meta({ description: 'in order of preference' }),
    fallbackOn: z.array(z.enum(fallbackTriggers)).optional(),
    undeliveredAfterSeconds: undeliveredSeconds
      .optional()
      .meta({ description: 'required with `undelivered`: how long a sent message may lack a delivery receipt' }),
    outsideWindow: z.enum(outsideWindowPolicies).optional().meta({ description: 'default: reject' }),
    templates: DeliveryTemplates.optional(),
  })
  .superRefine(({ fallbackOn, undeliveredAfterSeconds }, context) => {
    if (!fallbackOn?.includes('undelivered') || undeliveredAfterSeconds !== undefined) return
    const message = 'is required when fallbackOn includes undelivered'
    context.addIssue({ code: 'custom', path: ['undeliveredAfterSeconds'], message })
  })
export type Delivery = z.infer<typeof Delivery>

export const ContentMessage = z
  .strictObject({
    spec: z.literal(spec),
    id: identifierField.optional().meta({ description: 'makes the send idempotent for 24 hours' }),
    parts: z.array(Part),
    chips: z.array(Chip).optional(),
    delivery: Delivery.optional(),
  })
  .superRefine(({ parts, chips }, context) => {
    if (parts.length === 0 && !chips?.length)
      context.addIssue({ code: 'custom', path: ['parts'], message: 'must have at least 1 entry' })
    const seen = new Set<string>()
    for (const [at, part] of parts.entries()) {
      const intentId = 'intentId' in part ? part.intentId : undefined
      if (intentId === undefined) continue
      const message = `is already used by an earlier part: ${intentId}`
      if (seen.has(intentId)) context.addIssue({ code: 'custom', path: ['parts', at, 'intentId'], message })
      seen.add(intentId)
    }
  })
export type ContentMessage = z.infer<typeof ContentMessage>

/** A typing indicator or read receipt instead of content. */
export const SignalMessage = z.strictObject({
  spec: z.literal(spec),
  id: identifierField.optional(),
  signal: z.enum(signals),
  delivery: Delivery.optional(),
})
export type SignalMessage = z.infer<typeof SignalMessage>

export type OutboundMessage = ContentMessage | SignalMessage

export function isSignal(message: OutboundMessage): message is SignalMessage {
  return 'signal' in message
}

export type InvalidMessage = { reason: 'invalidMessage' | 'unsupportedPart'; errors: FieldError[] }
export type MessageValidation = { message: OutboundMessage } | { invalid: InvalidMessage }

/** A longer list does not help to fix a message. */
const maxErrors = 100

/** Validates a message of unknown origin: returns a message that renders on every channel, or every invalid field. */
export function validateMessage(value: unknown): MessageValidation {
  const unsound = findMalformedFields(value)
  if (unsound.length > 0) return { invalid: { reason: 'invalidMessage', errors: unsound } }
  const isSignalLike = typeof value === 'object' && value !== null && 'signal' in value
  const parsed = (isSignalLike ? SignalMessage : ContentMessage).safeParse(value, fieldErrorOptions)
  if (parsed.success) return { message: parsed.data }
  const errors = parsed.error.issues.slice(0, maxErrors).flatMap((issue) => toFieldErrors(issue))
  return { invalid: { reason: unknownParts(value) ? 'unsupportedPart' : 'invalidMessage', errors } }
}

/**
 * Returns whether the value has a part of a type that this version does not support; the rest may be well formed or
 * not.
 */
function unknownParts(value: unknown): boolean {
  const parts: unknown = typeof value === 'object' && value !== null && 'parts' in value ? value.parts : undefined
  if (!Array.isArray(parts)) return false
  return parts.some((part: unknown) => {
    const type: unknown = typeof part === 'object' && part !== null && 'type' in part ? part.type : undefined
    return typeof type === 'string' && !(partTypes as readonly string[]).includes(type)
  })
}

/** JSON Schema (2020-12) of an outbound message, for callers that do not use TypeScript. */
export function messageJsonSchema(): object {
  return z.toJSONSchema(z.union([ContentMessage, SignalMessage]), { reused: 'ref' })
}
