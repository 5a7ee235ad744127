import { Fieldset, Grid, Select, Stack, Switch, TextInput } from '@mantine/core'
import { strings } from '#i18n/outreach.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { FilterEditor } from '../shared/FilterEditor.tsx'
import { HoursFields } from '../shared/HoursFields.tsx'
import { MinutesField } from '../shared/MinutesField.tsx'
import { toSelectOptions, useOutreaches } from '../shared/outreach-config.ts'
import { type AutomatedOutreachForm, triggerEventOptions } from './automated-outreach-form.ts'

const { automated } = strings

export function RuleFields({ editor }: { editor: Editor<AutomatedOutreachForm> }) {
  const { form, readOnly } = editor
  const outreaches = useOutreaches()
  const { filter, outreachId, sendWindow, delayMinutes } = form.getValues()
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Fieldset legend={automated.tabs.rule}>
          <Stack>
            <TextInput label={automated.name} required {...form.getInputProps('name')} />
            <Switch
              label={automated.enabled}
              description={automated.enabledHint}
              {...form.getInputProps('enabled', { type: 'checkbox' })}
            />
            <Select
              label={automated.event}
              data={triggerEventOptions}
              allowDeselect={false}
              {...form.getInputProps('event')}
            />
            <FilterEditor
              label={automated.filter}
              description={automated.filterHint}
              value={filter}
              onChange={(changed) => form.setFieldValue('filter', changed)}
              readOnly={readOnly}
              errorOf={(field) => form.errors[`filter.${field}`]}
            />
            <Select
              label={automated.outreachField}
              data={toSelectOptions(outreaches.data, outreachId, strings.gone)}
              allowDeselect={false}
              {...form.getInputProps('outreachId')}
            />
            <MinutesField
              label={automated.delayField}
              min={0}
              max={43_200}
              value={delayMinutes}
              onChange={(minutes) => form.setFieldValue('delayMinutes', minutes)}
              error={form.errors.delayMinutes}
            />
          </Stack>
        </Fieldset>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Fieldset legend={automated.hours}>
          <Stack>
            <HoursFields
              label={automated.window}
              description={automated.windowHint}
              value={sendWindow}
              onChange={(hours) => form.setFieldValue('sendWindow', hours)}
              errorOf={(field) => form.errors[`sendWindow.${field}`]}
              readOnly={readOnly}
            />
            <Switch
              label={automated.ignoreSafeHours}
              {...form.getInputProps('ignoreSafeHours', { type: 'checkbox' })}
            />
          </Stack>
        </Fieldset>
      </Grid.Col>
    </Grid>
  )
}
