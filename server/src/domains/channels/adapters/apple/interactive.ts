import { z } from 'zod'
import type { InboundContentBody } from '../../adapter.ts'
import { ProviderText } from '../schemas.ts'

const Item = z.object({ identifier: ProviderText, title: ProviderText.optional().catch(undefined) })
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
export function readInteractiveReply(interactiveData: unknown): InboundContentBody[] {
  const { data } = InteractiveData.safeParse(interactiveData)
  if (!data) return []
  const quickReply = data.data['quick-reply']
  if (quickReply) {
    const { items, selectedIndex = -1, selectedIdentifier } = quickReply
    const item = items.find(({ identifier }) => identifier === selectedIdentifier) ?? items[selectedIndex]
    return item ? [toTap(item)] : []
  }
  const [first, ...others] = listPickedItems(data.data)
  if (!first) return []
  return [{ ...toTap(first), picked: true, ...(others.length > 0 && { also: others.map((item) => item.identifier) }) }]
}

function listPickedItems({ listPicker, event }: Data): Item[] {
  return listPicker ? listPicker.sections.flatMap(({ items }) => items) : (event?.timeslots ?? [])
}

function toTap({ identifier, title }: Item): Extract<InboundContentBody, { type: 'tap' }> {
  return { type: 'tap', postback: identifier, ...(title && { label: title }) }
}
