import type { thingActionKinds } from '@parley/definition/vocabulary'
import type { AgentThing } from '../sections/knowledge-section.ts'

type ActionKind = (typeof thingActionKinds)[number]
export const maxActions = 4

type ActionForm = { label: string; kind: ActionKind; url: string; phone: string; value: string }
/** Form values of a Thing: every field is present; an empty one means absent. */
export type ThingForm = {
  id: string
  name: string
  description: string
  imageUrl: string
  media: string | null
  productPageUrl: string
  actions: ActionForm[]
  location: { address: string; latitude: number | string; longitude: number | string; label: string }
  collections: string[]
  metadata: { key: string; value: string }[]
}

export const blankAction: ActionForm = { label: '', kind: 'url', url: '', phone: '', value: '' }

export function toThingForm(thing: AgentThing | undefined): ThingForm {
  const { address = '', latitude = '', longitude = '', label = '' } = thing?.location ?? {}
  return {
    id: thing?.id ?? '',
    name: thing?.name ?? '',
    description: thing?.description ?? '',
    imageUrl: thing?.imageUrl ?? '',
    media: thing?.media ?? null,
    productPageUrl: thing?.productPageUrl ?? '',
    actions: (thing?.actions ?? []).map((action) => ({ ...blankAction, ...action, kind: action.kind ?? 'url' })),
    location: { address, latitude, longitude, label },
    collections: thing?.collections ?? [],
    metadata: Object.entries(thing?.metadata ?? {}).map(([key, value]) => ({ key, value })),
  }
}

/** Converts the form to a Thing; fields that the form does not show are preserved. */
export function toThing(form: ThingForm, before?: AgentThing): AgentThing {
  const { id, name, description, imageUrl, media, productPageUrl } = form
  const optional = filled({ description, imageUrl, media: media ?? '', productPageUrl })
  const metadata = Object.fromEntries(
    form.metadata.filter(({ key }) => key !== '').map(({ key, value }) => [key, value]),
  )
  const location = toLocation(form.location)
  return {
    id,
    name,
    ...optional,
    collections: form.collections,
    ...(form.actions.length > 0 && { actions: form.actions.map(toAction) }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    // An omitted location is left unchanged: null removes it.
    ...(location ? { location } : before?.location && { location: null as never }),
  }
}

function toAction({ label, kind, url, phone, value }: ActionForm): NonNullable<AgentThing['actions']>[number] {
  if (kind === 'dial') return { label, kind, phone }
  if (kind === 'reply') return value ? { label, kind, value } : { label, kind }
  return kind === 'viewLocation' ? { label, kind } : { label, kind, url }
}

function toLocation({ address, latitude, longitude, label }: ThingForm['location']): AgentThing['location'] {
  const numbers = {
    ...(latitude !== '' && { latitude: +latitude }),
    ...(longitude !== '' && { longitude: +longitude }),
  }
  const location = { ...filled({ address, label }), ...numbers }
  return Object.keys(location).length > 0 ? location : undefined
}

function filled(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
