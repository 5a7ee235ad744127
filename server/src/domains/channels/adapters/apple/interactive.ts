import { z } from 'zod'
import type { Content } from '../../adapter.ts'
import { Text } from '../shapes.ts'

const Item = z.object({ identifier: Text, title: Text.optional().catch(undefined) })
type Item = z.infer<typeof Item>

const InteractiveData = z.object({
  data: z.object({
    'quick-reply': z
      .object({
        items: z.array(Item),
        selectedIndex: z.int().optional().catch(undefined),
        selectedIdentifier: z.string().optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
    listPicker: z
      .object({ sections: z.array(z.object({ items: z.array(Item) })) })
      .optional()
      .catch(undefined),
    event: z
      .object({ timeslots: z.array(Item) })
      .optional()
      .catch(undefined),
  }),
})
type Data = z.infer<typeof InteractiveData>['data']

/** A quick reply tells which of its items was tapped; pickers come back with nothing but what was picked. */
export function answerOf(interactiveData: unknown): Content[] {
  const { data } = InteractiveData.safeParse(interactiveData)
  if (!data) return []
  const quickReply = data.data['quick-reply']
  if (quickReply) {
    const { items, selectedIndex = -1, selectedIdentifier } = quickReply
    const item = items.find(({ identifier }) => identifier === selectedIdentifier) ?? items[selectedIndex]
    return item ? [tapOn(item)] : []
  }
  const [first, ...others] = pickedOf(data.data)
  if (!first) return []
  return [{ ...tapOn(first), picked: true, ...(others.length > 0 && { also: others.map((item) => item.identifier) }) }]
}

function pickedOf({ listPicker, event }: Data): Item[] {
  return listPicker ? listPicker.sections.flatMap(({ items }) => items) : (event?.timeslots ?? [])
}

function tapOn({ identifier, title }: Item): Extract<Content, { type: 'tap' }> {
  return { type: 'tap', postback: identifier, ...(title && { label: title }) }
}
