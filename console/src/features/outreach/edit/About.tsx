import { Fieldset, Select, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { strings } from '#i18n/outreach.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { useCustomFields } from '../shared/FilterEditor.tsx'
import { toSelectOptions, useGoals } from '../shared/outreach-config.ts'
import { ClassField } from './ClassField.tsx'
import type { OutreachForm } from './outreach-form.ts'

const { edit } = strings

export function OutreachDetailsFields({ editor: { form } }: { editor: Editor<OutreachForm> }) {
  const goals = useGoals()
  const custom = useCustomFields()
  const { goal } = form.getValues()
  return (
    <Fieldset legend={edit.about}>
      <Stack>
        <TextInput label={edit.name} required {...form.getInputProps('name')} />
        <Textarea label={edit.description} autosize minRows={2} {...form.getInputProps('description')} />
        <Switch
          label={edit.enabled}
          description={edit.enabledHint}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <ClassField {...form.getInputProps('class')} />
        <Select
          label={edit.goal}
          description={edit.goalHint}
          placeholder={edit.noGoal}
          data={toSelectOptions(goals.data, goal?.goalId, strings.gone)}
          clearable
          clearButtonProps={{ 'aria-label': edit.noGoal }}
          value={goal?.goalId ?? null}
          error={form.errors.goal ?? form.errors['goal.goalId']}
          onChange={(goalId) => form.setFieldValue('goal', goalId ? { ...goal, goalId } : null)}
        />
        <TagsInput
          label={edit.inputs}
          description={edit.inputsHint}
          data={custom}
          acceptValueOnBlur
          {...form.getInputProps('inputs')}
        />
      </Stack>
    </Fieldset>
  )
}
