import {
  ActionIcon,
  Button,
  Chip,
  Fieldset,
  Group,
  Input,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { strings } from '#i18n/desk.ts'
import { useAgent } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import { listTimeZones } from '../../../components/times.ts'
import { DeskFrame } from '../DeskFrame.tsx'
import { useDeskMembers } from '../desk-data.ts'
import { type DeskSettingsForm, deskWeekdays, newHoursSpan, toDeskBody, toDeskForm } from './desk-settings-form.ts'

const { settings } = strings
type Props = { editor: Editor<DeskSettingsForm> }

export function DeskSettingsPage() {
  const agent = useAgent()
  const editor = useEditor<DeskSettingsForm>({
    key: agent.key('desk-settings'),
    read: (signal) => agent.api.raw('GET', '/settings/desk', { signal }),
    write: (form, headers) => agent.api.raw('PUT', '/settings/desk', { body: toDeskBody(form), headers }),
    toForm: toDeskForm as (answer: never) => DeskSettingsForm,
  })
  return (
    <DeskFrame>
      <EditorFrame editor={editor}>
        <Stack maw={720}>
          <Fieldset legend={settings.enabled}>
            <Stack gap="xs">
              <Text size="sm">{settings.enabledText}</Text>
              <Switch label={settings.enable} {...editor.form.getInputProps('enabled', { type: 'checkbox' })} />
            </Stack>
          </Fieldset>
          <HoursFieldset editor={editor} />
          <MessagesFieldset editor={editor} />
          <AssignmentFieldset editor={editor} />
        </Stack>
      </EditorFrame>
    </DeskFrame>
  )
}

function HoursFieldset({ editor: { form } }: Props) {
  const { hours } = form.getValues()
  return (
    <Fieldset legend={settings.hours}>
      <Stack gap="sm">
        <Text size="sm">{settings.hoursText}</Text>
        {hours.length === 0 && <Text size="sm">{settings.always}</Text>}
        {hours.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only its position identifies a span
          <HoursSpanFields key={index} form={form} index={index} />
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => form.insertListItem('hours', newHoursSpan())}
        >
          {settings.addHours}
        </Button>
      </Stack>
    </Fieldset>
  )
}

function HoursSpanFields({ form, index }: { form: Props['editor']['form']; index: number }) {
  const zones = useMemo(listTimeZones, [])
  const path = `hours.${index}`
  return (
    <Stack gap={6} role="group" aria-label={settings.span(index + 1)}>
      <Input.Wrapper label={settings.days} labelElement="div" error={form.errors[`${path}.days`]}>
        <Chip.Group multiple {...form.getInputProps(`${path}.days`)}>
          <Group gap={4} data-path={`${path}.days`}>
            {deskWeekdays.map((day) => (
              <Chip key={day} value={day} size="xs">
                {settings.dayNames[day]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <Group align="flex-end" gap="xs">
        <TextInput type="time" label={settings.from} w={140} {...form.getInputProps(`${path}.from`)} />
        <TextInput type="time" label={settings.to} w={140} {...form.getInputProps(`${path}.to`)} />
        <Select
          label={settings.timeZone}
          data={zones}
          searchable
          allowDeselect={false}
          limit={50}
          flex={1}
          miw={160}
          {...form.getInputProps(`${path}.timeZone`)}
        />
        <ActionIcon
          variant="default"
          size={36}
          aria-label={settings.removeHours(index + 1)}
          onClick={() => form.removeListItem('hours', index)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Stack>
  )
}

function MessagesFieldset({ editor: { form } }: Props) {
  const field = { autosize: true, minRows: 2, maxRows: 6, maxLength: 1000 }
  return (
    <Fieldset legend={settings.messages}>
      <Stack gap="sm">
        <Textarea
          label={settings.waitingMessage}
          description={settings.waitingHint}
          {...field}
          {...form.getInputProps('waitingMessage')}
        />
        <Textarea
          label={settings.closedMessage}
          description={settings.closedHint}
          {...field}
          {...form.getInputProps('closedMessage')}
        />
      </Stack>
    </Fieldset>
  )
}

function AssignmentFieldset({ editor: { form } }: Props) {
  const members = useDeskMembers()
  const { assignment } = form.getValues()
  return (
    <Fieldset legend={settings.assignment}>
      <Stack gap="sm">
        <Radio.Group label={settings.assignmentMode} {...form.getInputProps('assignment')}>
          <Stack gap={6} mt={4}>
            <Radio value="manual" label={settings.manual} />
            <Radio value="roundRobin" label={settings.roundRobin} />
          </Stack>
        </Radio.Group>
        {assignment === 'roundRobin' && (
          <MultiSelect
            label={settings.members}
            description={settings.membersHint}
            data={members?.map(({ userId: value, name: label }) => ({ value, label })) ?? []}
            searchable
            clearable
            {...form.getInputProps('members')}
          />
        )}
        <NumberInput
          label={settings.returnAfter}
          description={settings.returnHint}
          suffix={settings.minutes}
          allowDecimal={false}
          maw={260}
          {...form.getInputProps('returnAfterMinutes')}
        />
      </Stack>
    </Fieldset>
  )
}
