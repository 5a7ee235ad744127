import { Group, NumberInput, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { strings } from '#i18n/outreach.ts'

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
}

const choices = (Object.keys(minuteUnits) as MinuteUnit[]).map((value) => ({ value, label: strings.minutes[value] }))

/** A duration stored in minutes, entered in any unit. */
export function MinutesField({ label, value, onChange, min, max, error }: MinutesFieldProps) {
  const [chosenUnit, setUnit] = useState<MinuteUnit>(() => largestUnitOf(value))
  const unit = value % minuteUnits[chosenUnit] === 0 ? chosenUnit : largestUnitOf(value)
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        label={label}
        value={value / minuteUnits[unit]}
        min={Math.ceil(min / minuteUnits[unit])}
        max={Math.floor(max / minuteUnits[unit])}
        allowDecimal={false}
        error={error}
        maw={160}
        onChange={(amount) => onChange(Math.round(Number(amount) * minuteUnits[unit]))}
      />
      <Select
        aria-label={strings.minutes.unit}
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
