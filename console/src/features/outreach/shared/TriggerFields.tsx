import { Alert, Group, NumberInput, Select, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { strings as outreachTexts } from '#i18n/outreach.ts'
import { strings } from '#i18n/sequences.ts'
import { useAgent } from '../../../app/current-org.ts'
import { listTimeZones } from '../../../components/times.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { dateEvent, type TriggerDateForm, type TriggerEvent, type TriggerForm } from './trigger-form.ts'

const { automated, hours } = outreachTexts
const { date: texts } = strings

export const triggerEventOptions = Object.entries(automated.events).map(([value, label]) => ({ value, label }))

type TriggerFieldsProps = {
  value: TriggerForm
  onChange: (change: Partial<TriggerForm>) => void
  readOnly: boolean
  /** The error of a field, such as `event` or `date.field`. */
  errorOf: (field: string) => ReactNode
}

/** What starts a rule or a sequence: an event or a date, and for which people. */
export function TriggerFields({ value, onChange, readOnly, errorOf }: TriggerFieldsProps) {
  const { event, filter, date } = value
  return (
    <>
      <Select
        label={automated.event}
        data={triggerEventOptions}
        allowDeselect={false}
        readOnly={readOnly}
        value={event}
        error={errorOf('event')}
        onChange={(chosen) => chosen && onChange({ event: chosen as TriggerEvent })}
      />
      {event === dateEvent && (
        <DateFields
          value={date}
          onChange={(change) => onChange({ date: { ...date, ...change } })}
          readOnly={readOnly}
          errorOf={(field) => errorOf(`date.${field}`)}
        />
      )}
      <FilterEditor
        label={automated.filter}
        description={automated.filterHint}
        value={filter}
        onChange={(changed) => onChange({ filter: changed })}
        readOnly={readOnly}
        errorOf={(field) => errorOf(`filter.${field}`)}
      />
    </>
  )
}

type DateFieldsProps = {
  value: TriggerDateForm
  onChange: (change: Partial<TriggerDateForm>) => void
  readOnly: boolean
  errorOf: (field: keyof TriggerDateForm) => ReactNode
}

const sides = Object.entries(texts.sides).map(([value, label]) => ({ value, label }))
const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hours.hour(hour) }))
const sideOf = (offset: number) => (offset < 0 ? 'before' : offset > 0 ? 'after' : 'on')
const maxDays = 365

function DateFields({ value, onChange, readOnly, errorOf }: DateFieldsProps) {
  const { offsetDays, yearly, hour, timeZone } = value
  const zones = useMemo(listTimeZones, [])
  const days = Math.abs(offsetDays)
  const set = (side: string, amount: number) =>
    onChange({ offsetDays: side === 'on' ? 0 : side === 'before' ? -amount : amount })
  return (
    <Stack gap="sm">
      <DateFieldSelect
        value={value.field}
        onChange={(field) => onChange({ field })}
        readOnly={readOnly}
        error={errorOf('field')}
      />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Select
          label={texts.side}
          data={sides}
          allowDeselect={false}
          readOnly={readOnly}
          value={sideOf(offsetDays)}
          onChange={(side) => side && set(side, days || 1)}
        />
        {offsetDays !== 0 && (
          <NumberInput
            label={texts.days}
            min={1}
            max={maxDays}
            allowDecimal={false}
            readOnly={readOnly}
            value={days}
            error={errorOf('offsetDays')}
            onChange={(amount) => set(sideOf(offsetDays), Math.max(1, Number(amount)))}
          />
        )}
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Select
          label={texts.hour}
          data={hourOptions}
          allowDeselect={false}
          readOnly={readOnly}
          w={110}
          value={String(hour)}
          onChange={(chosen) => onChange({ hour: Number(chosen) })}
        />
        <Select
          label={texts.zone}
          data={zones.includes(timeZone) ? zones : [timeZone, ...zones]}
          limit={60}
          searchable
          allowDeselect={false}
          readOnly={readOnly}
          style={{ flex: 1 }}
          value={timeZone}
          error={errorOf('timeZone')}
          onChange={(zone) => zone && onChange({ timeZone: zone })}
        />
      </Group>
      <Switch
        label={texts.yearly}
        description={texts.yearlyHint}
        disabled={readOnly}
        checked={yearly}
        onChange={({ currentTarget }) => onChange({ yearly: currentTarget.checked })}
      />
    </Stack>
  )
}

type DateFieldSelectProps = { value: string; onChange: (field: string) => void; readOnly?: boolean; error?: ReactNode }

/** Chooses one of the agent's People fields of the type date. */
export function DateFieldSelect({ value, onChange, readOnly = false, error }: DateFieldSelectProps) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('people-fields', 'whole'),
    queryFn: async ({ signal }) => (await agent.api.get('/people-fields', { signal })).data,
  })
  const dates = (data ?? []).filter(({ type }) => type === 'date')
  const options = dates.map(({ key, label }) => ({ value: key, label: label ?? key }))
  const isKnown = value === '' || options.some((option) => option.value === value)
  if (data && options.length === 0 && isKnown) return <Alert color="gray" title={texts.none} />
  return (
    <Select
      label={texts.field}
      description={texts.fieldHint}
      data={isKnown ? options : [...options, { value, label: value }]}
      readOnly={readOnly}
      required
      value={value || null}
      error={error}
      onChange={(field) => field && onChange(field)}
    />
  )
}
