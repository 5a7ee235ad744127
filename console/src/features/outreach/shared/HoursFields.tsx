import { Group, Select, Stack, Switch } from '@mantine/core'
import { useMemo } from 'react'
import { strings } from '#i18n/outreach.ts'
import { HoursClock } from '../../../components/HoursClock.tsx'
import { timeZones } from '../../../components/time-zones.ts'
import { type DailyHours, defaultHours, formatHours } from './hours.ts'

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
  const zones = useMemo(timeZones, [])
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
          <HoursClock hours={value} label={formatHours(value)} />
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
