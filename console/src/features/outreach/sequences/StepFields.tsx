import { Button, Group, Select, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { strings as outreachTexts } from '#i18n/outreach.ts'
import { strings } from '#i18n/sequences.ts'
import { FilterEditor } from '../shared/FilterEditor.tsx'
import { type Outreach, toSelectOptions } from '../shared/outreach-config.ts'
import { HoursFields } from '../shared/TimeFields.tsx'
import type { StepForm } from './sequence-form.ts'

type Props = {
  step: StepForm
  outreaches: readonly Outreach[]
  errorOf: (field: string) => ReactNode
  onChange: (change: Partial<StepForm>) => void
  onRemove: (() => void) | undefined
}

export function StepFields({ step, outreaches, errorOf, onChange, onRemove }: Props) {
  return (
    <Stack mt="md">
      <Select
        label={strings.outreach}
        data={toSelectOptions(outreaches, step.outreachId, outreachTexts.deleted)}
        allowDeselect={false}
        value={step.outreachId}
        error={errorOf('outreachId')}
        onChange={(outreachId) => outreachId && onChange({ outreachId })}
      />
      <HoursFields
        label={strings.window}
        description={strings.windowHint}
        value={step.sendWindow}
        onChange={(sendWindow) => onChange({ sendWindow })}
        errorOf={(field) => errorOf(`sendWindow.${field}`)}
      />
      <FilterEditor
        label={strings.onlyIf}
        description={strings.onlyIfHint}
        value={step.onlyIf}
        onChange={(onlyIf) => onChange({ onlyIf })}
        errorOf={(field) => errorOf(`onlyIf.${field}`)}
      />
      {onRemove && (
        <Group>
          <Button
            variant="default"
            size="xs"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={onRemove}
          >
            {strings.remove}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
