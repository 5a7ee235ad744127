import type { AgentDefinition, PeopleField } from '@parley/definition'
import { personStatuses } from '@parley/definition/vocabulary'
import type { ProfileChange } from '../../people/index.ts'
import type { AgentTool, ConversationPartner, ToolOutcome, TrackedGoalEvent, TurnInput } from '../deps.ts'
import { failedOutcome } from './outcome.ts'

/** Fields that a conversation may write. The assigned representative and the calls are managed elsewhere. */
const builtIn: Record<string, object> = {
  fullName: { type: 'string', maxLength: 200 },
  firstName: { type: 'string', maxLength: 100 },
  lastName: { type: 'string', maxLength: 100 },
  email: { type: 'string', maxLength: 300 },
  phone: { type: 'string', maxLength: 50, description: 'With the country code, if known.' },
  company: { type: 'string', maxLength: 200 },
  title: { type: 'string', maxLength: 200, description: 'Their position in their company.' },
  timezone: { type: 'string', description: 'An IANA time zone, such as Europe/Berlin.' },
  status: { type: 'string', enum: personStatuses },
  source: { type: 'string', maxLength: 200, description: 'How they came to us.' },
  notes: { type: 'string', maxLength: 2000, description: 'Added to the existing notes.' },
  tags: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 60 },
    maxItems: 20,
    description: 'Added to their existing tags.',
  },
}

export const createSaveTool = ({ peopleFields }: AgentDefinition): AgentTool => ({
  name: 'people.save',
  description: 'Saves what the person said about themselves. Save only what they said, never what you guess.',
  parameters: { type: 'object', properties: buildProperties(peopleFields), minProperties: 1 },
  hasSideEffects: true,
  run: (given, input) => runSave(given, input),
})

function buildProperties(fields: readonly PeopleField[]): object {
  const locked = new Set(fields.filter((field) => field.locked).map(({ key }) => key))
  const free = Object.entries(builtIn).filter(([key]) => !locked.has(key))
  const own = fields.filter(({ key }) => !locked.has(key) && !Object.hasOwn(builtIn, key))
  const customFields = {
    type: 'object',
    properties: Object.fromEntries(own.map((field) => [field.key, toFieldSchema(field)])),
  }
  return { ...Object.fromEntries(free), ...(own.length > 0 && { customFields }) }
}

function toFieldSchema({ type, options, label, description }: PeopleField): object {
  const text = [label, description].filter(Boolean).join(': ')
  const types = { string: 'string', number: 'number', boolean: 'boolean', date: 'string', enum: 'string' } as const
  return {
    type: types[type],
    ...(type === 'enum' && { enum: options }),
    ...(type === 'date' && { format: 'date' }),
    ...(text && { description: text }),
  }
}

async function runSave(given: Record<string, unknown>, input: TurnInput): Promise<ToolOutcome> {
  const before = input.partner
  const { change, unknown } = toProfileUpdate(given, input)
  if (Object.keys(change).length === 0) return failedOutcome(describeNothingToSave(unknown))
  const saved = await input.actions.saveProfile(change)
  if (!saved.ok) return failedOutcome(saved.reason)
  const { partner, saved: fields, locked } = saved.value
  if (fields.length === 0)
    return { ...failedOutcome('These fields are locked and cannot be changed.', { locked }), partner }
  const result = {
    saved: fields,
    ...(locked.length > 0 && { locked, note: 'Locked fields were not changed.' }),
    ...(unknown.length > 0 && { unknown }),
  }
  return { ok: true, result, events: detectCapturedContact(before, partner), partner }
}

function describeNothingToSave(unknown: readonly string[]): string {
  return unknown.length > 0 ? `Unknown fields: ${unknown.slice(0, 5).join(', ')}.` : 'There is nothing to save.'
}

/** A new email address or phone number reaches `contact.captured`. */
function detectCapturedContact(before: ConversationPartner, after: ConversationPartner): TrackedGoalEvent[] {
  const isNew = (['email', 'phone'] as const).some((field) => after[field] && after[field] !== before[field])
  return isNew ? ['contact.captured'] : []
}

type ProfileUpdate = { change: ProfileChange; unknown: string[] }

/** Custom fields may be named as in the API (`customFields.plan`), as in a flow (`person.email`), or by key alone. */
function toProfileUpdate(given: Record<string, unknown>, { definition, partner }: TurnInput): ProfileUpdate {
  const declared = new Set(definition.peopleFields.map(({ key }) => key))
  const { customFields: nested, ...flat } = given
  const fields = { ...flat, ...asRecord(nested) }
  const profile: Record<string, unknown> = {}
  const customFields: Record<string, unknown> = {}
  const unknown: string[] = []
  for (const [name, value] of Object.entries(fields).filter(([, value]) => !isBlank(value))) {
    const plain = name.replace(/^person\./, '').replace(/^customFields\./, '')
    const key = plain === 'name' && !declared.has(plain) ? 'fullName' : plain
    if (Object.hasOwn(builtIn, key)) profile[key] = value
    else if (declared.has(key)) customFields[key] = value
    else unknown.push(name)
  }
  const added = { ...profile, ...appendNotesAndTags(partner, profile) }
  const own = Object.keys(customFields).length > 0 && { customFields }
  return { change: { ...added, ...own } as ProfileChange, unknown }
}

/** For operators a blank value clears a field; a conversation cannot clear anything. */
const isBlank = (value: unknown): boolean => value === null || (typeof value === 'string' && value.trim() === '')

/** Appends to the operators' notes and tags instead of replacing them. */
function appendNotesAndTags({ notes = '', tags }: ConversationPartner, fields: Record<string, unknown>) {
  const { notes: more, tags: others } = fields
  const appended = typeof more === 'string' && notes.includes(more) ? notes : [notes, more].filter(Boolean).join('\n')
  return {
    ...(more !== undefined && { notes: appended }),
    ...(Array.isArray(others) && { tags: [...new Set([...tags, ...others])] }),
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
