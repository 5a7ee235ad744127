import type { AgentCollection } from '../sections/knowledge-section.ts'

export const cardFields = ['picture', 'name', 'description'] as const
type CardField = (typeof cardFields)[number]

export type CollectionForm = {
  id: string
  name: string
  purpose: string
  fields: CardField[]
  allActions: boolean
  actions: string[]
}

export function toCollectionForm(collection: AgentCollection | undefined): CollectionForm {
  const { fields = [...cardFields], actions } = collection?.presentation ?? {}
  const { id = '', name = '', purpose = '' } = collection ?? {}
  return { id, name, purpose, fields, allActions: actions === undefined, actions: actions ?? [] }
}

/** What is shown unless said otherwise is not said. */
export function toCollection({ id, name, purpose, fields, allActions, actions }: CollectionForm): AgentCollection {
  const some = !cardFields.every((field) => fields.includes(field))
  const presentation = { ...(some && { fields }), ...(!allActions && { actions }) }
  return {
    id,
    name,
    ...(purpose && { purpose }),
    ...(Object.keys(presentation).length > 0 && { presentation }),
  }
}
