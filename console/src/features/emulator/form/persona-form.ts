import type { EmulatedChannel } from '@parley/amf/channels'
import type { ConsentStatus, personStatuses } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import type { HistoryRole } from '@parley/testcase/vocabulary'
import type { Persona } from '../persona-turns.ts'

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

export type PersonaForm = {
  name: string
  channel: EmulatedChannel
  fields: Record<(typeof personaTextFields)[number], string>
  status: (typeof personStatuses)[number] | null
  tags: string[]
  consent: ConsentStatus
  customFields: { key: string; value: string }[]
  historySeed: { role: HistoryRole; content: string }[]
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
