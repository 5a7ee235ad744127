import { Group, NumberInput, Select, Stack, Switch } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { strings } from '#i18n/outreach.ts'
import { HoursClock } from '../../../components/HoursClock.tsx'
import { getBrowserTimeZone, listTimeZones } from '../../../components/times.ts'

export type DailyHours = { startHour: number; endHour: number; timeZone: string }

const defaultHours = (): DailyHours => ({ startHour: 9, endHour: 20, timeZone: getBrowserTimeZone() })

export function formatDailyHours(hours: DailyHours | undefined | null): string {
  const { hour, format: formatRange, always } = strings.hours
  return hours ? formatRange(hour(hours.startHour), hour(hours.endHour), hours.timeZone) : always
}

type Props = {
  label: string
  description?: string
  value: DailyHours | null | undefined
  onChange: (hours: DailyHours | null) => void
  /** Returns the validation error of `startHour`, `endHour` or `timeZone`. */
  errorOf?: (field: keyof DailyHours) => React.ReactNode
  readOnly?: boolean
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: strings.hours.hour(hour) }))

/** Hours of the day in a time zone, or none, with a clock. */
export function HoursFields({ label, description, value, onChange, errorOf, readOnly = false }: Props) {
  const zones = useMemo(listTimeZones, [])
  const set = (change: Partial<DailyHours>) => value && onChange({ ...value, ...change })
  return (
    <Stack gap="sm">
      <Switch
        label={label}
        description={description}
        checked={Boolean(value)}
        disabled={readOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? defaultHours() : null)}
      />
      {value && (
        <Group align="center" gap="lg">
          <HoursClock hours={value} label={formatDailyHours(value)} />
          <Stack gap="xs" style={{ flex: 1, minWidth: 200 }} maw={320}>
            <Group grow gap="xs">
              <Select
                label={strings.hours.start}
                data={hours}
                value={String(value.startHour)}
                allowDeselect={false}
                readOnly={readOnly}
                error={errorOf?.('startHour')}
                onChange={(hour) => set({ startHour: Number(hour) })}
              />
              <Select
                label={strings.hours.end}
                data={hours}
                value={String(value.endHour)}
                allowDeselect={false}
                readOnly={readOnly}
                error={errorOf?.('endHour')}
                onChange={(hour) => set({ endHour: Number(hour) })}
              />
            </Group>
            <Select
              label={strings.hours.zone}
              data={zones.includes(value.timeZone) ? zones : [value.timeZone, ...zones]}
              limit={60}
              searchable
              value={value.timeZone}
              allowDeselect={false}
              readOnly={readOnly}
              error={errorOf?.('timeZone')}
              onChange={(zone) => zone && set({ timeZone: zone })}
            />
          </Stack>
        </Group>
      )}
    </Stack>
  )
}

const minuteUnits = { minutes: 1, hours: 60, days: 1440 } as const
type MinuteUnit = keyof typeof minuteUnits

/** Returns the largest unit that divides the minutes evenly. */
function largestUnitOf(minutes: number): MinuteUnit {
  if (minutes !== 0 && minutes % minuteUnits.days === 0) return 'days'
  return minutes !== 0 && minutes % minuteUnits.hours === 0 ? 'hours' : 'minutes'
}

type MinutesFieldProps = {
  label: string
  value: number
  onChange: (minutes: number) => void
  min: number
  max: number
  error?: ReactNode
  /** In a line of text: the label is only read aloud. */
  compact?: boolean
}

const choices = (Object.keys(minuteUnits) as MinuteUnit[]).map((value) => ({ value, label: strings.minutes[value] }))

/** A duration stored in minutes, entered in any unit. */
export function MinutesField({ label, value, onChange, min, max, error, compact = false }: MinutesFieldProps) {
  const [chosenUnit, setUnit] = useState<MinuteUnit>(() => largestUnitOf(value))
  const unit = value % minuteUnits[chosenUnit] === 0 ? chosenUnit : largestUnitOf(value)
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        {...(compact ? { 'aria-label': label, size: 'xs' } : { label })}
        value={value / minuteUnits[unit]}
        min={Math.ceil(min / minuteUnits[unit])}
        max={Math.floor(max / minuteUnits[unit])}
        allowDecimal={false}
        error={error}
        maw={compact ? 80 : 160}
        onChange={(amount) => onChange(Math.round(Number(amount) * minuteUnits[unit]))}
      />
      <Select
        aria-label={compact ? `${label}, ${strings.minutes.unit}` : strings.minutes.unit}
        size={compact ? 'xs' : undefined}
        data={choices}
        value={unit}
        allowDeselect={false}
        w={120}
        onChange={(chosen) => {
          if (!chosen) return
          const amount = Math.max(1, Math.round(value / minuteUnits[unit]))
          setUnit(chosen as MinuteUnit)
          onChange(Math.min(max, Math.max(min, value === 0 ? 0 : amount * minuteUnits[chosen as MinuteUnit])))
        }}
      />
    </Group>
  )
}
