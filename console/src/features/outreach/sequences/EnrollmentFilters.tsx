import { Group, Select } from '@mantine/core'
import { enrollmentStates, sequenceStops } from '@parley/definition/vocabulary'
import { strings } from '#i18n/sequences.ts'
import { explainEnrollment } from './departures.ts'
import type { EnrollmentFilter } from './sequence-search.ts'

const { enrollments: texts } = strings

/** Reasons that end an enrollment without a failure. */
const stopReasons = [...sequenceStops, 'opted_out', 'no_consent', 'manual']

type FiltersProps = {
  filter: EnrollmentFilter
  steps: { value: string; label: string }[]
  onFilter: (filter: EnrollmentFilter) => void
}

/** Only people who are in the sequence have a next step, so that a step replaces the status. */
export function EnrollmentFilters({ filter: { state, step, reason }, steps, onFilter }: FiltersProps) {
  const shared = { clearable: true, clearButtonProps: { 'aria-label': texts.all }, placeholder: texts.all, w: 200 }
  const reasons = [...new Set([...stopReasons, ...(reason ? [reason] : [])])]
  const explain = (value: string) => explainEnrollment(stopReasons.includes(value) ? 'stopped' : 'failed', value)
  return (
    <Group gap="xs">
      <Select
        label={texts.filter}
        data={enrollmentStates.map((value) => ({ value, label: texts.states[value] }))}
        value={state ?? null}
        onChange={(chosen) => onFilter({ reason, state: (chosen ?? undefined) as typeof state })}
        {...shared}
      />
      <Select
        label={texts.step}
        data={step && !steps.some(({ value }) => value === step) ? [...steps, { value: step, label: step }] : steps}
        value={step ?? null}
        onChange={(chosen) => onFilter({ step: chosen ?? undefined })}
        {...shared}
      />
      <Select
        label={texts.reason}
        data={reasons.map((value) => ({ value, label: explain(value) }))}
        value={reason ?? null}
        onChange={(chosen) => onFilter({ state, reason: chosen ?? undefined })}
        {...shared}
      />
    </Group>
  )
}
