import { SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { words } from '#words/people.ts'
import { type ConsentStatus, consentStatuses } from '../search.ts'

export type ConsentGiven = { status: ConsentStatus; source?: string; evidence?: string }
export const noConsent: ConsentGiven = { status: 'granted' }

const { consent } = words
const options = consentStatuses.map((value) => ({ value, label: words.consentWords[value] }))

/** What was said, where, and what shows it. */
export function ConsentFields({ value, onChange }: { value: ConsentGiven; onChange: (given: ConsentGiven) => void }) {
  const label = useId()
  return (
    <Stack gap="sm">
      <Stack gap={4}>
        <Text size="sm" fw={500} id={label}>
          {consent.status}
        </Text>
        <SegmentedControl
          aria-labelledby={label}
          data={options}
          value={value.status}
          onChange={(status) => onChange({ ...value, status: status as ConsentStatus })}
        />
      </Stack>
      <TextInput
        label={consent.source}
        description={consent.sourceHint}
        maxLength={200}
        value={value.source ?? ''}
        onChange={(event) => onChange({ ...value, source: event.currentTarget.value || undefined })}
      />
      <Textarea
        label={consent.evidence}
        description={consent.evidenceHint}
        maxLength={4000}
        autosize
        minRows={2}
        value={value.evidence ?? ''}
        onChange={(event) => onChange({ ...value, evidence: event.currentTarget.value || undefined })}
      />
    </Stack>
  )
}
