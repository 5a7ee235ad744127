import { at, fileName, listAt, type Seen, type SeenPick, wordsAt } from './seen.ts'

export function seenOnVendorMessages(native: unknown, text: string): Seen {
  const data = at(native, 'interactiveData', 'data')
  const sections = listAt(data, 'listPicker', 'sections')
  if (sections.length > 0) {
    return {
      picks: sections.flatMap((section) => listAt(section, 'items')).map(pickOf),
      multiple: sections.some((section) => at(section, 'multipleSelection') === true),
    }
  }
  const slots = listAt(data, 'event', 'timeslots')
  return slots.length > 0 ? { picks: timesOf(slots, text) } : { files: listAt(native, 'attachments').map(fileOf) }
}

const pickOf = (item: unknown): SeenPick => ({
  id: wordsAt(item, 'identifier') ?? '',
  title: wordsAt(item, 'title') ?? '',
  description: wordsAt(item, 'subtitle'),
})

/** The phone words them by itself; what Parley says a person reads has a line for each, at its end. */
function timesOf(slots: readonly unknown[], text: string): SeenPick[] {
  const labels = text.split('\n').slice(-slots.length)
  return slots.map((slot, place) => ({ id: wordsAt(slot, 'identifier') ?? '', title: labels[place] ?? '' }))
}

const fileOf = (attachment: unknown) => ({
  name: wordsAt(attachment, 'name') ?? fileName(wordsAt(attachment, 'url') ?? ''),
  kind: wordsAt(attachment, 'mimeType')?.split('/')[0] ?? 'file',
})
