import type { AgentContent, Card, Chip } from '@parley/amf'
import { type AgentCollection, type AgentThing, fillTemplate } from '@parley/definition'
import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/aml.ts'
import { type CurrentAgent, useAgent } from '../../app/current-org.ts'

/** Everything of an agent that a text can reference. */
export type AgentContentData = {
  templates: readonly Schema<'MessageTemplate'>[]
  things: readonly AgentThing[]
  collections: readonly AgentCollection[]
  media: readonly Schema<'MediaItem'>[]
  identity: Schema<'AgentIdentity'>
  agentName: string
}

type Values = (path: string) => string | undefined

/** Resolves the markers of a text as the gateway would; templates are filled with `values`. */
export function buildAgentContent(parts: AgentContentData, values: Values): AgentContent {
  const { templates, things, collections, media, identity } = parts
  const image = (id: string) => media.find((item) => item.id === id)?.url
  const standIn = identity.defaultCardImageUrl
  return {
    image,
    template(id) {
      const template = templates.find((one) => one.id === id)
      return template && (fillTemplate(template, values, 'aml').renderedText ?? undefined)
    },
    thing(id) {
      const thing = things.find((one) => one.id === id)
      return thing && cardOf(thing, { image, standIn })
    },
    collection(id) {
      const collection = collections.find((one) => one.id === id)
      if (!collection) return undefined
      const within = things.filter((thing) => thing.collections?.includes(id))
      const cards = within.map((thing) => cardOf(thing, { image, standIn, presentation: collection.presentation }))
      return cards.filter(({ title, description, mediaUrl }) => title || description || mediaUrl)
    },
  }
}

type ContentLookup = {
  image(id: string): string | undefined
  standIn: string | undefined
  presentation?: AgentCollection['presentation']
}

function cardOf(thing: AgentThing, { image, standIn, presentation = {} }: ContentLookup): Card {
  const { fields = ['picture', 'name', 'description'], actions: labels } = presentation
  const mediaUrl = (thing.media && image(thing.media)) ?? thing.imageUrl ?? standIn
  const all = thing.actions ?? []
  const actions = labels ? labels.flatMap((label) => all.filter((action) => action.label === label)) : all
  return {
    ...(fields.includes('name') && { title: thing.name }),
    ...(fields.includes('description') && thing.description && { description: thing.description }),
    ...(fields.includes('picture') && mediaUrl && { mediaUrl }),
    chips: actions.map((action) => chipOf(action, thing)),
  }
}

function chipOf(action: NonNullable<AgentThing['actions']>[number], thing: AgentThing): Chip {
  const { label } = action
  if (action.kind === 'dial') return { label, kind: 'dial', phone: action.phone }
  if (action.kind === 'reply') return { label, kind: 'reply', value: action.value ?? `${label}: ${thing.name}` }
  if (action.kind !== 'viewLocation') return { label, kind: 'url', url: action.url }
  const { label: name = thing.name, ...where } = thing.location ?? {}
  return { label, kind: 'viewLocation', place: { name, ...where } }
}

const nothing: AgentContentData = { templates: [], things: [], collections: [], media: [], identity: {}, agentName: '' }

/** The content that the agent's texts can reference; empty until loaded. */
export function useAgentContentData(): AgentContentData {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('named-in-texts'),
    queryFn: ({ signal }) => readContentData(agent, signal),
    staleTime: 60_000,
  })
  return data ?? nothing
}

async function readContentData({ api, name }: CurrentAgent, signal: AbortSignal): Promise<AgentContentData> {
  const [templates, things, collections, media, identity] = await Promise.all([
    api.get('/message-templates', { signal }),
    api.get('/knowledge/things', { signal }),
    api.get('/knowledge/collections', { signal }),
    api.get('/media', { signal }),
    api.get('/identity', { signal }),
  ])
  return {
    templates: templates.data,
    things: things.data as AgentContentData['things'],
    collections: collections.data,
    media: media.data,
    identity,
    agentName: name,
  }
}

const { other, ...known } = strings.example

/** Slot values without a real person: example values and the agent's own. */
export function createExampleValues({ identity, agentName }: Pick<AgentContentData, 'identity' | 'agentName'>) {
  return (path: string): string | undefined => {
    const field = path.slice(path.indexOf('.') + 1)
    if (path.startsWith('agent.')) return agentValue({ ...identity, name: agentName }, field)
    return Object.hasOwn(known, field)
      ? known[field as keyof typeof known]
      : other(field.replace(/^customFields\./, ''))
  }
}

function agentValue(fields: Record<string, unknown>, field: string): string | undefined {
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined
  return typeof value === 'string' ? value : undefined
}
