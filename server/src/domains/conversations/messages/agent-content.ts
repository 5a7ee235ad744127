import type { AgentContent, Card, Chip } from '@parley/amf'
import { type AgentCollection, type AgentDefinition, type AgentThing, fillTemplate } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createTemplateValues, type Definitions, type PersonFields } from '../../agents/index.ts'

export type AgentContentSource = {
  definitions: Pick<Definitions, 'read'>
  mediaUrls(db: Db, agent: AgentKey): Promise<Map<string, string>>
}

/** Reads the content that the markers of a text name: templates, Things, collections and pictures of the agent. */
export async function readAgentContent(
  agent: AgentKey,
  { db, contents, person = {} }: { db: Db; contents: AgentContentSource; person?: PersonFields },
): Promise<AgentContent> {
  const definition = await contents.definitions.read(db, agent)
  const pictures = await contents.mediaUrls(db, agent)
  const image = (id: string) => pictures.get(id)
  const find = (id: string) => definition.things.find((thing) => thing.id === id)
  return {
    image,
    template: (id) => templateText(definition, id, person),
    thing: (id) => {
      const thing = find(id)
      return thing && cardOf(thing, { image, standIn: definition.identity.defaultCardImageUrl })
    },
    collection: (id) => collectionCards(definition, id, image),
  }
}

function templateText(definition: AgentDefinition, id: string, person: PersonFields): string | undefined {
  const template = definition.messageTemplates.find((one) => one.id === id)
  return template && (fillTemplate(template, createTemplateValues(definition, person), 'aml').renderedText ?? undefined)
}

function collectionCards(
  { things, collections, identity }: AgentDefinition,
  id: string,
  image: (id: string) => string | undefined,
): Card[] | undefined {
  const collection = collections.find((one) => one.id === id)
  if (!collection) return undefined
  const { presentation } = collection
  return things
    .filter((thing) => thing.collections?.includes(id))
    .map((thing) => cardOf(thing, { image, presentation, standIn: identity.defaultCardImageUrl }))
    .filter((card) => card.title || card.description || card.mediaUrl)
}

type CardOptions = {
  image(id: string): string | undefined
  presentation?: AgentCollection['presentation']
  /** Default picture for cards that have none. */
  standIn?: string
}

function cardOf(thing: AgentThing, { image, presentation = {}, standIn }: CardOptions): Card {
  const { fields = ['picture', 'name', 'description'], actions } = presentation
  const mediaUrl = (thing.media && image(thing.media)) ?? thing.imageUrl ?? standIn
  const all = thing.actions ?? []
  const visibleActions = actions ? actions.flatMap((label) => all.filter((action) => action.label === label)) : all
  return {
    ...(fields.includes('name') && { title: thing.name }),
    ...(fields.includes('description') && thing.description && { description: thing.description }),
    ...(fields.includes('picture') && mediaUrl && { mediaUrl }),
    chips: visibleActions.map((action) => chipOf(action, thing)),
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
