import type { Schema } from '@parley/sdk'
import { strings as outreachTexts } from '#i18n/outreach.ts'
import { strings } from '#i18n/sequences.ts'
import { getBrowserTimeZone } from '../../../components/times.ts'
import { omitEmptyConditions, type PeopleFilter } from './people-filter.ts'

type Trigger = Schema<'AutomatedOutreach'>['trigger']
export type TriggerEvent = Trigger['event']
export type TriggerDateForm = { field: string; offsetDays: number; yearly: boolean; hour: number; timeZone: string }

/** The date is kept while another event is chosen, and sent only with its own. */
export type TriggerForm = { event: TriggerEvent; filter: PeopleFilter; date: TriggerDateForm }

export const dateEvent: TriggerEvent = 'person.dateReached'

const blankDate = (): TriggerDateForm => ({
  ...{ field: '', offsetDays: 0, yearly: false, hour: 9, timeZone: getBrowserTimeZone() },
})

export const blankTrigger = (): TriggerForm => ({ event: 'person.created', filter: {}, date: blankDate() })

/** A stored date without a time zone is in UTC. */
export const toTriggerForm = ({ event, filter, date }: Trigger): TriggerForm => ({
  event,
  filter: (filter ?? {}) as PeopleFilter,
  date: date ? { ...blankDate(), timeZone: 'UTC', ...date } : blankDate(),
})

export function toTrigger({ event, filter, date }: TriggerForm): Trigger {
  const conditions = omitEmptyConditions(filter) as NonNullable<Trigger['filter']>
  return {
    event,
    ...(Object.keys(conditions).length > 0 && { filter: conditions }),
    ...(event === dateEvent && { date }),
  }
}

/** What starts a rule or a sequence, in words: an event, or days before or after a date. */
export const describeTrigger = ({ event, date }: Pick<Trigger, 'event' | 'date'>): string =>
  event === dateEvent && date
    ? strings.date.summary(date.field, date.offsetDays ?? 0, date.yearly ?? false)
    : outreachTexts.automated.events[event]
