import { Fieldset, NumberInput, Select, Stack, Switch } from '@mantine/core'
import { strings } from '#i18n/outreach.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { MinutesField } from '../shared/MinutesField.tsx'
import { toSelectOptions, useTemplates } from '../shared/outreach-config.ts'
import type { OutreachForm } from './outreach-form.ts'

const { edit } = strings

export function FollowUp({ editor: { form } }: { editor: Editor<OutreachForm> }) {
  const templates = useTemplates()
  const { followUp } = form.getValues()
  return (
    <Fieldset legend={edit.followUp}>
      <Stack>
        <Switch
          label={edit.followUpOn}
          checked={followUp !== null}
          onChange={({ currentTarget }) =>
            form.setFieldValue(
              'followUp',
              currentTarget.checked ? { templateId: '', delayMinutes: 2880, maxTimes: 1 } : null,
            )
          }
        />
        {followUp && (
          <>
            <Select
              label={edit.followUpTemplate}
              data={toSelectOptions(templates.data, followUp.templateId, strings.gone)}
              searchable
              allowDeselect={false}
              {...form.getInputProps('followUp.templateId')}
            />
            <MinutesField
              label={edit.followUpDelay}
              min={5}
              max={43_200}
              value={followUp.delayMinutes}
              onChange={(minutes) => form.setFieldValue('followUp.delayMinutes', minutes)}
              error={form.errors['followUp.delayMinutes']}
            />
            <NumberInput
              label={edit.followUpTimes}
              min={1}
              max={3}
              allowDecimal={false}
              maw={160}
              {...form.getInputProps('followUp.maxTimes')}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
