import { Card, Group, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { weekdays } from '@parley/testcase/vocabulary'
import { useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/tests.ts'
import { useAgent } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { listTimeZones } from '../../../components/times.ts'
import { channelChoices } from '../shared/channels.ts'
import type { TestSuite } from '../shared/test-data.ts'

type Schedule = NonNullable<TestSuite['schedule']>

type SuiteForm = {
  name: string
  description: string
  channel: string | null
  schedule: { every: 'never' | Schedule['every']; at: string; weekday: string; timezone: string }
}

/** Fills in the defaults of absent values. */
export function toSuiteForm({ name, description = '', channel, schedule }: TestSuite): SuiteForm {
  const { every = 'never', at = '06:00', weekday = 'monday', timezone = 'UTC' } = schedule ?? {}
  return { name, description, channel: channel ?? null, schedule: { every, at, weekday, timezone } }
}

export function toSuiteBody({ name, description, channel, schedule: { every, at, weekday, timezone } }: SuiteForm) {
  const when = { every, at, timezone, ...(every === 'weekly' && { weekday }) }
  return { name, description: description || null, channel, schedule: every === 'never' ? null : when }
}

const { suite: texts, schedule } = strings
const zones = listTimeZones()

export function SuiteSettings({ suite }: { suite: TestSuite }) {
  const editor = useSuiteEditor(suite.id)
  const { form } = editor
  return (
    <EditorFrame editor={editor}>
      <Stack maw={640}>
        <Card withBorder>
          <Stack>
            <Title order={2} size="h5">
              {texts.settings}
            </Title>
            <TextInput label={texts.name} required {...form.getInputProps('name')} />
            <Textarea label={texts.description} autosize minRows={2} {...form.getInputProps('description')} />
            <Select
              label={texts.channel}
              description={texts.channelHint}
              placeholder={texts.channelNone}
              data={channelChoices}
              clearable
              {...form.getInputProps('channel')}
            />
          </Stack>
        </Card>
        <ScheduleCard editor={editor} nextRunAt={suite.nextRunAt} />
      </Stack>
    </EditorFrame>
  )
}

function useSuiteEditor(suiteId: string): Editor<SuiteForm> {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { suiteId }
  return useEditor<SuiteForm>({
    key: agent.key('tests', 'suites', suiteId),
    read: (signal) => agent.api.raw('GET', '/tests/suites/{suiteId}', { path, signal }),
    write: (form, headers) =>
      agent.api.raw('PATCH', '/tests/suites/{suiteId}', { path, body: toSuiteBody(form), headers }),
    toForm: toSuiteForm,
    onSaved: () => void queries.invalidateQueries({ queryKey: agent.key('tests', 'suites', 'all') }),
  })
}

function ScheduleCard({ editor: { form }, nextRunAt }: { editor: Editor<SuiteForm>; nextRunAt: string | undefined }) {
  const { every } = form.getValues().schedule ?? {}
  return (
    <Card withBorder>
      <Stack>
        <Title order={2} size="h5">
          {schedule.title}
        </Title>
        <Text size="sm" className="quiet">
          {schedule.hint}
        </Text>
        <Group grow align="flex-start">
          <Select
            label={schedule.every}
            data={(['never', 'daily', 'weekly'] as const).map((value) => ({ value, label: schedule[value] }))}
            allowDeselect={false}
            {...form.getInputProps('schedule.every')}
          />
          {every === 'weekly' && (
            <Select
              label={schedule.weekday}
              data={weekdays.map((value) => ({ value, label: schedule.days[value] ?? value }))}
              allowDeselect={false}
              {...form.getInputProps('schedule.weekday')}
            />
          )}
        </Group>
        {every !== 'never' && (
          <Group grow align="flex-start">
            <TextInput type="time" label={schedule.at} {...form.getInputProps('schedule.at')} />
            <Select
              label={schedule.timezone}
              data={zones}
              searchable
              limit={80}
              allowDeselect={false}
              {...form.getInputProps('schedule.timezone')}
            />
          </Group>
        )}
        {nextRunAt && (
          <Text size="sm">
            {schedule.next}: <Timestamp at={nextRunAt} />
          </Text>
        )}
      </Stack>
    </Card>
  )
}
