import { SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { strings } from '#i18n/people.ts'
import { type ConsentStatusFilter, consentStatusFilters } from '../people-search.ts'

export type ConsentFormValues = { status: ConsentStatusFilter; source?: string; evidence?: string }
export const noConsent: ConsentFormValues = { status: 'granted' }

const { consent } = strings
const options = consentStatusFilters.map((value) => ({ value, label: strings.consentWords[value] }))

export function ConsentFields({
  value,
  onChange,
}: {
  value: ConsentFormValues
  onChange: (values: ConsentFormValues) => void
}) {
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
          onChange={(status) => onChange({ ...value, status: status as ConsentStatusFilter })}
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
