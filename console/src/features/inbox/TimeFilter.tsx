import { Select } from '@mantine/core'
import { strings } from '#i18n/inbox.ts'
import { usePlaceTimeZone } from '../../api/lookups.ts'
import { formatSpan } from '../../components/times.ts'
import { type InboxSearch, inboxDaySpans } from './inbox-search.ts'

const { list } = strings
const exact = 'exact'

type Props = {
  search: Pick<InboxSearch, 'days' | 'start' | 'end'>
  defaultDays: (typeof inboxDaySpans)[number]
  onChange: (changed: Pick<InboxSearch, 'days' | 'start' | 'end'>) => void
}

/** The time of a list: the last days, or the exact time that a chart has linked to. */
export function TimeFilter({ search: { days, start, end }, defaultDays, onChange }: Props) {
  const zone = usePlaceTimeZone() ?? 'UTC'
  const spans = inboxDaySpans.map((value) => ({ value: value as string, label: list.times[value] }))
  const isExact = start !== undefined && end !== undefined
  return (
    <Select
      size="xs"
      label={list.time}
      allowDeselect={false}
      data={isExact ? [{ value: exact, label: formatSpan(start, end, zone) }, ...spans] : spans}
      value={isExact ? exact : (days ?? defaultDays)}
      onChange={(chosen) =>
        chosen !== exact &&
        onChange({ days: inboxDaySpans.find((one) => one === chosen), start: undefined, end: undefined })
      }
    />
  )
}
