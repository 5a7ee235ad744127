import type { Schema } from '@parley/sdk'
import type { EmulatedChannel, Persona } from '../persona-turns.ts'

export const personaTextFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'title',
  'productInterest',
  'source',
] as const

type Status = NonNullable<Schema<'PresetFields'>['status']>
export const personaStatuses = [
  'new',
  'contacted',
  'qualified',
  'converted',
  'lost',
] as const satisfies readonly Status[]
export const personaConsents = ['unknown', 'granted', 'denied'] as const

export type PersonaForm = {
  name: string
  channel: EmulatedChannel
  fields: Record<(typeof personaTextFields)[number], string>
  status: Status | null
  tags: string[]
  consent: (typeof personaConsents)[number]
  customFields: { key: string; value: string }[]
  historySeed: { role: 'user' | 'assistant'; content: string }[]
}

/** Initial form values: empty, or those of the persona. */
export function toPersonaForm(persona?: Persona): PersonaForm {
  const fields = (persona?.fields ?? {}) as Schema<'PresetFields'>
  const texts = Object.fromEntries(personaTextFields.map((name) => [name, fields[name] ?? '']))
  return {
    name: persona?.name ?? '',
    channel: persona?.channel ?? 'rcs',
    fields: texts as PersonaForm['fields'],
    status: fields.status ?? null,
    tags: fields.tags ?? [],
    consent: persona?.consent.status ?? 'unknown',
    customFields: Object.entries(fields.customFields ?? {}).map(([key, value]) => ({ key, value: String(value) })),
    historySeed: persona?.historySeed.map(({ role, content }) => ({ role, content })) ?? [],
  }
}

/** Converts the form to a request body without empty values. `before` holds fields that the form does not show. */
export function toPersonaBody(form: PersonaForm, before: object = {}) {
  const texts = personaTextFields.flatMap((name) =>
    form.fields[name].trim() ? [[name, form.fields[name].trim()]] : [],
  )
  const own = form.customFields.filter(({ key }) => key.trim() !== '').map(({ key, value }) => [key.trim(), value])
  const otherFields = Object.entries(before).filter(([name]) => !shownFields.includes(name))
  const fields = {
    ...Object.fromEntries([...otherFields, ...texts]),
    ...(form.status && { status: form.status }),
    ...(form.tags.length > 0 && { tags: form.tags }),
    ...(own.length > 0 && { customFields: Object.fromEntries(own) }),
  }
  const historySeed = form.historySeed.filter(({ content }) => content.trim() !== '')
  return { name: form.name, fields, consent: { status: form.consent }, historySeed }
}

const shownFields: readonly string[] = [...personaTextFields, 'status', 'tags', 'customFields']

export function toPersonaField(field: string, form: PersonaForm): string {
  const own = /^fields\.customFields\.?(.*)$/.exec(field)
  if (own) {
    const place = form.customFields.findIndex(({ key }) => own[1]?.includes(key.trim()))
    return `customFields[${Math.max(0, place)}].key`
  }
  if (/^fields\.(status|tags)/.test(field)) return field.replace(/^fields\./, '').replace(/\[\d+\].*$/, '')
  return field.startsWith('consent') ? 'consent' : field
}
