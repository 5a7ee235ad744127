import { Group, NumberInput, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { words } from '#words/outreach.ts'
import { type Unit, unitOf, units } from './minutes.ts'

type Given = {
  label: string
  value: number
  onChange: (minutes: number) => void
  min: number
  max: number
  error?: ReactNode
}

const choices = (Object.keys(units) as Unit[]).map((value) => ({ value, label: words.minutes[value] }))

/** A time that is kept in minutes, written in whatever unit suits. */
export function MinutesField({ label, value, onChange, min, max, error }: Given) {
  const [chosenUnit, setUnit] = useState<Unit>(() => unitOf(value))
  const unit = value % units[chosenUnit] === 0 ? chosenUnit : unitOf(value)
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        label={label}
        value={value / units[unit]}
        min={Math.ceil(min / units[unit])}
        max={Math.floor(max / units[unit])}
        allowDecimal={false}
        error={error}
        maw={160}
        onChange={(amount) => onChange(Math.round(Number(amount) * units[unit]))}
      />
      <Select
        aria-label={words.minutes.unit}
        data={choices}
        value={unit}
        allowDeselect={false}
        w={120}
        onChange={(chosen) => {
          if (!chosen) return
          const amount = Math.max(1, Math.round(value / units[unit]))
          setUnit(chosen as Unit)
          onChange(Math.min(max, Math.max(min, value === 0 ? 0 : amount * units[chosen as Unit])))
        }}
      />
    </Group>
  )
}
