import type { FlowSlot } from '@parley/definition'
import type { FlowChoice } from '@parley/flow'

type ChoiceCatalog = {
  things: readonly { id: string; name: string; description?: string; collections?: readonly string[] }[]
}

/** What a source would offer: things as they are, times made up for the days to come. */
export function simulateChoices(source: string, slot: FlowSlot, { things }: ChoiceCatalog, now: string): FlowChoice[] {
  if (source === 'things') return things.map(toChoiceOption)
  if (source.startsWith('collection:')) {
    const id = source.slice('collection:'.length).trim()
    return things.filter(({ collections }) => collections?.includes(id)).map(toChoiceOption)
  }
  return slot.type === 'timeslot' || source === 'scheduling.offerTimes' ? simulatedTimes(now) : []
}

const toChoiceOption = ({ id, name, description }: ChoiceCatalog['things'][number]): FlowChoice => ({
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

function simulatedTimes(now: string): FlowChoice[] {
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
