import type { FlowSlot } from '@parley/definition'
import type { Choice } from '@parley/flow'

type Catalog = {
  things: readonly { id: string; name: string; description?: string; collections?: readonly string[] }[]
}

/** What a source would offer: things as they are, times made up for the days to come. */
export function choicesOf(source: string, slot: FlowSlot, { things }: Catalog, now: string): Choice[] {
  if (source === 'things') return things.map(choiceOf)
  if (source.startsWith('collection:')) {
    const id = source.slice('collection:'.length).trim()
    return things.filter(({ collections }) => collections?.includes(id)).map(choiceOf)
  }
  return slot.type === 'timeslot' || source === 'scheduling.offerTimes' ? timesAfter(now) : []
}

const choiceOf = ({ id, name, description }: Catalog['things'][number]): Choice => ({
  id,
  label: name,
  ...(description && { description }),
})

const day = 86_400_000
const format = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  timeZone: 'UTC',
})

function timesAfter(now: string): Choice[] {
  const today = Math.floor(Date.parse(now) / day) * day
  return [10, 14]
    .flatMap((hour) =>
      [1, 2].map((days) => {
        const at = new Date(today + days * day + hour * 3_600_000)
        return { id: at.toISOString(), label: format.format(at) }
      }),
    )
    .sort((one, two) => one.id.localeCompare(two.id))
}
