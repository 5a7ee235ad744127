import { Checkbox, Fieldset, Grid, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { sequenceStops } from '@parley/definition/vocabulary'
import { strings } from '#i18n/sequences.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { TriggerFields } from '../shared/TriggerFields.tsx'
import type { SequenceForm } from './sequence-form.ts'

const { settings: texts } = strings

/** Who enters the sequence, and what ends it early. */
export function SequenceSettings({ editor }: { editor: Editor<SequenceForm> }) {
  const { form, readOnly } = editor
  const { hasEntry, entry, stopOn, reenterAfterDays } = form.getValues()
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Fieldset legend={texts.entry}>
          <Stack>
            <TextInput label={strings.name} required {...form.getInputProps('name')} />
            <Switch
              label={texts.enabled}
              description={texts.enabledHint}
              {...form.getInputProps('enabled', { type: 'checkbox' })}
            />
            <Switch
              label={texts.byEvent}
              description={texts.byEventHint}
              {...form.getInputProps('hasEntry', { type: 'checkbox' })}
            />
            {hasEntry && (
              <TriggerFields
                value={entry}
                onChange={(change) => form.setFieldValue('entry', { ...entry, ...change })}
                readOnly={readOnly}
                errorOf={(field) => form.errors[`entry.${field}`]}
              />
            )}
          </Stack>
        </Fieldset>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Fieldset legend={texts.stop}>
          <Stack>
            <Checkbox.Group
              label={texts.stop}
              description={texts.stopHint}
              readOnly={readOnly}
              value={stopOn}
              onChange={(chosen) => form.setFieldValue('stopOn', chosen as SequenceForm['stopOn'])}
            >
              <Stack gap="xs" mt="xs">
                {sequenceStops.map((stop) => (
                  <Checkbox key={stop} value={stop} label={texts.stops[stop]} />
                ))}
              </Stack>
            </Checkbox.Group>
            <NumberInput
              label={texts.reenter}
              description={texts.reenterHint}
              min={0}
              max={3650}
              allowDecimal={false}
              readOnly={readOnly}
              value={reenterAfterDays}
              error={form.errors.reenterAfterDays}
              onChange={(days) => form.setFieldValue('reenterAfterDays', days === '' ? '' : Number(days))}
            />
          </Stack>
        </Fieldset>
      </Grid.Col>
    </Grid>
  )
}
